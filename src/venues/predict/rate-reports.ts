import { type Observable, Subject } from 'rxjs'
import type { Report } from '../../model/report.js'
import { type Clock, Timestamp } from '../../model/time.js'
import type { RateHeaders } from '../wires/rest.js'

/** The rate headers of trading routes, as reports that are worth a turn. */
export interface RateReports {
  readonly reports: Observable<Report>
  take(path: string, rate: RateHeaders): void
}

const EVERY_US = 1_000_000
const SCARCE_SHARE = 0.2

/** At most one report a second, because the desk counts by itself; when little is left each of them. */
export function createRateReports(clock: Clock): RateReports {
  const reports = new Subject<Report>()
  let toldAt = Timestamp.ZERO
  return {
    reports,
    take: (path, { limit, remaining, resetSeconds }) => {
      if (!isTrading(path)) return
      const now = clock.now()
      if (remaining > limit * SCARCE_SHARE && now - toldAt < EVERY_US) return
      toldAt = now
      const resetsAt = Timestamp.add(now, resetSeconds * 1_000_000)
      reports.next({ at: now, receivedAt: now, kind: 'rate', route: 'trading', remaining, resetsAt })
    },
  }
}

/** The public tape and the market lists are counted apart from orders and single books. */
const isTrading = (path: string): boolean => path.includes('/v1/orders') || /\/v1\/markets\/[^/]+\/orderbook/.test(path)
