import type { ReportFees } from '../../backtest/report/about.js'
import type { Recording } from '../recording/recording.js'
import type { BacktestConfig } from './backtest-schema.js'

/** The fees a backtest charges, in words, and whether they are what the recorded venue charged. */
export function feeWords({ fees: { takerFeeBps } }: BacktestConfig, recording: Pick<Recording, 'feesUnknown'>): ReportFees {
  if (takerFeeBps !== undefined) return { schedule: `${takerFeeBps} bps of a taker, by the config`, isOfRecordedVenue: false }
  if (recording.feesUnknown.length === 0) return { schedule: 'as the recording has it', isOfRecordedVenue: true }
  return { schedule: 'assumed to be none: the recording does not tell what its venue charges', isOfRecordedVenue: false }
}

/** What a person should know of the fees before he believes a result. */
export function feeWarnings(config: BacktestConfig, { feesUnknown }: Pick<Recording, 'feesUnknown'>): readonly string[] {
  if (config.fees.takerFeeBps !== undefined || feesUnknown.length === 0) return []
  const which = feesUnknown.length === 1 ? `market ${feesUnknown[0]}` : `${feesUnknown.length} markets`
  return [`the recording does not tell the fees of ${which}: none are charged; name what the venue takes as fees.takerFeeBps`]
}
