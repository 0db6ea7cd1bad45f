import type { RunFill } from '../../../backtest/compare/run-account.js'
import type { MarketEvent } from '../../model/event.js'
import type { Fill } from '../../model/fill.js'
import type { MarketId } from '../../model/ids.js'
import type { Report } from '../../model/report.js'
import type { Timestamp } from '../../model/time.js'
import type { InputLog } from '../../recording/log/input-log.js'
import { LogMarkets } from '../../recording/log/log-markets.js'
import type { LogHeader } from '../../recording/log/log-record.js'
import { runDecoders } from '../config/run-decoders.js'

/** What a run's input log contains besides books. */
export interface RunStory {
  /** Each fill once, except those whose settlement failed, sorted by time. */
  readonly fills: readonly RunFill[]
  /** Name of each market's strategy; markets without one are missing. */
  readonly strategies: ReadonlyMap<MarketId, string>
}

/** Reads a run's fills and the strategies of its markets. Frames are decoded only if markets may have joined. */
export async function runFills(log: InputLog): Promise<RunStory> {
  const { markets, assignments, stanzas } = log.header
  const known = new LogMarkets(markets)
  const decoder = stanzas === undefined ? null : (await runDecoders(log.header))(markets)
  const strategies = new Map<MarketId, string>()
  const nameOf = namesOf(log.header)
  for (const { market, strategy, stanza } of assignments) {
    const id = known.idOf(market)
    if (id !== undefined) strategies.set(id, nameOf(strategy, stanza))
  }
  const hear = (event: MarketEvent): void => {
    known.take(event)
    if (event.kind !== 'joined' || event.stanza === undefined) return
    const strategy = stanzas?.[event.stanza]?.strategy
    if (strategy !== undefined) strategies.set(event.market.id, nameOf(strategy, event.stanza))
  }
  /** null: of a market that is not known. */
  const told = new Map<string, RunFill | null>()
  const failed = new Set<string>()
  const book = (said: Said): void => {
    const { key } = said.fill
    if (said.kind === 'failed') failed.add(key)
    else if (!told.has(key)) told.set(key, runFill(said, known))
  }
  for await (const records of log.records())
    for (const record of records) {
      if (record.kind === 'frame') for (const event of decoder?.decode(record.frame) ?? []) hear(event)
      const said = record.kind === 'report' ? fillIn(record.report) : null
      if (said !== null) book(said)
    }
  const fills = [...told].flatMap(([key, fill]) => (fill === null || failed.has(key) ? [] : [fill]))
  return { fills: fills.toSorted((a, b) => a.at - b.at), strategies }
}

interface Said {
  readonly at: Timestamp
  readonly fill: Fill
  readonly kind: 'matched' | 'settled' | 'failed'
}

function fillIn(report: Report): Said | null {
  if (report.kind !== 'matched' && report.kind !== 'settled' && report.kind !== 'failed') return null
  const { at, fill, kind } = report
  return { at, fill, kind }
}

function runFill({ at, fill }: Said, known: LogMarkets): RunFill | null {
  const market = known.idOf(fill.market)
  if (market === undefined) return null
  const { outcome, side, shares, value, fee } = fill
  return { at, market, outcome, side, shares, value, fee }
}

/** Names a strategy file by its file name, as reports of backtests do; several with the same name get their numbers. */
function namesOf({ assignments, stanzas = [] }: LogHeader): (strategy: string, stanza: number | undefined) => string {
  const plain = (strategy: string): string => /([^/\\]+)\.[cm]?[jt]s$/.exec(strategy)?.[1] ?? strategy
  const places = new Map<string, Set<number>>()
  for (const [strategy, at] of [
    ...assignments.map(({ strategy, stanza = 0 }) => [strategy, stanza] as const),
    ...stanzas.map(({ strategy }, at) => [strategy, at] as const),
  ]) {
    const known = places.get(plain(strategy)) ?? new Set()
    places.set(plain(strategy), known.add(at))
  }
  return (strategy, stanza = 0) => {
    const name = plain(strategy)
    return (places.get(name)?.size ?? 0) > 1 ? `${name} #${stanza + 1}` : name
  }
}
