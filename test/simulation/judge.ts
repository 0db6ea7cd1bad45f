import type { CoreOrder } from '../../src/exchange/core/core-event.js'
import type { ExchangeEye } from './exchange-eye.js'
import { MARKET_IDS } from './sim-exchange.js'
import type { SentRequest } from './sim-http.js'
import type { SimLink } from './sim-link.js'
import { isRestClear, type Weather } from './weather.js'

/** A promise of the inside that was broken, in a sentence. */
export class Violation extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Violation'
  }
}

export interface JudgeParts {
  readonly now: () => number
  readonly weather: Weather
  readonly links: ReadonlySet<SimLink>
  /** null: it is down. */
  readonly eye: () => ExchangeEye | null
  readonly worstCaseMax: bigint
  readonly orderLifeSeconds: number
  /** Until when the bot stands still; 0: it does not. */
  readonly stallsUntil: () => number
  /** The same of its keeper. */
  readonly keeperStallsUntil: () => number
  /** Markets that end. */
  readonly ends: ReadonlyMap<number, { readonly at: number; readonly paidAt: number | null }>
}

/** What the bounds say, in ms. */
const BOUNDS = {
  /** A dead daemon, or a stream that was cut: `unattendedMaxMs` and 2 s. */
  cut: 7_000,
  halfOpen: 10_000,
  /** A bot that was told of the loss cancels at once: before its keeper has to. */
  told: 4_000,
  silentBook: 15_000,
  /** After REST was not reachable: the longest pause between two requests to remove, and what was on its way. */
  afterRest: 40_000,
  /** From a word that the venue left out to a look that knew of it: the time between two looks, and until a second one proves it. */
  look: 50_000,
  /** From the signal to the end of a stop, whatever the venue does. */
  stop: 9_100,
  /** Before the end of a market nothing rests in it, which takes as long as a removal does. */
  beforeEnd: 6_000,
} as const

/** What the clocks of bot and exchange may differ when an order is stamped, in seconds. */
const STAMP_SLACK_S = 3

/** Looks at the exchange and at the wire, never at what the bot believes, and throws a `Violation`. */
export class Judge {
  readonly #parts: JudgeParts
  readonly #journaled = new Set<string>()
  /** Orders that the exchange took, in any of its lives. */
  readonly #accepted = new Set<string>()
  readonly #bodies = new Map<string, string>()
  readonly #heard = new Map<number, { at: number; isSinceLoss: boolean }>()
  #resting: readonly CoreOrder[] = []
  /** An order comes back to the book where the settlement fails that had filled it. */
  #restingSince: ReadonlyMap<string, number> = new Map()
  #runsSince: number | null = null
  #diedAt: number | null
  #restFoulAt = Number.NEGATIVE_INFINITY
  #wallet: Outage
  #public: Outage
  /**
   * Until when the bot cannot know of a word that the venue left out on a link that lives: of an order that was removed meanwhile it forgets
   * the exposure when its grace is over. Its next look at the account tells it.
   */
  #deafUntil = Number.NEGATIVE_INFINITY
  /** Markets that passed their limit while it could not know. */
  readonly #excused = new Set<number>()
  /** Since when the keeper is dead; null: it watches. */
  #unkeptSince: number | null = null
  #stopsSince: number | null = null
  /** A stop has said that nothing is open. */
  #isEmpty = false
  /** Since when the bot knows that its wallet’s link is gone and none has taken its place. */
  #toldAt: number | null = null

  constructor(parts: JudgeParts) {
    this.#parts = parts
    this.#diedAt = parts.now()
    this.#wallet = { since: parts.now(), isHalfOpen: false }
    this.#public = { since: parts.now(), isHalfOpen: false }
  }

  /** After each event. */
  look(): void {
    const { weather, links } = this.#parts
    const now = this.#parts.now()
    const eye = this.#parts.eye()
    if (eye === null || !isRestClear(weather)) this.#restFoulAt = now
    this.#wallet = outageOf(
      this.#wallet,
      now,
      [...links].filter(link => link.isWallet),
    )
    this.#public = outageOf(
      this.#public,
      now,
      [...links].filter(link => link.isPublic),
    )
    if (this.#wallet.since === null) this.#toldAt = null
    const canLook = this.#restFoulAt < now && this.#wallet.since === null && this.#parts.stallsUntil() < now
    if (now <= this.#deafUntil && !canLook) this.#wordLost()
    if (eye === null) return
    const resting = eye.resting()
    if (resting.length > 0) this.#expectAttended(resting, now)
    if (!eye.isStirred && this.#excused.size === 0) return
    eye.isStirred = false
    // What has paid loses nothing any more.
    for (const market of MARKET_IDS) if (!this.#parts.ends.get(market)?.paidAt) this.#expectWorstCase(eye, market)
  }

  wordLost(link: SimLink): void {
    if (link.isWallet) this.#wordLost()
  }

  #wordLost(): void {
    this.#deafUntil = this.#parts.now() + BOUNDS.look * 1_000
  }

  keeperGone(): void {
    this.#unkeptSince = this.#parts.now()
  }

  stopBegan(): void {
    this.#stopsSince = this.#parts.now()
  }

  /** `open`: as the bot says; null: it does not know. */
  stopped(open: number | null): void {
    const now = this.#parts.now()
    const since = Math.max(this.#stopsSince ?? now, this.#parts.stallsUntil())
    if (now - since > BOUNDS.stop * 1_000) throw new Violation(`a stop took ${Math.round((now - since) / 1_000)} ms`)
    this.#isEmpty = open === 0
    const resting = this.#parts.eye()?.resting() ?? []
    if (this.#isEmpty && resting.length > 0)
      throw new Violation(`a stop said that nothing is open, and order ${resting[0]?.spec.hash} rests`)
  }

  botStarted(): void {
    this.#unkeptSince = this.#stopsSince = null
    this.#isEmpty = false
    this.#toldAt = null
    this.#runsSince = this.#parts.now()
    this.#diedAt = null
    this.#heard.clear()
  }

  /** `at`: before its death it may have stood still. */
  botDied(at: number): void {
    this.#diedAt = at
    this.#runsSince = this.#stopsSince = null
  }

  /** A genuine refusal for calls: the venue counts them, and what was asked has to wait. */
  callsRefused(): void {
    this.#restFoulAt = this.#parts.now()
  }

  bookHeard(market: number): void {
    this.#heard.set(market, { at: this.#parts.now(), isSinceLoss: true })
  }

  /** The bot learned that its last wallet link is gone. */
  linkLost(): void {
    this.#toldAt ??= this.#parts.now()
  }

  /** The bot learned that its books' link is gone. */
  booksLost(): void {
    for (const heard of this.#heard.values()) heard.isSinceLoss = false
  }

  journaled(orders: readonly { readonly hash: string; readonly market: number }[]): void {
    const now = this.#parts.now()
    for (const { hash, market } of orders) {
      this.#journaled.add(hash)
      const heard = this.#heard.get(market)
      if (heard?.isSinceLoss !== true)
        throw new Violation(`order ${hash} was decided on a book of market ${market} that is lost`)
      const age = (now - heard.at) / 1_000
      if (age > BOUNDS.silentBook)
        throw new Violation(`order ${hash} was decided on a book of market ${market} unheard for ${age} ms`)
    }
  }

  sent({ path, body }: SentRequest): void {
    if (path !== '/v1/orders') return
    const hash = /"hash":"(0x[0-9a-fA-F]{64})"/.exec(body)?.[1] ?? ''
    const salt = /"salt":"?(\d+)"?/.exec(body)?.[1] ?? ''
    if (!this.#journaled.has(hash)) throw new Violation(`order ${hash} was sent and does not stand in the journal`)
    const before = this.#bodies.get(salt)
    if (before !== undefined && before !== body) throw new Violation(`order ${hash} was sent again with other bytes`)
    this.#bodies.set(salt, body)
  }

  accepted(order: CoreOrder): void {
    const { hash, expiresAt } = order.spec
    // An exchange that starts again tells its whole history.
    if (this.#isEmpty && !this.#accepted.has(hash))
      throw new Violation(`order ${hash} came to the exchange after a stop had said that nothing is open`)
    this.#accepted.add(hash)
    if (!this.#journaled.has(hash)) throw new Violation(`the exchange has order ${hash}, which no journal has`)
    const life = (expiresAt - order.acceptedAt) / 1e6
    if (life > this.#parts.orderLifeSeconds + STAMP_SLACK_S) throw new Violation(`order ${hash} may live ${life} s`)
  }

  /** A life of the bot has read its journal. */
  woke(known: ReadonlySet<string>): void {
    for (const hash of this.#accepted)
      if (!known.has(hash))
        throw new Violation(`the exchange took order ${hash} and the journal that is opened does not have it`)
  }

  #expectWorstCase(eye: ExchangeEye, market: number): void {
    const { ifYes, ifNo } = eye.losses(market)
    const worst = ifYes > ifNo ? ifYes : ifNo
    const { worstCaseMax } = this.#parts
    if (worst <= worstCaseMax) this.#excused.delete(market)
    else if (this.#parts.now() <= this.#deafUntil) this.#excused.add(market)
    else if (!this.#excused.has(market) || worst > this.#held(eye, market))
      throw new Violation(
        `market ${market} may lose ${Number(worst) / 1e18}, ${Number(this.#held(eye, market)) / 1e18} of it without what rests; ` +
          `its limit is ${Number(worstCaseMax) / 1e18}`,
      )
  }

  /** What nothing can change any more: a fill that was not told may have passed the limit by itself. */
  #held(eye: ExchangeEye, market: number): bigint {
    const { ifYes, ifNo } = eye.losses(market, [])
    return ifYes > ifNo ? ifYes : ifNo
  }

  #noteResting(resting: readonly CoreOrder[], now: number): void {
    if (resting === this.#resting) return
    this.#resting = resting
    const before = this.#restingSince
    this.#restingSince = new Map(resting.map(({ spec }) => [spec.hash, before.get(spec.hash) ?? now]))
  }

  #expectAttended(resting: readonly CoreOrder[], now: number): void {
    this.#noteResting(resting, now)
    const restClearAt = this.#restFoulAt + BOUNDS.afterRest * 1_000
    const complain = (order: CoreOrder, why: string): never => {
      const age = Math.round((now - order.acceptedAt) / 1_000)
      throw new Violation(`order ${order.spec.hash} in market ${order.spec.market} rests after ${age} ms although ${why}`)
    }
    const tellSince = (since: number): string => `for ${Math.round((now - since) / 1_000)} ms`
    for (const order of resting) {
      const restsSince = this.#restingSince.get(order.spec.hash) ?? now
      const isPast = (since: number, bound: number): boolean =>
        now > Math.max(Math.max(since, restsSince) + bound * 1_000, restClearAt)
      // Of what came back to the book since then it cannot know; its keeper finds that.
      const isTold = restsSince <= (this.#toldAt ?? 0) || restsSince === order.acceptedAt
      const isUnkept = this.#unkeptSince !== null
      if (this.#diedAt !== null && !isUnkept && isPast(Math.max(this.#diedAt, this.#parts.keeperStallsUntil()), BOUNDS.cut))
        complain(order, `no bot runs ${tellSince(this.#diedAt)}`)
      if (this.#runsSince === null) continue
      const { at } = this.#parts.ends.get(order.spec.market) ?? NO_END
      if (now > Math.max(at - BOUNDS.beforeEnd * 1_000, restClearAt, this.#parts.stallsUntil() + BOUNDS.told * 1_000))
        complain(order, `its market ends in ${Math.round((at - now) / 1_000)} ms`)
      if (this.#unkeptSince !== null && isPast(Math.max(this.#unkeptSince, this.#parts.stallsUntil()), BOUNDS.cut))
        complain(order, `its keeper is gone ${tellSince(this.#unkeptSince)}`)
      for (const [what, outage] of [
        ['the wallet’s', this.#wallet],
        ['the books’', this.#public],
      ] as const) {
        if (outage.since === null) continue
        const since = Math.max(outage.since, this.#runsSince)
        if (isPast(since, outage.isHalfOpen ? BOUNDS.halfOpen : BOUNDS.cut))
          complain(order, `${what} link is ${outage.isHalfOpen ? 'half-open' : 'cut'} ${tellSince(since)}`)
      }
      if (
        this.#toldAt !== null &&
        isTold &&
        isPast(Math.max(this.#toldAt, this.#runsSince, this.#parts.stallsUntil()), BOUNDS.told)
      )
        complain(order, `the bot knows that the wallet’s link is lost ${tellSince(this.#toldAt)}`)
      const heardAt = this.#heard.get(order.spec.market)?.at ?? this.#runsSince
      if (isPast(heardAt, BOUNDS.silentBook)) complain(order, `its book was not heard ${tellSince(heardAt)}`)
    }
  }
}

const NO_END = { at: Number.POSITIVE_INFINITY }

/** Since when no link of a kind is sound; null: one is. */
interface Outage {
  readonly since: number | null
  readonly isHalfOpen: boolean
}

function outageOf(before: Outage, now: number, links: readonly SimLink[]): Outage {
  if (links.some(link => link.isSound)) return { since: null, isHalfOpen: false }
  return { since: before.since ?? now, isHalfOpen: before.isHalfOpen || links.some(link => link.isSwallowing) }
}
