import { basename } from 'node:path'
import type { ReportAbout } from '../../backtest/report/about.js'
import type { MarketId } from '../model/ids.js'
import { Timestamp } from '../model/time.js'
import type { Recording } from '../recording/recording.js'
import type { BacktestSetup } from './backtest-setup.js'
import { latencyWords } from './chosen-latency.js'
import { feeWarnings, feeWords } from './fee-words.js'

/** What a report says of its own making, beside the result. */
export function reportAbout(
  setup: BacktestSetup,
  recording: Omit<Recording, 'chunks'>,
  { seconds, command }: { readonly seconds: number; readonly command: string },
): ReportAbout {
  const { config, definition, parameters } = setup
  const { coverage, quoted, netted } = recording
  return {
    title: `${definition.name} over ${basename(setup.recording)}`,
    command,
    config: JSON.stringify({ ...config, parameters }, null, 2),
    coverage: {
      from: coverage.from ?? Timestamp.ZERO,
      to: coverage.to ?? Timestamp.ZERO,
      gaps: coverage.gaps.map(gap => ({ ...gap, why: 'nothing was heard' })),
      dropped: coverage.dropped,
      repaired: coverage.repaired + coverage.clamped,
      printsPaired: coverage.printsPaired,
    },
    fees: feeWords(config, recording),
    latency: latencyWords(setup),
    wallSeconds: seconds,
    warnings: [
      ...recordedWhileQuoted(quoted, 'what became of an order is not known, so it may stand in the recorded book'),
      ...recordedWhileQuoted(netted, 'its orders were taken out of the book, what they traded is among the prints'),
      ...feeWarnings(config, recording),
    ],
  }
}

/** More would hide the other warnings. */
const NAMED_MAX = 6

function recordedWhileQuoted(ids: readonly MarketId[], what: string): readonly string[] {
  if (ids.length === 0) return []
  const which =
    ids.length > NAMED_MAX
      ? `${ids.length} markets were`
      : ids.length > 1
        ? `markets ${ids.join(', ')} were`
        : `market ${ids.join('')} was`
  return [`${which} recorded while the recorder quoted there: ${what}`]
}
