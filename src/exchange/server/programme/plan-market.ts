import { Timestamp } from '../../../model/time.js'
import type { MarketPlan, TradingHalt } from '../text/market-text.js'
import type { Draw } from './draw.js'
import type { Incidents } from './programme-seed.js'

/** When an occurrence of a series opens, when the next one does, and when it ends. */
export interface Span {
  readonly startsAt: Timestamp
  readonly nextAt: Timestamp
  readonly endsAt: Timestamp
}

interface Planned {
  readonly span: Span
  readonly now: Timestamp
  readonly incidents: Incidents
  readonly decimals: 2 | 3
  readonly draw: Draw
  /** The market's place within its occurrence. */
  readonly place: number
  /** Whether the market belongs to a group; then it cannot be removed alone. */
  readonly isInGroup: boolean
}

/** How many numbered draws one market uses. */
const DRAWS_A_MARKET = 16

/** Draws the incidents of a market, leaving out those that would be in the past. `null`: none. */
export const planMarket = ({ span, now, incidents, decimals, draw, place, isInGroup }: Planned): MarketPlan | null => {
  const u = (purpose: number): number => draw.at(place * DRAWS_A_MARKET + purpose)
  const hits = (purpose: number, percent: number): boolean => u(purpose) * 100 < percent
  const life = span.endsAt - span.startsAt
  const within = (purpose: number, from: number, to: number): Timestamp =>
    Timestamp.add(span.startsAt, Math.floor(life * (from + (to - from) * u(purpose))))
  const pause = pauseOf(span, u(1))
  const tickAt = within(3, 0.2, 0.6)
  const clarifiesAt = within(5, 0.1, 0.5)
  const halts = [
    { hit: hits(8, incidents.cancelOnlyPercent), halt: haltOf(span, 'CANCEL_ONLY', u(9)) },
    { hit: hits(10, incidents.matchingOffPercent), halt: haltOf(span, 'MATCHING_NOT_ENABLED', u(11)) },
  ].flatMap(({ hit, halt }) => (hit && halt.from > now ? [halt] : []))
  const removedAt = lateIn(span, 0.97 + 0.02 * u(13))
  const isRemoved = !isInGroup && hits(12, incidents.removalPercent) && removedAt > now
  const plan: MarketPlan = {
    pause: hits(0, incidents.pausePercent) && pause.from > now ? pause : null,
    tick: hits(2, incidents.tickChangePercent) && tickAt > now ? { at: tickAt, decimals: decimals === 2 ? 3 : 2 } : null,
    clarifiesAt: hits(4, incidents.clarificationPercent) && clarifiesAt > now ? clarifiesAt : null,
    isDisputed: hits(6, incidents.disputePercent),
    ...(halts.length > 0 && { halts }),
    ...(isRemoved && { removedAt }),
  }
  const isEmpty =
    plan.pause === null &&
    plan.tick === null &&
    plan.clarifiesAt === null &&
    !plan.isDisputed &&
    plan.halts === undefined &&
    plan.removedAt === undefined
  return isEmpty ? null : plan
}

/** Whether a market without a group pays halves. */
export const paysHalves = (draw: Draw, place: number, percent: number): boolean =>
  draw.at(place * DRAWS_A_MARKET + 7) * 100 < percent

/** If two occurrences overlap, the pause is within the overlap, so that one of the two always trades; otherwise it is in the second half. */
const pauseOf = (span: Span, u: number): { readonly from: Timestamp; readonly to: Timestamp } => {
  const from = lateIn(span, 0.1 + 0.3 * u)
  return { from, to: Timestamp.add(from, Math.floor(Math.min(roomOf(span) / 3, PAUSE_US_MAX))) }
}

/** Halts come after a pause and one after the other, in the same part of the market's time. */
const haltOf = (span: Span, status: TradingHalt['status'], u: number): TradingHalt => {
  const from = lateIn(span, (status === 'CANCEL_ONLY' ? 0.75 : 0.88) + 0.04 * u)
  return { status, from, to: Timestamp.add(from, Math.floor(Math.min(roomOf(span) / 25, HALT_US_MAX))) }
}

const PAUSE_US_MAX = 600_000_000
const HALT_US_MAX = 300_000_000

/** A moment of the overlap with the next occurrence, or of the second half if there is no overlap. `part`: 0 is its beginning, 1 its end. */
const lateIn = (span: Span, part: number): Timestamp => Timestamp.add(span.endsAt, -Math.floor(roomOf(span) * (1 - part)))

const roomOf = ({ startsAt, nextAt, endsAt }: Span): number =>
  nextAt < endsAt ? endsAt - nextAt : Math.ceil((endsAt - startsAt) / 2)
