import type { Batch } from '../model/batch.js'
import { type MarketIndex, OrderId } from '../model/ids.js'
import { toJson } from '../model/plain.js'
import type { Account } from './account.js'
import { Asking } from './asking.js'
import { RETENTION_MS } from './blotter.js'
import { Budget } from './budget.js'
import type { Depth } from './depth.js'
import type { Desk, DeskParts } from './desk.js'
import { DeskClock } from './desk-clock.js'
import { type DeskLook, lookAt } from './desk-look.js'
import type { Assignment } from './desk-options.js'
import type { DeskState } from './desk-state.js'
import type { DeskSummary } from './desk-summary.js'
import { summarize } from './desk-summary.js'
import { doubtfulOrders } from './doubts.js'
import { Hearing } from './hearing.js'
import { Ledger } from './ledger.js'
import { LossWatch } from './loss-watch.js'
import { MarkoutWatch } from './markout-watch.js'
import { News, type Turn } from './news.js'
import { Opening } from './opening.js'
import { Outbox } from './outbox.js'
import type { Outgoing } from './outgoing.js'
import { ParameterChanges } from './parameter-changes.js'
import { plainState } from './plain-state.js'
import { Quoter } from './quoter.js'
import { redefine } from './redefine.js'
import { referenceReader } from './references.js'
import { Remnants } from './remnants.js'
import { Requoter } from './requoter.js'
import { RollingHash } from './rolling-hash.js'
import { Roster, type RosterParts } from './roster.js'
import { Scopes } from './scopes.js'
import { SettlementWatch } from './settlement-watch.js'
import { siblingReader } from './siblings.js'
import { Slot, type SlotPast } from './slot.js'
import { SlotTable } from './slot-table.js'
import { StreamProof } from './stream-proof.js'
import { type Corridor, takeTurn, type WordRows } from './turn.js'
import { Waking } from './waking.js'
import { withCancelsPerCall } from './with-cancels-per-call.js'

/** Creates a desk that continues from `state`. Throws a RangeError for invalid settings. */
export const createDesk = (parts: DeskParts): Desk => new AccountDesk(parts)

/** The desk of one account: its parts, the result of a turn, and what displays may read. `turn.ts` shows the turn. */
class AccountDesk implements Desk {
  readonly #ledger: Ledger
  readonly #remnants: Remnants
  readonly #asking: Asking
  readonly #clock = new DeskClock()
  readonly #hash = new RollingHash()
  readonly #news = new News()
  readonly #parameters = new ParameterChanges()
  readonly #corridor: Corridor

  constructor(parts: DeskParts) {
    const { books, markets, settings, state, onReview } = parts
    if (settings.graceMs > RETENTION_MS) throw new RangeError(`graceMs is at most ${RETENTION_MS}, found ${settings.graceMs}`)
    this.#asking = parts.asking ?? new Asking()
    const clock = this.#clock
    clock.grace = settings.graceMs * 1_000
    const ledger = new Ledger(withCancelsPerCall(state, settings.budget), markets)
    // The venue's reports about rate limits were for the process that received them.
    ledger.state.told.clear()
    this.#ledger = ledger
    this.#remnants = new Remnants(ledger)
    const table = new SlotTable()
    for (const { index } of markets) table.add(this.#slotOf(parts, books.depth(index), assignmentOf(parts, index)))
    const slots = table.all
    const budget = new Budget(settings.budget, ledger.calls, clock, markets.length * 2)
    const account: Account = {
      ledger,
      budget,
      settings,
      clock,
      hash: this.#hash,
      news: this.#news,
      slots,
      slotAt: table.at,
      remnants: this.#remnants,
      scopes: new Scopes(settings.limits, ledger, clock),
      parameters: this.#parameters,
      onReview: onReview ?? null,
    }
    const waking = new Waking(slots)
    const losses = new LossWatch(account)
    const settlements = new SettlementWatch(account)
    const markouts = new MarkoutWatch(account)
    const outbox = new Outbox(account)
    const opening = new Opening(account, outbox, losses)
    const requoter = new Requoter(account, outbox, opening)
    const quoter = new Quoter(account, { outbox, opening, requoter, asking: this.#asking })
    const proof = new StreamProof({ clock, blotter: ledger.blotter, slots, slotAt: table.at, waking })
    const hearing = new Hearing({ account, books, outbox, quoter, requoter, settlements, markouts, proof, waking })
    const slotOf: RosterParts['slotOf'] = ({ depth, stanza }, past) =>
      this.#slotOf(
        { books, settings: account.settings },
        depth,
        this.#parameters.applied(parts.assign?.(depth.market, stanza) ?? null, depth.market.id),
        past ?? this.#remnants.take(depth.market.id),
      )
    const roster = new Roster({ account, slots: table, waking, slotOf })
    const parties = { quoter, requoter, losses, settlements, markouts, opening, outbox, roster }
    this.#corridor = { account, clock, books, slots: table, hearing, waking, ...parties }
    for (const slot of slots) {
      redefine(account, slot)
      account.scopes.join(slot)
    }
  }

  turn(batch: Batch): Turn {
    const { outbox } = this.#corridor
    takeTurn(this.#corridor, batch, null)
    return outbox.leaving.isEmpty ? this.#news.take() : this.#news.take(outbox.leaving.take(this.#ledger.state.epoch))
  }

  pass(batch: Batch, outgoing: Outgoing, rows: WordRows | null): Turn {
    const { outbox } = this.#corridor
    takeTurn(this.#corridor, batch, rows)
    if (!outbox.leaving.isEmpty) outbox.leaving.tell(outgoing)
    return this.#news.take()
  }

  state(): DeskState {
    return this.#ledger.save()
  }

  stateHash(): string {
    const { state, blotter } = this.#ledger
    const hash = new RollingHash()
    hash.addText(toJson(plainState(state, blotter.orders.all)))
    hash.addText(this.#hash.digest())
    return hash.digest()
  }

  summary(): DeskSummary {
    const { account, roster } = this.#corridor
    return summarize({ ...account, past: roster.past })
  }

  look(): DeskLook {
    return lookAt(this.#corridor.account)
  }

  doubts(): ReturnType<Desk['doubts']> {
    const { blotter, state } = this.#ledger
    return doubtfulOrders(blotter.orders.all, this.#clock).map(number => OrderId.of(state.epoch, number))
  }

  #slotOf(
    { books, settings }: Pick<DeskParts, 'books' | 'settings'>,
    depth: Depth,
    assignment: Assignment | null,
    past: SlotPast | null = null,
  ): Slot {
    if (settings.ownInBook) depth.keepBatches()
    const references = books.references.declaredBy(assignment, depth.market)
    this.#asking.create(depth.market.index, this.#clock.now)
    try {
      return new Slot({
        depth,
        assignment,
        past,
        ledger: this.#ledger,
        clock: this.#clock,
        limits: settings.limits,
        ...siblingReader(depth.market.index, () => this.#corridor),
        references,
        reference: referenceReader(references),
      })
    } finally {
      this.#asking.end()
    }
  }
}

function assignmentOf({ assignments }: Pick<DeskParts, 'assignments'>, market: MarketIndex): Assignment | null {
  const own = assignments.filter(assignment => assignment.market === market)
  if (own.length > 1) throw new RangeError(`one market takes one strategy, market ${market} has ${own.length}`)
  return own[0] ?? null
}
