import type { DeskSummary } from '../../engine/desk-summary.js'
import { Wei } from '../../model/money.js'
import { exactDigits } from '../../protocol/exact-digits.js'
import type { Session } from '../../runtime/session.js'

/** What happened in a run, as its summary and its log show it. Amounts are decimal strings of collateral. */
export interface SinceStart {
  readonly fills: number
  readonly orders: Readonly<Record<'placed' | 'canceled' | 'filled' | 'refused' | 'unknown', number>>
  /** Matched fills by their settlement. Failed ones are split by how their mark moved since the match: in our favour, or against us. */
  readonly settlement: Readonly<Record<'settled' | 'failed' | 'failedWinning' | 'failedLosing', number>>
  readonly volume: string
  /** `realized` is before fees, so that realized + unrealized - fees = total. */
  readonly pnl: Readonly<Record<'realized' | 'unrealized' | 'fees' | 'total', string>>
}

/**
 * Counts a run from its first turn on, as the journal does. Money is compared with the wallet once all books were live, because there are no marks
 * before that.
 */
export const sinceStart = (session: Pick<Session, 'desk' | 'began' | 'baseline' | 'unsent'>): SinceStart => {
  const { desk, began, baseline, unsent } = session
  return sinceStartOf({ now: desk.summary(), adjusted: desk.state().adjusted, began, baseline, unsent })
}

interface Standing extends Pick<Session, 'began' | 'baseline' | 'unsent'> {
  readonly now: DeskSummary
  /** Money that came or left without a fill. */
  readonly adjusted: Wei
}

/** The same for callers that already have the desk's summary. */
export function sinceStartOf({ now, adjusted, began, baseline, unsent }: Standing): SinceStart {
  const before = baseline?.summary ?? now
  const total = Wei.sub(gain(now.equity, adjusted), gain(before.equity, baseline?.adjusted ?? adjusted))
  const fees = Wei.sub(now.fees, before.fees)
  const realized = Wei.sub(now.realized, before.realized)
  return {
    fills: now.counts.fills - began.counts.fills,
    orders: {
      placed: now.counts.placed - began.counts.placed - unsent(),
      canceled: now.counts.canceled - began.counts.canceled,
      filled: now.counts.filled - began.counts.filled,
      refused: now.counts.refused - began.counts.refused,
      unknown: now.counts.unknown,
    },
    settlement: {
      settled: now.settlement.settled - began.settlement.settled,
      failed: now.settlement.failed - began.settlement.failed,
      failedWinning: now.settlement.failedWinning - began.settlement.failedWinning,
      failedLosing: now.settlement.failedLosing - began.settlement.failedLosing,
    },
    volume: exactDigits(Wei.sub(now.volume, began.volume)),
    pnl: {
      realized: exactDigits(Wei.add(realized, fees)),
      unrealized: exactDigits(Wei.sub(total, realized)),
      fees: exactDigits(fees),
      total: exactDigits(total),
    },
  }
}

/** Equity minus money that came without a fill, such as a deposit. */
const gain = (equity: Wei, adjusted: Wei): Wei => Wei.sub(equity, adjusted)
