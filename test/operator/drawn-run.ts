import { type MarketCopy, marketCopy } from '../../src/operator/schemas-market.js'
import { type RunCopy, runCopy } from '../../src/operator/schemas-run.js'

/** A market in which all is well, and what of it is otherwise. Checked by the schema of the door. */
export const drawnMarket = (more: Partial<MarketCopy> = {}): MarketCopy =>
  marketCopy.parse({
    ...{ id: '1001', question: 'Will it rain?', group: null, strategy: 'two-sided', state: 'quoting', endsAt: null },
    ...{ feedAgeMs: 120, tick: 0.001, touch: { bid: 0.5, bidSize: 100, ask: 0.52, askSize: 90 } },
    ours: { bid: [[0.5, 20]], ask: [[0.52, 20]] },
    ...{ yes: 30, no: 10, net: 20, equity: '2.5', worth: '16.5', cost: '14', profit: '0.25', fills: 4, worstCase: '12.5' },
    ...{ agedReference: null, pulledFor: null, fault: null, stopped: [], paused: null, isClosing: false },
    dark: { wantedSeconds: 100, reasons: { pulled: 1, feed: 0, calls: 2 } },
    ...more,
  })

/** A run in which all is well, and what of it is otherwise. */
export const drawnRun = (more: Partial<RunCopy> = {}): RunCopy =>
  runCopy.parse({
    ...{
      at: 1_767_225_600_000_000,
      run: '20260101-000000',
      mode: 'paper',
      wallet: '0x00000000000000000000000000000000000000aa',
    },
    ...{ venue: 'predict', config: 'paper.yaml', version: '0.1.0', pid: 4321, startedAt: 1_767_225_500_000_000 },
    ...{ state: 'quoting', halt: null, pauses: [] },
    money: {
      cash: '900',
      unredeemed: '0',
      equity: '1001.5',
      total: '1.5',
      realized: '1',
      unrealized: '0.75',
      fees: '-0.25',
      volume: '321.5',
    },
    orders: { placed: 50, canceled: 40, filled: 5, refused: 1, unknown: 0, fills: 6, pending: 1, working: 4 },
    groups: [{ group: 'g-1', markets: ['1001', '1002'], worstCase: '20', limit: '100' }],
    limits: [
      { path: 'limits.positionMaxShares', value: 100, used: 20, percent: 20, where: '1001' },
      { path: 'limits.lossPerDayMaxUsdt', value: 50, used: 5, percent: 10, where: null },
      { path: 'limits.priceCollarTicks', value: 20, used: null, percent: null, where: null },
    ],
    calls: [{ route: 'trading', left: 200, of: 240, resetsInMs: 30_000 }],
    feeds: [
      { name: 'books', state: 'live', ageMs: null, text: '2 of 2 books are live' },
      { name: 'wallet', state: 'live', ageMs: 900, text: 'the stream of our own orders is live' },
      { name: 'btc', state: 'live', ageMs: 250, text: '60000' },
    ],
    refusals: [{ rule: 'positionMaxShares', strategy: 'two-sided', count: 3 }],
    settlement: { pending: 2, oldestMs: 1_500, settled: 7, failed: 0 },
    waiting: [],
    differences: [],
    clockOffsetMs: 12,
    loop: { p50Ms: 0.1, p99Ms: 2.5, maxMs: 11 },
    latency: {
      pushToCancel: { boundsMs: [1, 10, 100], counts: [5, 3, 1, 1], sumMs: 290, count: 10 },
      pushToPost: { boundsMs: [1, 10, 100], counts: [0, 0, 0, 0], sumMs: 0, count: 0 },
    },
    keeper: { pid: 4320, unattendedMaxMs: 5_000, heardMsAgo: 400 },
    memory: { rssMb: 120.5, heapMb: 50.25 },
    dark: { wantedSeconds: 200, reasons: { pulled: 2, feed: 0, calls: 4 } },
    markets: [drawnMarket(), drawnMarket({ id: '1002', question: 'Will it snow?' })],
    open: [],
    strategies: [
      { name: 'two-sided', path: 'two-sided', place: 0, parameters: {}, schema: {}, markets: ['1001', '1002'], own: [] },
    ],
    ...more,
  })
