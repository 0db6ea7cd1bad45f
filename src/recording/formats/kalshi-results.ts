import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { MarketEvent } from '../../model/event.js'
import { MarketId, MarketIndex } from '../../model/ids.js'
import type { Market } from '../../model/market.js'
import { Payout } from '../../model/payout.js'
import { Timestamp } from '../../model/time.js'
import { csvCells, readCsv } from '../text/csv.js'
import { firstLine } from '../text/read-lines.js'
import { readRfc3339 } from '../text/rfc3339.js'
import type { EventGroup } from './event-source.js'
import { groupOf } from './event-source.js'
import type { Input, ReadOptions } from './format.js'
import { notQuoted } from './format.js'

/** The table of markets beside recorded files. */
const TABLE = 'MARKETS.csv'
const HEAD = ['window', 'event_ticker', 'close_time', 'settlement_value_dollars', 'settlement_ts'] as const

type Column = (typeof HEAD)[number]

/** What the table has for one market. */
export interface KalshiFacts {
  /** Markets of one event are one group: their results depend on each other. */
  readonly event: string
  readonly closesAt: Timestamp
  /** null: not known. */
  readonly result: Market['result']
}

/** Whether a line is the header of a table of markets and results. */
export const isKalshiTable = (line: string): boolean => {
  const names = csvCells(line)
  return names !== null && HEAD.every(name => names.includes(name))
}

/** The tables in the folders of the files, or one folder above. */
export async function tablesBeside(files: readonly string[]): Promise<readonly string[]> {
  const folders = new Set(files.flatMap(file => [dirname(file), dirname(dirname(file))]))
  const found = [...folders].map(folder => join(folder, TABLE)).filter(file => existsSync(file))
  const heads = await Promise.all(found.map(firstLine))
  return found.filter((_, index) => isKalshiTable(heads[index] ?? ''))
}

/** The content of all tables. */
export interface KalshiTables {
  readonly facts: ReadonlyMap<MarketId, KalshiFacts>
  /** Rows that could not be parsed, counted by market; reported only for recorded markets. */
  readonly unread: ReadonlyMap<MarketId, number>
}

/**
 * Reads tables. A row that cannot be parsed is left out and counted: its market then has no result, as without a table. Throws a `RecordingError`
 * with file and line if a table is not CSV.
 */
export async function readKalshiTables(files: readonly string[]): Promise<KalshiTables> {
  const facts = new Map<MarketId, KalshiFacts>()
  const unread = new Map<MarketId, number>()
  for (const file of files) {
    const [head, ...records] = await readCsv(file)
    const names = head?.cells ?? []
    for (const { cells } of records) {
      const cell = (name: Column): string => cells[names.indexOf(name)] ?? ''
      const id = MarketId.of(cell('window'))
      // A row with too many or too few cells cannot be matched with the column names.
      const told = cells.length === names.length ? factsIn(cell) : null
      if (told?.facts !== undefined) facts.set(id, told.facts)
      if (told === null || !told.isWhole) unread.set(id, (unread.get(id) ?? 0) + 1)
    }
  }
  return { facts, unread }
}

interface RowFacts {
  readonly facts?: KalshiFacts
  /** False: a cell that is not empty could not be parsed. */
  readonly isWhole: boolean
}

function factsIn(cell: (name: Column) => string): RowFacts {
  const [closesAt, settledAt, yes] = [
    timeIn(cell('close_time')),
    timeIn(cell('settlement_ts')),
    payoutIn(cell('settlement_value_dollars')),
  ]
  if (closesAt === undefined || closesAt === null) return { isWhole: false }
  const result =
    settledAt === undefined || settledAt === null || yes === undefined || yes === null ? null : { yes, at: settledAt }
  return { facts: { event: cell('event_ticker'), closesAt, result }, isWhole: settledAt !== undefined && yes !== undefined }
}

/** null: the cell is empty. undefined: it is not empty and not a time. */
const timeIn = (text: string): Timestamp | null | undefined => (text === '' ? null : (readRfc3339(text) ?? undefined))

function payoutIn(text: string): Payout | null | undefined {
  if (text === '') return null
  const yes = /^\d{1,3}(\.\d{1,18})?$/.test(text) ? Number(text) : Number.NaN
  return Payout.is(yes) ? yes : undefined
}

/** Ends and results of markets as a stream of their own, so that none is visible before its time. */
export function resultsInput(markets: readonly Market[], { facts, unread }: KalshiTables): readonly Input[] {
  const told = markets.flatMap(market => factsOf(market, facts.get(market.id))).toSorted((a, b) => a.at - b.at)
  const dropped = markets.reduce((sum, { id }) => sum + (unread.get(id) ?? 0), 0)
  if (told.length === 0 && dropped === 0) return []
  return [
    {
      markets: [],
      startsAt: told[0]?.at ?? Timestamp.ZERO,
      isReference: false,
      knowsFees: true,
      quoted: notQuoted,
      read: options => read(told, dropped, options),
    },
  ]
}

type MarketNews = MarketEvent & { readonly kind: 'market' }

function factsOf(market: Market, known: KalshiFacts | undefined): readonly MarketNews[] {
  if (known === undefined) return []
  const { closesAt, result } = known
  const closed = newsOf({ ...market, trading: 'closed' }, closesAt)
  return result === null
    ? [closed]
    : [closed, newsOf({ ...market, trading: 'closed', result }, Timestamp.max(closesAt, result.at))]
}

const newsOf = (market: Market, at: Timestamp): MarketNews => ({ kind: 'market', market, at, receivedAt: at })

async function* read(
  told: readonly MarketNews[],
  dropped: number,
  { indexOf, coverage }: ReadOptions,
): AsyncGenerator<EventGroup> {
  coverage.dropped += dropped
  yield groupOf(told.map(news => ({ ...news, market: { ...news.market, index: MarketIndex.of(indexOf(news.market.id)) } })))
}
