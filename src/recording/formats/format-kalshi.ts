import type { MarketId } from '../../model/ids.js'
import type { Market } from '../../model/market.js'
import { Timestamp } from '../../model/time.js'
import { firstArrival } from '../text/arrivals.js'
import { firstLine } from '../text/read-lines.js'
import { type Format, type Input, notQuoted } from './format.js'
import { isKalshi, kalshiMarket, readKalshi } from './kalshi.js'
import { kalshiArrivalOf } from './kalshi-lines.js'
import { isKalshiTable, type KalshiFacts, readKalshiTables, resultsInput, tablesBeside } from './kalshi-results.js'

/**
 * Raw order book messages of Kalshi, one market a file. A recorder that starts a new file each day leaves several files; the book continues across
 * them. Market ends and results come from a table of markets: given as an input file, or found beside the files.
 */
export const kalshiFormat: Format = {
  name: 'kalshi',
  isFormat: line => isKalshi(line) || isKalshiTable(line),
  open: async files => {
    const heads = await Promise.all(files.map(firstLine))
    const tables = files.filter((_, index) => isKalshiTable(heads[index] ?? ''))
    const feeds = files.filter(file => !tables.includes(file))
    const told = await readKalshiTables(tables.length > 0 ? tables : await tablesBeside(feeds))
    const inputs = await Promise.all([...(await partsByMarket(feeds))].map(parts => inputOf(parts, told.facts)))
    const markets = inputs.flatMap(input => input.markets)
    return [...inputs, ...resultsInput(markets, told)]
  },
}

interface Part {
  readonly file: string
  readonly startsAt: Timestamp
}

async function partsByMarket(files: readonly string[]): Promise<ReadonlyMap<MarketId, readonly Part[]>> {
  const byMarket = new Map<MarketId, Part[]>()
  for (const file of files) {
    const { id } = await kalshiMarket(file)
    const startsAt = Timestamp.of(await firstArrival(file, kalshiArrivalOf))
    byMarket.set(id, [...(byMarket.get(id) ?? []), { file, startsAt }])
  }
  return byMarket
}

async function inputOf(
  [id, parts]: readonly [MarketId, readonly Part[]],
  facts: ReadonlyMap<MarketId, KalshiFacts>,
): Promise<Input> {
  const sorted = parts.toSorted((a, b) => a.startsAt - b.startsAt)
  const files = sorted.map(({ file }) => file)
  return {
    markets: [defined(await kalshiMarket(files[0]!), facts.get(id))],
    startsAt: sorted[0]!.startsAt,
    isReference: false,
    knowsFees: true,
    files,
    quoted: notQuoted,
    read: ({ indexOf, ...options }) => readKalshi(sorted, { ...options, market: indexOf(id) }),
  }
}

/** The end of a market is known from its beginning; the result is not. */
const defined = (market: Market, known: KalshiFacts | undefined): Market =>
  known === undefined
    ? market
    : { ...market, endsAt: known.closesAt, group: { id: known.event, isNegRisk: false, isExhaustive: false } }
