import type { MarketCopy } from '../schemas-market.js'
import type { Metric } from './metric.js'

/** One series for each market of the run, by its id. */
const ofMarket = (name: string, help: string, read: (market: MarketCopy) => number | null): Metric => ({
  ...{ kind: 'gauge', name: `oddsmith_market_${name}`, help, labels: ['market'] },
  read: ({ run: { markets } }) =>
    markets.flatMap(market => {
      const value = read(market)
      return value === null ? [] : [[value, { market: market.id }] as const]
    }),
})

const resting = ({ ours: { bid, ask } }: MarketCopy): number => [...bid, ...ask].reduce((sum, [, size]) => sum + size, 0)

/** The metrics of each market. */
export const MARKET_METRICS: readonly Metric[] = [
  ofMarket('feed_age_seconds', 'Since the venue said anything of its book', ({ feedAgeMs }) =>
    feedAgeMs === null ? null : feedAgeMs / 1_000,
  ),
  ofMarket('position_shares', 'YES shares less NO shares', ({ net }) => net),
  ofMarket('resting_shares', 'Shares of our orders that rest there', resting),
  ofMarket('worst_case_usdt', 'What it may lose, with resting, removed and unsettled orders', ({ worstCase }) =>
    Number(worstCase),
  ),
  ofMarket('profit_usdt', 'Its profit in this run', ({ profit }) => Number(profit)),
  ofMarket('quoted', '1 while an order of ours rests there', market => (resting(market) > 0 ? 1 : 0)),
  {
    kind: 'gauge',
    name: 'oddsmith_market_aged_reference',
    help: '1 while nothing rests there because this reference is older than limits.referenceAgeMaxMs; absent otherwise',
    labels: ['market', 'reference'],
    read: ({ run: { markets } }) =>
      markets.flatMap(({ id, agedReference }) =>
        agedReference === null ? [] : [[1, { market: id, reference: agedReference }] as const],
      ),
  },
  {
    ...{ kind: 'counter', name: 'oddsmith_market_fills_total', help: 'Its fills in this run', labels: ['market'] },
    read: ({ run: { markets } }) => markets.map(({ id, fills }) => [fills, { market: id }]),
  },
]
