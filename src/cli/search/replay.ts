import { type Replayed, replay } from '../../../backtest/replay.js'
import { thrownTexts } from '../../model/fault.js'
import { MarketIndex } from '../../model/ids.js'
import { toJson } from '../../model/plain.js'
import { reasonOf } from '../../model/reason-of.js'
import { RecordingError } from '../../recording/columns/recording-error.js'
import { type InputLog, openInputLog, partOf } from '../../recording/log/input-log.js'
import type { LogHeader } from '../../recording/log/log-record.js'
import type { AssignMarket } from '../../runtime/session-markets.js'
import { type PlacedAssignment, placeIn } from '../../runtime/stray-faults.js'
import { ExitCode } from '../config/exit.js'
import { folderOfLogged } from '../config/load-plugin.js'
import { loadStrategy, strategyPlace } from '../config/load-strategy.js'
import { packageVersion } from '../config/package-manifest.js'
import { runDecoders } from '../config/run-decoders.js'
import { printText, warnText } from '../screen/print-text.js'
import { progressLine } from '../screen/progress-line.js'
import { logOfRun } from './log-of-run.js'
import { type CallNames, callNames, watched } from './slow-calls.js'
import { withGainedParameters } from './with-gained-parameters.js'

/** Options beside the run. */
export interface ReplayFlags {
  readonly json?: boolean
}

/** Replays a run and prints whether the result is the same; code 1 if it is not. Rejects with an `ExitError` of code 2 if there is no such run. */
export async function replayRun(run: string, flags: ReplayFlags): Promise<ExitCode> {
  const log = await openInputLog(logOfRun(run))
  const { header } = log
  expectBeginning(run, header)
  const strategies = await strategiesOf(header)
  const { assignments, assign, gained } = strategies
  excuseStrategies(strategies.all)
  const progress = progressLine()
  const decoder = (await runDecoders(header))(header.markets)
  const onProgress = (turns: number): void => progress.say(`${turns} turns`)
  const replayed = await watched(replayedNames(header, strategies), asking =>
    replay({ log, decoder, assignments, assign, asking, onProgress }),
  )
  progress.clear()
  for (const text of [...strangenessOf(header), ...gained]) warnText(`${text}\n`)
  if (replayed.isCutShort) warnText('the input log has no end: its run was killed; only its commands are compared\n')
  printText(flags.json === true ? `${toJson(replayed)}\n` : textOf(replayed))
  return replayed.firstDifference === null ? ExitCode.DONE : ExitCode.FAILED
}

/** Throws a `RecordingError` if a log begins with a later part, because what a strategy remembered of earlier parts is unknown. */
function expectBeginning(run: string, header: LogHeader): void {
  const part = partOf(header)
  if (part === 1) return
  throw new RecordingError(
    `${run}: the input log begins with part ${part}; a replay cannot prove anything without its beginning. Keep it with "logs.inputPartsMax: null"`,
  )
}

/** A replay is the same only with the same code on the same version of Node. */
function strangenessOf({ oddsmith, nodeMajor }: LogHeader): readonly string[] {
  const [version, node] = [packageVersion(), process.versions.node]
  return [
    ...(oddsmith === version ? [] : [`recorded by version ${oddsmith}, replayed by ${version}: a difference proves nothing`]),
    ...(String(nodeMajor) === node.split('.')[0] ? [] : [`recorded on Node ${nodeMajor}, replayed on ${node}`]),
  ]
}

/** The strategies for a replay. */
export interface RunStrategies {
  readonly assignments: readonly PlacedAssignment[]
  /** For a market that joins. */
  readonly assign: AssignMarket
  /** Those of `assignments`, and those for markets that may join. */
  readonly all: readonly PlacedAssignment[]
  /** Parameters that strategies gained since the run was recorded, one sentence for each strategy. */
  readonly gained: readonly string[]
}

/** What a message about a strategy that does not return names. */
export function replayedNames({ markets }: Pick<LogHeader, 'markets'>, { assignments, all }: RunStrategies): CallNames {
  const places: number[] = []
  for (const [at, { market }] of assignments.entries()) places[market] = at
  return callNames({ stanzas: all }, markets, places)
}

/** Loads the strategies that a log names. Parameters that were added since have their defaults. */
export async function strategiesOf({ assignments, stanzas = [] }: LogHeader): Promise<RunStrategies> {
  const gained = new Set<string>()
  const all = await toAssignments([...assignments, ...stanzas.map(stanza => ({ ...stanza, market: 0 }))], gained)
  const later = all.slice(assignments.length)
  return {
    assignments: all.slice(0, assignments.length),
    assign: ({ index }, stanza) => {
      const chosen = stanza === null ? undefined : later[stanza]
      return chosen === undefined || stanza === null ? null : { ...chosen, market: index, stanza }
    },
    all,
    gained: [...gained],
  }
}

/** Each strategy is loaded once, so that its markets are siblings, as in the run. */
async function toAssignments(
  logged: InputLog['header']['assignments'],
  gained: Set<string>,
): Promise<readonly PlacedAssignment[]> {
  const loaded = new Map<string, Promise<Pick<PlacedAssignment, 'definition' | 'place'>>>()
  return Promise.all(
    logged.map(async ({ market, strategy, folder, parameters, stanza }) => {
      const key = toJson([strategy, folder])
      if (!loaded.has(key)) loaded.set(key, load(strategy, folderOfLogged(strategy, folder)))
      const found = await loaded.get(key)
      const filled =
        found === undefined ? { parameters, gained: [] } : withGainedParameters(found.definition.parameters, parameters)
      if (filled.gained.length > 0) gained.add(`${strategy} has gained since: ${filled.gained.join(', ')}; the default holds`)
      const about = { market: MarketIndex.of(market), parameters: filled.parameters, ...(stanza !== undefined && { stanza }) }
      return { ...found, ...about } as PlacedAssignment
    }),
  )
}

const load = async (strategy: string, folder: string): Promise<Pick<PlacedAssignment, 'definition' | 'place'>> => ({
  definition: await loadStrategy(strategy, folder),
  place: await strategyPlace(strategy, folder),
})

/** Ignores errors of a strategy's callbacks: errors that happened in the run are inputs in the log. */
export function excuseStrategies(assignments: readonly PlacedAssignment[]): void {
  const onStray = (error: unknown): void => {
    if (placeIn(thrownTexts(error).stack, assignments) !== null) return
    warnText(`${reasonOf(error)}\n`)
    process.exit(ExitCode.FAILED)
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, onStray)
}

function textOf({ turns, commands, stateHash, firstDifference, isCutShort }: Replayed): string {
  const size = `${turns} turns, ${commands} commands`
  if (firstDifference === null) {
    const end = isCutShort ? 'the same commands' : `the same commands and the same state ${stateHash}`
    return `${size}: ${end}\n`
  }
  const { turn, what, expected, found } = firstDifference
  return `${size}: the first difference is in turn ${turn}: ${what}\n  expected ${toJson(expected)}\n  found    ${toJson(found)}\n`
}
