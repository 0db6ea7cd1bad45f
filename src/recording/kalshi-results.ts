import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { MarketEvent } from '../model/event.js'
import { MarketId, MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import { Timestamp } from '../model/time.js'
import type { EventGroup } from './event-source.js'
import { groupOf } from './event-source.js'
import type { Input, ReadOptions } from './format.js'
import { notQuoted } from './format.js'
import { firstLine, readLines } from './read-lines.js'

/** The table of markets that stands with recorded files. */
const TABLE = 'MARKETS.csv'
const HEAD = ['window', 'event_ticker', 'close_time', 'settlement_value_dollars', 'settlement_ts'] as const

type Column = (typeof HEAD)[number]

/** What the table says of one market. */
export interface KalshiFacts {
  /** Markets of one event stand and fall together. */
  readonly event: string
  readonly closesAt: Timestamp
  /** null: not known, or of a kind that pays something else than nothing, a half or a whole dollar. */
  readonly result: Market['result']
}

/** Whether a line is the head of a table of markets and their results. */
export const isKalshiTable = (line: string): boolean => {
  const names = line.trim().split(',')
  return HEAD.every(name => names.includes(name))
}

/** The tables that stand in the folders of files, or one above. */
export async function tablesBeside(files: readonly string[]): Promise<readonly string[]> {
  const folders = new Set(files.flatMap(file => [dirname(file), dirname(dirname(file))]))
  const found = [...folders].map(folder => join(folder, TABLE)).filter(file => existsSync(file))
  const heads = await Promise.all(found.map(firstLine))
  return found.filter((_, index) => isKalshiTable(heads[index] ?? ''))
}

/** What tables say of each market. Rows that make no sense are left out: the market then has no result, as without a table. */
export async function readKalshiTables(files: readonly string[]): Promise<ReadonlyMap<MarketId, KalshiFacts>> {
  const facts = new Map<MarketId, KalshiFacts>()
  for (const file of files) {
    let names: readonly string[] = []
    for await (const lines of readLines(file))
      for (const line of lines) {
        const cells = line.trim().split(',')
        if (names.length === 0) names = cells
        else noteRow(facts, name => cells[names.indexOf(name)] ?? '')
      }
  }
  return facts
}

function noteRow(facts: Map<MarketId, KalshiFacts>, cell: (name: Column) => string): void {
  const [closesAt, settledAt] = [timeOf(cell('close_time')), timeOf(cell('settlement_ts'))]
  const yes = PAYOUTS.get(Number(cell('settlement_value_dollars') || Number.NaN))
  if (cell('window') === '' || closesAt === null) return
  const result = settledAt === null || yes === undefined ? null : { yes, at: settledAt }
  facts.set(MarketId.of(cell('window')), { event: cell('event_ticker'), closesAt, result })
}

const PAYOUTS = new Map([0, 0.5, 1].map(yes => [yes, yes as 0 | 0.5 | 1]))
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/

function timeOf(text: string): Timestamp | null {
  const at = TIME.test(text) ? Date.parse(text) : Number.NaN
  return Number.isFinite(at) ? Timestamp.ofMs(at) : null
}

/** The ends and results of markets as a stream of their own: nobody may see them before their time. */
export function resultsInput(markets: readonly Market[], facts: ReadonlyMap<MarketId, KalshiFacts>): readonly Input[] {
  const told = markets.flatMap(market => factsOf(market, facts.get(market.id))).toSorted((a, b) => a.at - b.at)
  const [first] = told
  if (first === undefined) return []
  return [
    {
      markets: [],
      startsAt: first.at,
      isReference: false,
      knowsFees: false,
      quoted: notQuoted,
      read: options => read(told, options),
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

async function* read(told: readonly MarketNews[], { indexOf }: ReadOptions): AsyncGenerator<EventGroup> {
  yield groupOf(told.map(news => ({ ...news, market: { ...news.market, index: MarketIndex.of(indexOf(news.market.id)) } })))
}
