import { basename } from 'node:path'
import type { ReportAbout } from '../../backtest/report/about.js'
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
      ...quoted.map(
        id =>
          `market ${id} was recorded while the recorder quoted there: what became of an order is not known, so it may stand in the recorded book`,
      ),
      ...netted.map(
        id =>
          `market ${id} was recorded while the recorder quoted there: its orders were taken out of the book, what they traded is among the prints`,
      ),
      ...feeWarnings(config, recording),
    ],
  }
}
