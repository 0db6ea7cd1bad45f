import { Price } from '../../../model/money.js'
import { Timestamp } from '../../../model/time.js'
import type { CoreCommand } from '../../core/command.js'
import type { CoreMarket } from '../../core/core-reads.js'
import type { Note } from '../log/note.js'
import type { MarketPlan } from '../text/market-text.js'
import { carryOut } from '../writes/carry-out.js'
import type { Writes } from '../writes/writes.js'

/** How long a dispute lasts. */
const DISPUTE_US = 120_000_000

/**
 * Carries out on a market what its plan makes due, as an operator would. What was done already shows in the market itself, so a restart repeats
 * nothing. Returns whether the plan is finished. Rejects with a refusal of the exchange.
 */
export const followPlan = async (writes: Writes, id: number): Promise<boolean> => {
  const market = writes.reads.core.market(id)
  const plan = writes.reads.markets.catalog.market(id)?.plan
  if (market === null || plan === undefined || market.result !== null) return true
  const due = { writes, market, plan, now: writes.reads.now() }
  const entries = [removalDue(due) ?? pauseDue(due) ?? haltDue(due), tickDue(due), disputeDue(due)].flatMap(command =>
    command === null ? [] : [{ command }],
  )
  const notes = clarificationDue(due)
  if (entries.length > 0 || notes.length > 0) await carryOut(writes, { entries, notes })
  return false
}

interface Due {
  readonly writes: Writes
  readonly market: CoreMarket
  readonly plan: MarketPlan
  readonly now: Timestamp
}

/** A market that an operator has unpaused is not paused again. */
const pauseDue = ({ market, plan: { pause }, now }: Due): CoreCommand | null => {
  if (pause === null || now < pause.from) return null
  const { status, spec } = market
  if (status === 'REGISTERED' && now < pause.to) return { kind: 'status', at: now, market: spec.id, status: 'PAUSED' }
  if (status === 'PAUSED' && now >= pause.to) return { kind: 'status', at: now, market: spec.id, status: 'UNPAUSED' }
  return null
}

/** Only an open market is halted, and only a halted one is reopened. */
const haltDue = ({ market, plan: { halts = [] }, now }: Due): CoreCommand | null => {
  const { trading, status, spec } = market
  if (status !== 'REGISTERED' && status !== 'UNPAUSED') return null
  const begun = halts.find(({ from, to }) => from <= now && now < to)
  if (begun !== undefined && trading === 'OPEN') return { kind: 'trading', at: now, market: spec.id, status: begun.status }
  const over = halts.find(halt => halt.to <= now && trading === halt.status)
  return over === undefined || trading === begun?.status ? null : { kind: 'trading', at: now, market: spec.id, status: 'OPEN' }
}

const removalDue = ({ market, plan: { removedAt }, now }: Due): CoreCommand | null => {
  const { trading, spec } = market
  if (removedAt === undefined || now < removedAt || trading === 'CLOSED') return null
  return { kind: 'status', at: now, market: spec.id, status: 'REMOVED' }
}

const tickDue = ({ market, plan: { tick }, now }: Due): CoreCommand | null => {
  if (tick === null || now < tick.at || market.trading === 'CLOSED') return null
  const wanted = Price.of(10 ** (4 - tick.decimals))
  return market.tick === market.spec.tick && market.tick !== wanted
    ? { kind: 'tick', at: now, market: market.spec.id, tick: wanted }
    : null
}

/** A proposal is disputed once, before it takes effect, and becomes the result when the dispute is over. */
const disputeDue = ({ writes, market, plan, now }: Due): CoreCommand | null => {
  if (!plan.isDisputed) return null
  const { id } = market.spec
  const disputed = writes.reads.markets.oracle.of(id).findLast(({ kind }) => kind === 'DISPUTED')
  if (market.status === 'PRICE_PROPOSED' && disputed === undefined) return { kind: 'dispute', at: now, market: id }
  if (market.status !== 'PRICE_DISPUTED' || disputed === undefined || market.proposed === null) return null
  return now >= Timestamp.add(disputed.at, DISPUTE_US) ? { kind: 'resolve', at: now, market: id, yes: market.proposed } : null
}

const CLARIFICATION = { title: 'How this market is decided', text: 'The description alone decides, in its wording of today.' }

const clarificationDue = ({ writes, market, plan: { clarifiesAt }, now }: Due): readonly Note[] => {
  const { id } = market.spec
  if (clarifiesAt === null || now < clarifiesAt) return []
  if (writes.reads.markets.bulletins.of(id).some(({ title }) => title === CLARIFICATION.title)) return []
  return [{ kind: 'bulletin', at: now, market: id, ...CLARIFICATION }]
}
