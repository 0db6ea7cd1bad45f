import { basename } from 'node:path'
import type { ReportAbout } from '../../../backtest/report/about.js'
import type { MarketId } from '../../model/ids.js'
import { Timestamp } from '../../model/time.js'
import type { Recording } from '../../recording/columns/recording.js'
import { hideSecrets } from '../config/hide-secrets.js'
import { stanzaNames } from '../config/load-stanzas.js'
import type { BacktestSetup } from './backtest-setup.js'
import { latencyWords } from './chosen-latency.js'
import { feeText, feeWarnings, profileText } from './fee-text.js'
import { runText } from './run-text.js'

/** The part of a report about how it was made. */
export function reportAbout(
  setup: BacktestSetup,
  recording: Omit<Recording, 'chunks'>,
  { seconds, command }: { readonly seconds: number; readonly command: string },
): ReportAbout {
  const { terms } = setup
  const { coverage, quoted, netted, clocks } = recording
  return {
    title: `${titleOf(setup)} over ${basename(setup.recording)}`,
    command,
    config: JSON.stringify(effectOf(setup), setup.kind === 'run' ? hideSecrets : undefined, 2),
    coverage: {
      from: coverage.from ?? Timestamp.ZERO,
      to: coverage.to ?? Timestamp.ZERO,
      gaps: coverage.gaps.map(gap => ({ ...gap, why: 'nothing was heard' })),
      dropped: coverage.dropped,
      duplicates: coverage.duplicates,
      repaired: coverage.repaired + coverage.clamped,
      printsPaired: coverage.printsPaired,
      clocks,
    },
    fees: feeText(terms, recording),
    profile: profileText(terms, recording),
    latency: latencyWords(setup),
    wallSeconds: seconds,
    warnings: [
      ...(setup.kind === 'run' ? runText(setup, recording) : []),
      ...manyRepaired(coverage),
      ...recordedWhileQuoted(quoted, 'what became of an order is not known, so it may stand in the recorded book'),
      ...recordedWhileQuoted(netted, 'its orders were taken out of the book, what they traded is among the prints'),
      ...feeWarnings(terms, recording),
    ],
  }
}

/** Names up to three strategies. */
function titleOf({ stanzas }: BacktestSetup): string {
  const names = stanzaNames(stanzas)
  return names.length <= 3 ? names.join(' and ') : `${names.length} strategies`
}

/** The configuration in effect. */
function effectOf(setup: BacktestSetup): object {
  if (setup.kind === 'backtest') return { ...setup.config, parameters: setup.parameters }
  const { loaded, stanzas, terms } = setup
  const strategies = loaded.config.strategies.map((written, at) => ({ ...written, parameters: stanzas[at]?.parameters }))
  return { ...loaded.config, strategies, backtest: { ...loaded.config.backtest, ...terms } }
}

/** Above this percentage of repaired rows, the report begins with a warning. */
const REPAIRED_MAX = 1

function manyRepaired({ events, repaired }: Recording['coverage']): readonly string[] {
  const percent = (100 * repaired) / Math.max(1, events)
  if (percent <= REPAIRED_MAX) return []
  const counts = `${repaired} lines for ${events} rows, ${percent.toFixed(1)} %`
  return [
    `much of the recording was put right when it was imported (${counts}): its arrivals ran backwards or its books stood crossed, so when things happened is not certain`,
  ]
}

/** More than this would hide the other warnings. */
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
