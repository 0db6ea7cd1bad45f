import type { Batch } from '../model/batch.js'
import { type MarketIndex, OrderId } from '../model/ids.js'
import { toJson } from '../model/plain.js'
import type { View } from '../strategy/view.js'
import type { Account } from './account.js'
import { RETENTION_MS } from './blotter.js'
import { Budget } from './budget.js'
import type { Desk, DeskParts, Turn } from './desk.js'
import type { Assignment, DeskSummary } from './desk-options.js'
import { type DeskState, StatusClock } from './desk-state.js'
import { doubtfulOrders } from './doubts.js'
import { Hearing } from './hearing.js'
import { Ledger } from './ledger.js'
import { LossWatch } from './loss-watch.js'
import { summarize } from './marks.js'
import { Outbox } from './outbox.js'
import type { Outgoing } from './outgoing.js'
import { Quoter } from './quoter.js'
import { RollingHash } from './rolling-hash.js'
import { SettlementWatch } from './settlement-watch.js'
import { Slot } from './slot.js'
import { StreamProof } from './stream-proof.js'
import { type Corridor, type Rows, redefine, takeTurn } from './turn.js'
import { Waking } from './waking.js'

const EMPTY: Turn = { commands: [], refusals: [], halt: null, adjustments: [], faults: [], failures: [], repeats: [], paid: [] }
const NO_COMMANDS: Turn['commands'] = []

/** The desk of one account: its parts, what it says after a turn, and what may be seen of it. `turn.ts` shows the turn. */
export class AccountDesk implements Desk {
  readonly #ledger: Ledger
  readonly #slots: readonly Slot[]
  readonly #clock = new StatusClock()
  readonly #hash = new RollingHash()
  readonly #corridor: Corridor

  constructor({ books, markets, assignments, settings, state, deciding, onReview }: DeskParts) {
    if (settings.graceMs > RETENTION_MS) throw new RangeError(`graceMs is at most ${RETENTION_MS}, found ${settings.graceMs}`)
    const clock = this.#clock
    clock.grace = settings.graceMs * 1_000
    const ledger = new Ledger(state, markets)
    // The venue's word of its windows was for the process that heard it.
    ledger.state.told.clear()
    this.#ledger = ledger
    const slots = markets.map(({ index }) => this.#slotOf(index, { books, assignments, settings }))
    this.#slots = slots
    const budget = new Budget(settings.budget, ledger.calls, clock, markets.length * 2)
    const account: Account = { ledger, budget, settings, clock, hash: this.#hash, slots, onReview: onReview ?? null }
    const waking = new Waking(slots)
    const losses = new LossWatch(account)
    const settlements = new SettlementWatch(account)
    const outbox = new Outbox(account, losses)
    const quoter = new Quoter(account, outbox, deciding)
    const proof = new StreamProof({ clock, blotter: ledger.blotter, slots, waking })
    const hearing = new Hearing({ account, books, outbox, quoter, settlements, proof, waking })
    const said = { halt: null, paid: [] }
    this.#corridor = { account, clock, books, waking, hearing, quoter, losses, settlements, outbox, said }
    for (const slot of slots) redefine(this.#corridor, slot)
  }

  turn(batch: Batch): Turn {
    takeTurn(this.#corridor, batch, null)
    const { leaving } = this.#corridor.outbox
    return this.#say(leaving.isEmpty ? NO_COMMANDS : leaving.take(this.#ledger.state.epoch))
  }

  pass(batch: Batch, outgoing: Outgoing, rows: Rows | null): Turn {
    takeTurn(this.#corridor, batch, rows)
    const { leaving } = this.#corridor.outbox
    if (!leaving.isEmpty) leaving.tell(outgoing)
    return this.#say(NO_COMMANDS)
  }

  state(): DeskState {
    return this.#ledger.save()
  }

  stateHash(): string {
    const hash = new RollingHash()
    hash.addText(toJson(this.#ledger.save()))
    hash.addText(this.#hash.digest())
    return hash.digest()
  }

  summary(): DeskSummary {
    return summarize({ ledger: this.#ledger, slots: this.#slots, clock: this.#clock })
  }

  doubts(): ReturnType<Desk['doubts']> {
    const { blotter, state } = this.#ledger
    return doubtfulOrders(blotter.orders.values(), this.#clock).map(number => OrderId.of(state.epoch, number))
  }

  #slotOf(market: MarketIndex, { books, assignments, settings }: Pick<DeskParts, 'books' | 'assignments' | 'settings'>): Slot {
    const own = assignments.filter(assignment => assignment.market === market)
    if (own.length > 1) throw new RangeError(`one market takes one strategy, market ${market} has ${own.length}`)
    const assignment = own[0] ?? null
    const depth = books.depth(market)
    if (settings.ownInBook) depth.keepBatches()
    return new Slot({
      depth,
      assignment,
      ledger: this.#ledger,
      clock: this.#clock,
      sibling: this.#siblings(assignment),
      reference: name => books.reference(name),
    })
  }

  #siblings(assignment: Assignment | null): View<unknown>['sibling'] {
    return id => {
      const { quoter, waking } = this.#corridor
      if (!quoter.isAsking) throw new Error('a sibling can be looked at while a strategy decides, and never later')
      const slot = this.#slots[this.#ledger.indexOf(id)]
      if (slot === undefined || slot.assignment?.definition !== assignment?.definition) return undefined
      quoter.look(slot)
      if (slot.mustDecide) waking.wake(slot)
      return slot.view
    }
  }

  #say(commands: Turn['commands']): Turn {
    const { outbox, quoter, hearing, settlements, said } = this.#corridor
    const { refusals } = outbox
    const { faults } = quoter
    const { adjustments, repeats } = hearing
    const { failures } = settlements
    const { halt, paid } = said
    const count = commands.length + refusals.length + failures.length + faults.length
    if (count + adjustments.length + repeats.length + paid.length === 0 && halt === null) return EMPTY
    if (refusals.length > 0) outbox.refusals = []
    if (faults.length > 0) quoter.faults = []
    if (failures.length > 0) settlements.failures = []
    if (adjustments.length > 0) hearing.adjustments = []
    if (repeats.length > 0) hearing.repeats = []
    if (paid.length > 0) said.paid = []
    said.halt = null
    return { commands, refusals, halt, adjustments, faults, failures, repeats, paid }
  }
}
