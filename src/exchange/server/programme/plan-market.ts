import { Timestamp } from '../../../model/time.js'
import type { Draw } from './draw.js'
import type { MarketPlan } from './market-plan.js'
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
  /** Of the market within its occurrence. */
  readonly place: number
}

/** Numbers of draws that one market takes. */
export const DRAWS_A_MARKET = 16

/** Draws what will disturb a market; what would lie in the past is left out. null: nothing will. */
export const planMarket = ({ span, now, incidents, decimals, draw, place }: Planned): MarketPlan | null => {
  const u = (purpose: number): number => draw.at(place * DRAWS_A_MARKET + purpose)
  const hits = (purpose: number, percent: number): boolean => u(purpose) * 100 < percent
  const life = span.endsAt - span.startsAt
  const within = (purpose: number, from: number, to: number): Timestamp =>
    Timestamp.add(span.startsAt, Math.floor(life * (from + (to - from) * u(purpose))))
  const pause = pauseOf(span, u(1))
  const tickAt = within(3, 0.2, 0.6)
  const clarifiesAt = within(5, 0.1, 0.5)
  const plan: MarketPlan = {
    pause: hits(0, incidents.pausePercent) && pause.from > now ? pause : null,
    tick: hits(2, incidents.tickChangePercent) && tickAt > now ? { at: tickAt, decimals: decimals === 2 ? 3 : 2 } : null,
    clarifiesAt: hits(4, incidents.clarificationPercent) && clarifiesAt > now ? clarifiesAt : null,
    isDisputed: hits(6, incidents.disputePercent),
  }
  const isEmpty = plan.pause === null && plan.tick === null && plan.clarifiesAt === null && !plan.isDisputed
  return isEmpty ? null : plan
}

/** Whether a market that stands alone pays halves. */
export const paysHalves = (draw: Draw, place: number, percent: number): boolean =>
  draw.at(place * DRAWS_A_MARKET + 7) * 100 < percent

/**
 * Where two occurrences are open for a while, the older one is paused meanwhile, so that one of the two always trades; else in the second half.
 */
const pauseOf = ({ startsAt, nextAt, endsAt }: Span, u: number): { readonly from: Timestamp; readonly to: Timestamp } => {
  const begins = nextAt < endsAt ? nextAt : Timestamp.add(startsAt, Math.floor((endsAt - startsAt) / 2))
  const room = endsAt - begins
  const from = Timestamp.add(begins, Math.floor(room * (0.1 + 0.3 * u)))
  return { from, to: Timestamp.add(from, Math.floor(Math.min(room / 3, PAUSE_US_MAX))) }
}

const PAUSE_US_MAX = 600_000_000
