import { type Observable, Subject } from 'rxjs'
import type { Report } from '../../model/report.js'
import { type Clock, Timestamp } from '../../model/time.js'
import { isTradingRoute } from '../../protocol/trading-route.js'
import type { RateHeaders, RestRequest } from '../wires/rest.js'

/** Turns rate limit headers of trading routes into reports, few enough to be worth a turn each. */
export interface RateReports {
  readonly reports: Observable<Report>
  /** A request is sent; the returned function receives its answer's headers. */
  sent(request: Pick<RestRequest, 'method' | 'path'>): (rate: RateHeaders) => void
}

const EVERY_US = 1_000_000
const SCARCE_SHARE = 0.2

/**
 * At most one report a second, because the desk itself counts its commands; when little is left, one for each answer. Reads are counted here, because
 * no command causes them.
 */
export function createRateReports(clock: Clock): RateReports {
  const reports = new Subject<Report>()
  let toldAt = Timestamp.ZERO
  let reads = 0
  const tell = ({ limit, remaining, resetSeconds }: RateHeaders, sentAt: Timestamp): void => {
    const now = clock.now()
    if (remaining > limit * SCARCE_SHARE && now - toldAt < EVERY_US) return
    toldAt = now
    const resetsAt = Timestamp.add(now, resetSeconds * 1_000_000)
    const report = { at: sentAt, receivedAt: now, kind: 'rate', route: 'trading', remaining, resetsAt, reads } as const
    reads = 0
    reports.next(report)
  }
  return {
    reports,
    sent: ({ method, path }) => {
      if (!isTradingRoute(path)) return () => undefined
      if (method === 'GET') reads++
      const sentAt = clock.now()
      return rate => tell(rate, sentAt)
    },
  }
}
