import type { BookSample } from '../result.js'

/** Mid price of a YES share, by the sampled book of each market. */
export interface Middles {
  /** Mid of the best prices of the last sample at or before a time, 0 to 1; null: none yet, or a side was empty. */
  at(market: number, time: number): number | null
  /** The last sample of a market. */
  last(market: number): BookSample | null
}

/** Looks up a recording's samples by market and time. */
export function createMiddles(books: readonly BookSample[]): Middles {
  const samples = byMarket(books)
  return {
    at: (market, time) => middleOf(lastUpTo(samples.get(market) ?? [], time)),
    last: market => samples.get(market)?.at(-1) ?? null,
  }
}

/** The samples of each market, by time. */
export function byMarket<T extends { readonly market: number }>(items: readonly T[]): Map<number, T[]> {
  const found = new Map<number, T[]>()
  for (const item of items) {
    const list = found.get(item.market)
    if (list === undefined) found.set(item.market, [item])
    else list.push(item)
  }
  return found
}

/** The mid of the best prices, 0 to 1. */
export const middleOf = (sample: Pick<BookSample, 'bid' | 'ask'> | null): number | null =>
  sample === null || sample.bid === null || sample.ask === null ? null : (sample.bid + sample.ask) / 20_000

function lastUpTo<T extends { readonly at: number }>(items: readonly T[], time: number): T | null {
  let [low, high] = [0, items.length]
  while (low < high) {
    const half = (low + high) >> 1
    if ((items[half]?.at ?? 0) <= time) low = half + 1
    else high = half
  }
  return items[low - 1] ?? null
}
