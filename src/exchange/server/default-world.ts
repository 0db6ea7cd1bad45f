import type { ExchangeOptions } from './exchange-options.js'
import { defaultMarkets } from './markets/default-markets.js'
import type { Contestant, Programme } from './programme/programme-seed.js'

const CREWS: readonly Contestant[] = [
  { name: 'Northern Pilots', abbreviation: 'NOR' },
  { name: 'Ferry Town', abbreviation: 'FER' },
  { name: 'Lighthouse United', abbreviation: 'LIG' },
  { name: 'Breakwater Rovers', abbreviation: 'BRE' },
  { name: 'Dockside Wanderers', abbreviation: 'DOC' },
  { name: 'Salt Marsh Athletic', abbreviation: 'SAL' },
]

const PROGRAMME: Programme = {
  incidents: {
    pausePercent: 10,
    tickChangePercent: 10,
    clarificationPercent: 15,
    disputePercent: 10,
    halvesPercent: 8,
    cancelOnlyPercent: 8,
    matchingOffPercent: 8,
    removalPercent: 5,
  },
  series: [
    {
      name: 'tide-gauge',
      kind: 'question',
      everyMinutes: 60,
      lastsMinutes: 90,
      rewardsPerHour: 120,
      boost: { minutes: 15, multiplier: 2 },
      title: 'Tide higher at {end}',
      question: 'Will the tide gauge read more at {end} than at {start}?',
    },
    {
      name: 'lamp-room',
      kind: 'question',
      everyMinutes: 60,
      lastsMinutes: 75,
      decimals: 3,
      isYieldBearing: true,
      title: 'Gust above twenty by {end}',
      question: 'Will the lighthouse measure a gust above twenty metres a second from {start} to {end}?',
    },
    {
      name: 'first-in',
      kind: 'group',
      everyMinutes: 240,
      title: 'First ship in after {start}',
      question: 'Will {option} be the first ship in after {start}?',
      options: ['a ferry', 'a trawler', 'another ship'],
    },
    {
      name: 'island-league',
      kind: 'sports-match',
      everyMinutes: 120,
      lastsMinutes: 150,
      rewardsPerHour: 60,
      league: 'Island League',
      contestants: CREWS,
    },
    { name: 'coxed-eights', kind: 'sports-team-match', everyMinutes: 180, league: 'Coxed Eights', contestants: CREWS },
    {
      name: 'island-margin',
      kind: 'sports-spread',
      everyMinutes: 180,
      league: 'Island League',
      contestants: CREWS,
      lines: [0.5, 1.5],
    },
    {
      name: 'island-goals',
      kind: 'sports-props',
      everyMinutes: 180,
      isYieldBearing: true,
      league: 'Island League',
      contestants: CREWS,
      unit: 'goals',
      lines: [1.5, 2.5, 3.5],
    },
    {
      name: 'harbour-posts',
      kind: 'tweet-count',
      everyMinutes: 120,
      lastsMinutes: 150,
      isYieldBearing: true,
      rewardsPerHour: 30,
      account: '@harbour',
      from: [0, 20, 40],
    },
    {
      name: 'lol-cup',
      kind: 'esports-lol',
      everyMinutes: 120,
      isYieldBearing: true,
      league: 'Harbour Cup',
      contestants: CREWS,
      bestOf: 3,
    },
    { name: 'cs2-cup', kind: 'esports-cs2', everyMinutes: 120, league: 'Harbour Cup', contestants: CREWS, bestOf: 3 },
  ],
}

/** The default world when a recording is played: its markets come from the recording. */
export const DEFAULT_RECORDED_WORLD = { takerDelayMs: 170 } as const satisfies ExchangeOptions

/**
 * The world of `oddsmith exchange` and of a paper run when no file names another one; `config/world.yaml` says the same. At each moment a market of
 * each of the four kinds of contract is open.
 */
export const DEFAULT_WORLD = {
  ...DEFAULT_RECORDED_WORLD,
  markets: defaultMarkets(1_001),
  rounds: [
    { feed: 'BTC', minutes: 15 },
    { feed: 'ETH', minutes: 60, provider: 'PYTH' },
    { feed: 'BNB', minutes: 60, provider: 'BINANCE' },
    { feed: 'BTC', minutes: 240, provider: 'FEED_A' },
  ],
  programme: PROGRAMME,
} as const satisfies ExchangeOptions
