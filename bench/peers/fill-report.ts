import Table from 'cli-table3'
import { unpackEvent } from '../../src/model/columns.js'
import type { MarketEvent } from '../../src/model/event.js'
import type { Chunk } from '../../src/recording/columns/recording.js'
import type { Compared } from './compare-schedule.js'
import { REASONS, type Reason } from './reasons.js'

const AROUND = 4

/** A market's orders in both engines. */
export interface ComparedMarket {
  readonly market: string
  readonly chunks: readonly Chunk[]
  readonly orders: readonly Compared[]
}

/** Orders with one outcome and one reason. */
interface Line {
  readonly outcome: Compared['outcome']
  /** null: the engines agree. */
  readonly reason: Reason | null
  readonly orders: number
  /** Filled here and there. */
  readonly shares: number
  readonly theirShares: number
}

/** What both engines did with every order. */
export interface FillReport {
  readonly orders: number
  readonly lines: readonly Line[]
  /** With the rows around them, for a person to judge. */
  readonly unexplained: readonly string[]
}

/** Counts orders by outcome and reason, the most frequent first, and lists those without a reason in full. */
export function fillReport(markets: readonly ComparedMarket[]): FillReport {
  const lines = new Map<string, { -readonly [K in keyof Line]: Line[K] }>()
  for (const { outcome, reason, order, theirs } of markets.flatMap(({ orders }) => orders)) {
    const name = `${outcome} ${reason}`
    const line = lines.get(name) ?? { outcome, reason, orders: 0, shares: 0, theirShares: 0 }
    line.orders++
    line.shares += order.fills.reduce((sum, { size }) => sum + size, 0) / 1e6
    if (theirs?.status === 'filled') line.theirShares += order.size / 1e6
    lines.set(name, line)
  }
  return {
    orders: markets.reduce((sum, { orders }) => sum + orders.length, 0),
    lines: [...lines.values()].toSorted((a, b) => b.orders - a.orders),
    unexplained: markets.flatMap(market =>
      market.orders.filter(({ reason }) => reason === 'unexplained').map(one => told(market, one)),
    ),
  }
}

/** For people. */
export function tableOf({ orders, lines, unexplained }: FillReport): string {
  const table = new Table({
    head: ['filled in', 'orders', 'shares here', 'there', 'why'],
    style: { head: [], border: [] },
    colAligns: ['left', 'right', 'right', 'right', 'left'],
  })
  for (const { outcome, reason, ...counts } of lines) {
    const why = reason ?? (outcome === 'both' ? 'same row, same shares' : '')
    const numbers = [counts.orders, Math.round(counts.shares), Math.round(counts.theirShares)]
    table.push([outcome, ...numbers.map(count => count.toLocaleString('en')), why])
  }
  const met = new Set(lines.map(({ reason }) => reason))
  const meanings = Object.entries(REASONS).filter(([reason]) => met.has(reason as Reason))
  const glossary = meanings.map(([reason, meaning]) => `${reason}: ${meaning}`).join('\n')
  return `${[...unexplained, `${orders.toLocaleString('en')} orders`].join('\n')}\n${table.toString()}\n${glossary}`
}

function told({ market, chunks }: ComparedMarket, { order, theirs, outcome, row, story }: Compared): string {
  const { id, side, price, size, from, to, ended, fills } = order
  const head = `${market} order ${id}: ${side} ${price / 10_000} ${size / 1e6}, from ${from} to ${to} (${ended}), filled in ${outcome}`
  const here = fills.map(fill => `  here ${fill.size / 1e6} at ${fill.at}`)
  const there = `  there ${theirs === null ? 'never sent' : `${theirs.status} at ${theirs.at}`}`
  const rows = row === null ? [] : rowsAround(chunks, row).map(text => `  ${text}`)
  return [head, ...here, there, `  ${story}`, ...rows].join('\n')
}

function rowsAround(chunks: readonly Chunk[], row: number): readonly string[] {
  const found: string[] = []
  let first = 0
  for (const { events, byVenueTime } of chunks) {
    for (let at = Math.max(row - AROUND, first); at <= Math.min(row + AROUND, first + byVenueTime.length - 1); at++)
      found.push(`${at === row ? '>' : ' '} ${wordsOf(unpackEvent(events, byVenueTime[at - first]!))}`)
    first += byVenueTime.length
  }
  return found
}

function wordsOf(event: MarketEvent): string {
  if (event.kind !== 'level' && event.kind !== 'trade') return `${event.at} ${event.kind}`
  const what = event.kind === 'level' ? `level (${event.cause})` : 'trade'
  return `${event.at} ${what} ${event.side} ${event.price / 10_000} ${event.size / 1e6}`
}
