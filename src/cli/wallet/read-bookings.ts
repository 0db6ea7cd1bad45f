import { type Adjustment, type DeskState, freshDeskState, type PositionRecord } from '../../engine/desk-state.js'
import { foldEntry } from '../../engine/fold.js'
import { Ledger } from '../../engine/ledger.js'
import { costOfHolding } from '../../engine/portfolio.js'
import { type Audit, openAudit, type Segment } from '../../journal/audit.js'
import { archiveOf } from '../../journal/prune.js'
import type { Fill } from '../../model/fill.js'
import type { MarketId } from '../../model/ids.js'
import type { JournalEntry } from '../../model/journal-entry.js'
import { type Outcome, type Side, Wei } from '../../model/money.js'
import { Payout } from '../../model/payout.js'
import type { Report } from '../../model/report.js'
import type { Timestamp } from '../../model/time.js'

/** One change of a wallet's cash or shares. */
export interface Booking {
  readonly at: Timestamp
  /**
   * `fill`: one that settled. `payout`: the result of a market. `split`, `merge`: pairs of shares made of cash, or turned into it. `convert`: NO that
   * became YES of other markets of its group, and cash. `opening`: what the
   * wallet had before its first run. `unexplained`: a difference from the venue.
   */
  readonly what: 'fill' | 'payout' | Adjustment['why']
  /** null: cash alone. */
  readonly market: MarketId | null
  /** null: not one outcome, as of a payout. */
  readonly outcome: Outcome | null
  readonly side: Side | null
  /** Of a fill, before a fee in shares; of pairs, their number; of an adjustment, the change. Of a payout, the shares that ended. */
  readonly shares: Wei
  /** Of a fill, before the fee; else 0. */
  readonly value: Wei
  /** Change of settled cash. */
  readonly cash: Wei
  /** In collateral, valued at the price of the fill if it was paid in shares. */
  readonly fee: Wei
  /**
   * Of shares that ended: what they brought less what they had cost, after fees, the oldest first (FIFO), YES and NO apart. 0 where shares came, and
   * where they came or went without a trade. Shares that came so count as bought at half a unit.
   */
  readonly gain: Wei
  /** Settled cash afterwards. */
  readonly balance: Wei
  readonly order: string | null
  readonly key: string | null
}

/** All bookings of a wallet. */
export interface Bookings {
  /** In the order in which they were booked. */
  readonly list: readonly Booking[]
  /** Why the list does not begin with the wallet's first booking; empty if it does. */
  readonly notes: readonly string[]
}

/** Books a journal, with its archive, again from its beginning, and returns what moved. Throws a `JournalError`. */
export function readBookings(file: string): Bookings {
  const audit = openAudit(file, archiveOf(file))
  try {
    return { list: bookingsOf(audit), notes: audit.notes }
  } finally {
    audit.close()
  }
}

function bookingsOf(audit: Audit): readonly Booking[] {
  const { base, last, segments } = audit
  let state = base === null ? freshDeskState((last?.state as DeskState | undefined)?.epoch ?? 0) : (base.state as DeskState)
  // Where earlier entries are missing, what was held then counts as bought at its average cost.
  const held = new Map([...state.positions].map(([market, position]) => [market, heldIn(position)]))
  const books: Books = { list: [], held, balance: state.cash }
  for (const segment of [...segments, ...audit.tail()]) state = new Bookkeeper(state, segment, books).run()
  return books.list
}

/** Shares of one outcome of one market with what they cost, the oldest first. */
class Lots {
  readonly #lots: { shares: bigint; cost: bigint }[] = []
  shares = 0n

  /** Returns the cost of those that had been removed before they came: a sell may settle before the buy of its shares. */
  add(shares: bigint, cost: bigint): bigint {
    if (shares <= 0n) return 0n
    const missing = this.shares < 0n ? -this.shares : 0n
    const gone = missing < shares ? missing : shares
    const part = (cost * gone) / shares
    if (gone < shares) this.#lots.push({ shares: shares - gone, cost: cost - part })
    this.shares += shares
    return part
  }

  /** Removes the oldest shares; returns what they had cost. */
  remove(shares: bigint): bigint {
    let [left, cost] = [shares, 0n]
    for (let lot = this.#lots[0]; lot !== undefined && left > 0n; lot = this.#lots[0]) {
      const gone = lot.shares < left ? lot.shares : left
      const part = (lot.cost * gone) / lot.shares
      lot.shares -= gone
      lot.cost -= part
      cost += part
      left -= gone
      if (lot.shares === 0n) this.#lots.shift()
    }
    this.shares -= shares
    return cost
  }
}

/** What the wallet holds of one market. */
interface Held {
  readonly yes: Lots
  readonly no: Lots
  /** All that were paid, as the ledger has them. */
  fees: Wei
}

/** What goes on from one segment to the next. */
interface Books {
  readonly list: Booking[]
  readonly held: Map<MarketId, Held>
  balance: Wei
}

/** What a booking says beside the amounts that are always measured. */
type Named = Pick<Booking, 'at' | 'what' | 'market' | 'cash'> & Partial<Booking>

const OUTCOMES = ['yes', 'no'] as const

/** Books the entries of one segment into a ledger, as the fold does, and writes down what each of them changed. */
class Bookkeeper {
  readonly #ledger: Ledger
  readonly #segment: Segment
  readonly #books: Books

  constructor(state: DeskState, segment: Segment, books: Books) {
    this.#ledger = new Ledger(state, segment.markets)
    this.#segment = segment
    this.#books = books
  }

  /** Returns the state after the last entry. */
  run(): DeskState {
    // The desk of that run paid these results before its first turn.
    for (const { id, result } of this.#segment.markets)
      if (result !== null && this.#ledger.portfolio.pay(id, result.yes)) this.#paid(id, result.at)
    for (const entry of this.#segment.entries()) this.#take(entry)
    return this.#ledger.save()
  }

  #take(entry: JournalEntry): void {
    if (entry.kind === 'report') return this.#report(entry.report)
    foldEntry(this.#ledger, entry)
    if (entry.kind !== 'result') return
    this.#paid(typeof entry.market === 'number' ? this.#ledger.markets.idOf(entry.market) : entry.market, entry.at)
  }

  #report(report: Report): void {
    if (report.kind === 'snapshot') return this.#reconcile(report)
    this.#ledger.report(report)
    const { fill, market, isRepeat } = this.#ledger.heard
    if (fill === null || market === null || isRepeat) return
    if (report.kind === 'settled') this.#settled(fill, market, report.receivedAt)
    // The shares of a sell that failed after the result of its market are paid.
    if (report.kind === 'settled' || report.kind === 'failed') this.#paid(market, report.receivedAt)
  }

  /** Fills first, as the ledger itself books them, so that each has its own booking; then differences by name. */
  #reconcile(report: Report & { readonly kind: 'snapshot' }): void {
    const { snapshot, receivedAt: at } = report
    for (const { fill, state } of snapshot.fills) {
      if (this.#ledger.portfolio.knows(state, fill.key)) continue
      this.#ledger.fill(state, fill, at)
      const { market } = this.#ledger.heard
      if (state !== 'settled' || market === null) continue
      this.#settled(fill, market, at)
      this.#paid(market, at)
    }
    for (const adjustment of this.#ledger.report(report)) this.#adjusted(adjustment)
  }

  #settled(fill: Fill, market: MarketId, at: Timestamp): void {
    const { outcome, side, shares, value, fee, order, key } = fill
    const lots = this.#of(market)[outcome]
    const paid = fee.in === 'cash' ? fee.amount : 0n
    const named = { at, what: 'fill', market, outcome, side, shares, value, order, key } as const
    if (side === 'buy') {
      const gone = lots.add(fee.in === 'shares' ? shares - fee.amount : shares, value + paid)
      return this.#wrote({ ...named, cash: Wei.of(-value - paid), gain: Wei.of(-gone) })
    }
    this.#wrote({ ...named, cash: Wei.of(value - paid), gain: Wei.of(value - paid - lots.remove(shares)) })
  }

  /** Books the payout of the shares that the ledger has no more; nothing if it has all of them, or if there is no result. */
  #paid(market: MarketId, at: Timestamp): void {
    const held = this.#of(market)
    const position = this.#ledger.portfolio.position(market)
    const { result } = position
    if (result === null) return
    let [shares, cash, cost] = [0n, 0n, 0n]
    for (const outcome of OUTCOMES) {
      const ended = held[outcome].shares - position[outcome].shares
      if (ended <= 0n) continue
      shares += ended
      cash += Payout.of(result, outcome, Wei.of(ended))
      cost += held[outcome].remove(ended)
    }
    if (shares > 0n)
      this.#wrote({ at, what: 'payout', market, shares: Wei.of(shares), cash: Wei.of(cash), gain: Wei.of(cash - cost) })
  }

  #adjusted({ why, what, market, amount, at, cash: brought = Wei.ZERO }: Adjustment): void {
    if (what === 'cash' || market === null) return this.#wrote({ at, what: why, market: null, cash: amount })
    const held = this.#of(market)
    const named = { at, what: why, market, shares: amount } as const
    if (why === 'convert' && what !== 'pairs') {
      // NO is sold for its part of the cash. YES costs nothing, unless cash was paid.
      const gain = amount < 0n ? brought - held[what].remove(-amount) : 0n
      held[what].add(amount, -brought)
      return this.#wrote({ ...named, outcome: what, cash: brought, gain: Wei.of(gain) })
    }
    if (what !== 'pairs') {
      // They came or went without a trade, so there is no gain.
      if (amount > 0n) held[what].add(amount, amount / 2n)
      else held[what].remove(-amount)
      return this.#wrote({ ...named, outcome: what, cash: Wei.ZERO })
    }
    if (why === 'merge') {
      const cost = held.yes.remove(amount) + held.no.remove(amount)
      return this.#wrote({ ...named, cash: amount, gain: Wei.of(amount - cost) })
    }
    held.yes.add(amount, amount / 2n)
    held.no.add(amount, amount - amount / 2n)
    this.#wrote({ ...named, cash: Wei.negate(amount) })
  }

  #of(market: MarketId): Held {
    const known = this.#books.held.get(market)
    if (known !== undefined) return known
    const held: Held = { yes: new Lots(), no: new Lots(), fees: Wei.ZERO }
    this.#books.held.set(market, held)
    return held
  }

  #wrote(named: Named): void {
    const { market, cash } = named
    const held = market === null ? null : this.#of(market)
    const fees = market === null ? Wei.ZERO : this.#ledger.portfolio.position(market).fees
    // A market that was forgotten, because it had left, begins at nothing again.
    const fee = Wei.of(held === null || fees < held.fees ? fees : fees - held.fees)
    if (held !== null) held.fees = fees
    this.#books.balance = Wei.add(this.#books.balance, cash)
    this.#books.list.push({
      outcome: null,
      side: null,
      shares: Wei.ZERO,
      value: Wei.ZERO,
      gain: Wei.ZERO,
      order: null,
      key: null,
      ...named,
      fee,
      balance: this.#books.balance,
    })
  }
}

/** The shares of a position at their average cost. */
function heldIn({ yes, no, fees }: Readonly<PositionRecord>): Held {
  const held: Held = { yes: new Lots(), no: new Lots(), fees }
  held.yes.add(yes.shares, costOfHolding(yes))
  held.no.add(no.shares, costOfHolding(no))
  return held
}
