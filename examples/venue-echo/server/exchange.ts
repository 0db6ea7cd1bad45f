import {
  type EchoAccount,
  type EchoAnswer,
  type EchoFill,
  type EchoFrame,
  type EchoLevel,
  type EchoMarket,
  type EchoMode,
  type EchoOpenOrder,
  type EchoOrder,
  type EchoSide,
  LIFE_MIN_SECONDS,
  macOf,
  SILENT_MAX_MS,
  signedParts,
  takerFee,
} from '../wire.js'
import { type Account, heldBy, newAccount, sharesOf, tellAccount } from './accounts.js'

/** Who hears of what happens: all who listen to a market or to the exchange, or one account. */
export interface Listeners {
  market(id: string, frame: EchoFrame): void
  everyone(frame: EchoFrame): void
  account(name: string, frame: EchoFrame): void
}

interface Resting extends Omit<EchoOpenOrder, 'done'> {
  done: number
  readonly side: EchoSide
  /** In cents of yes. */
  readonly yes: number
  readonly endsAtMs: number
}

const AGE_MAX_MS = 5_000

/** The matching of the echo exchange: price before time, and a fill is settled when it is made. */
export class EchoExchange {
  mode: EchoMode = 'open'
  readonly markets: readonly EchoMarket[]
  readonly #accounts = new Map<string, Account>()
  /** By signature: orders that rest, in the order of their time, and every order that was taken. */
  readonly #orders = new Map<string, Resting>()
  readonly #taken = new Set<string>()
  readonly #listeners: Listeners
  readonly #now: () => number

  constructor(markets: readonly EchoMarket[], listeners: Listeners, now: () => number) {
    this.markets = markets
    this.#listeners = listeners
    this.#now = now
  }

  open(name: string, secret: string, cash: number): void {
    this.#accounts.set(name, newAccount(name, secret, cash))
  }

  account(name: string): Account | undefined {
    return this.#accounts.get(name)
  }

  setMode(mode: EchoMode): void {
    const wasAway = this.mode === 'restart'
    this.mode = mode
    this.#listeners.everyone(['m', mode, this.#now()])
    // After a restart each book is told as a whole.
    if (wasAway) for (const { id } of this.markets) this.#listeners.market(id, this.book(id))
  }

  book(market: string): EchoFrame {
    return ['b', market, this.#levels(market, 'b'), this.#levels(market, 'a'), this.#now()]
  }

  tell(account: Account, after: number): EchoAccount {
    const orders = this.#of(account.name).map(({ a, i, m, s, o, c, n, h, done }) => ({ a, i, m, s, o, c, n, h, done }))
    return tellAccount(account, orders, after)
  }

  /** The same order again is answered as it was. */
  place(order: EchoOrder): EchoAnswer {
    if (this.#taken.has(order.h)) return ['ok']
    const why = this.#flawOf(order)
    if (why !== null) return ['no', why]
    const yes = order.o === 'yes' ? order.c : 100 - order.c
    const side = (order.s === 'buy') === (order.o === 'yes') ? 'b' : 'a'
    const endsAtMs = order.x === null ? Number.POSITIVE_INFINITY : order.x * 1_000
    const taker: Resting = { ...order, done: 0, side, yes, endsAtMs }
    const [first] = this.#against(taker)
    if (first !== undefined && order.p === 'post') return ['no', 'would_trade']
    if (first?.a === order.a) return ['no', 'own_order']
    this.#taken.add(order.h)
    for (const maker of this.#against(taker)) if (taker.done < taker.n && maker.a !== order.a) this.#trade(maker, taker)
    if (taker.done < taker.n && order.p !== 'kill') {
      this.#orders.set(order.h, taker)
      this.#tellLevel(taker, '+')
    }
    return ['ok']
  }

  /** Whether it rested. */
  cancel(account: string, hash: string): boolean {
    const order = this.#orders.get(hash)
    if (order === undefined || order.a !== account) return false
    this.#remove(order, '-')
    return true
  }

  /** Takes off what has ended, and all of accounts whose heartbeat is owed for too long. */
  tick(): void {
    const now = this.#now()
    for (const order of this.#resting()) {
      const beatAtMs = this.#accounts.get(order.a)?.beatAtMs ?? null
      const isSilent = beatAtMs !== null && now - beatAtMs > SILENT_MAX_MS
      if (isSilent || order.endsAtMs <= now) this.#remove(order, '-')
    }
  }

  #flawOf(order: EchoOrder): string | null {
    const account = this.#accounts.get(order.a)
    if (account === undefined || macOf(account.secret, signedParts(order)) !== order.h) return 'bad_signature'
    if (this.mode === 'cancel-only' || this.mode === 'restart') return 'not_now'
    if (this.mode === 'post-only' && order.p !== 'post') return 'post_only'
    if (Math.abs(this.#now() - order.t) > AGE_MAX_MS) return 'too_old'
    if (order.x !== null && order.x * 1_000 < order.t + LIFE_MIN_SECONDS * 1_000) return 'life_too_short'
    const isWhole = Number.isInteger(order.c) && order.c > 0 && order.c < 100 && Number.isInteger(order.n) && order.n > 0
    if (!isWhole || !this.markets.some(({ id }) => id === order.m)) return 'bad_order'
    return this.#canPay(account, order) ? null : 'too_dear'
  }

  #canPay(account: Account, { m, s, o, c, n, p }: EchoOrder): boolean {
    const own = this.#of(account.name)
    if (s === 'buy') {
      const fee = p === 'post' ? 0 : takerFee(50, n)
      return account.cash - heldBy(own) >= c * n + fee
    }
    const promised = own.filter(order => order.m === m && order.o === o && order.s === 'sell')
    return sharesOf(account, m)[o] - promised.reduce((sum, order) => sum + order.n - order.done, 0) >= n
  }

  #trade(maker: Resting, taker: Resting): void {
    const lots = Math.min(maker.n - maker.done, taker.n - taker.done)
    maker.done += lots
    taker.done += lots
    this.#settle(maker, { yes: maker.yes, lots, fee: 0 })
    this.#settle(taker, { yes: maker.yes, lots, fee: takerFee(maker.yes, lots) })
    this.#listeners.market(maker.m, ['t', maker.m, maker.side, maker.yes, lots, this.#now()])
    if (maker.done === maker.n) this.#orders.delete(maker.h)
    this.#tellLevel(maker, 'x')
  }

  #settle({ a, i, m, s, o, h }: Resting, trade: { readonly yes: number; readonly lots: number; readonly fee: number }): void {
    const account = this.#accounts.get(a)
    if (account === undefined) return
    const cents = o === 'yes' ? trade.yes : 100 - trade.yes
    const sign = s === 'buy' ? 1 : -1
    account.cash -= sign * cents * trade.lots + trade.fee
    sharesOf(account, m)[o] += sign * trade.lots
    const no = account.fills.length + 1
    const fill: EchoFill = { no, i, m, s, o, h, c: cents, n: trade.lots, fee: trade.fee, ms: this.#now() }
    account.fills.push(fill)
    this.#listeners.account(a, ['f', fill])
  }

  #remove(order: Resting, why: '-'): void {
    this.#orders.delete(order.h)
    this.#listeners.account(order.a, ['g', order.h, this.#now()])
    this.#tellLevel(order, why)
  }

  #tellLevel({ m, side, yes }: Resting, why: '+' | '-' | 'x'): void {
    const lots = this.#levels(m, side).find(([cents]) => cents === yes)?.[1] ?? 0
    this.#listeners.market(m, ['l', m, side, yes, lots, why, this.#now()])
  }

  #levels(market: string, side: EchoSide): readonly EchoLevel[] {
    const lots = new Map<number, number>()
    for (const order of this.#resting())
      if (order.m === market && order.side === side) lots.set(order.yes, (lots.get(order.yes) ?? 0) + order.n - order.done)
    return [...lots].toSorted(([a], [b]) => (side === 'b' ? b - a : a - b))
  }

  /** What an order would trade with, the best first; orders of one price stand in the order of their time. */
  #against({ m, side, yes }: Resting): readonly Resting[] {
    const isBid = side === 'b'
    return this.#resting()
      .filter(maker => maker.m === m && maker.side !== side && (isBid ? maker.yes <= yes : maker.yes >= yes))
      .toSorted((one, other) => (isBid ? one.yes - other.yes : other.yes - one.yes))
  }

  #of(account: string): readonly Resting[] {
    return this.#resting().filter(order => order.a === account)
  }

  #resting(): readonly Resting[] {
    return [...this.#orders.values()]
  }
}
