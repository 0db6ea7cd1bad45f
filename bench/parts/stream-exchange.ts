import { createCore } from '../../src/exchange/core/core.js'
import { openStore } from '../../src/exchange/server/log/store.js'
import { openMarkets } from '../../src/exchange/server/markets/first-start.js'
import { startServer } from '../../src/exchange/server/start-server.js'
import { Price, Size } from '../../src/model/money.js'
import { answerMeter } from './meter.js'
import { stepOnCredit } from './paced.js'

/** With this many levels on each side, a push has about a kilobyte. */
const LEVELS = 32
const BEST_BID = 4_900
const BEST_ASK = 5_100
const TICK = 100
const KEY = 'bench'

/** The exchange whose only market changes with each step: its book is made, put into a frame and sent to all its followers. */
async function serve(): Promise<void> {
  const server = await startServer({
    openCore: state => createCore({}, state),
    store: openStore(':memory:'),
    host: '127.0.0.1',
    port: 0,
    chainId: 97,
    apiKey: KEY,
    requireApiKey: true,
    limits: null,
    // The clients here do not echo heartbeats.
    heartbeatMs: 3_600_000,
    smartAccounts: [],
    log: (text, fields) => process.stderr.write(`${text} ${JSON.stringify(fields)}\n`),
  })
  const { sequencer } = server.exchange.writes
  const { catalog } = server.exchange.reads.markets
  await openMarkets(
    server.exchange.writes,
    () => [{ question: 'Will it rain?', endsInMinutes: null }],
    () => [],
  )
  const market = catalog.markets()[0]?.id ?? 0
  const set = (side: 'bid' | 'ask', price: number, shares: number): void =>
    sequencer.play([
      {
        kind: 'crowd-level',
        at: sequencer.now(),
        market,
        side,
        price: Price.of(price),
        size: Size.ofShares(shares),
        cause: 'unexplained',
      },
    ])
  for (let level = 0; level < LEVELS; level++) {
    set('bid', BEST_BID - level * TICK, 1_000.25 + level)
    set('ask', BEST_ASK + level * TICK, 1_000.25 + level)
  }
  await sequencer.written()
  let steps = 0
  stepOnCredit(() => set('bid', BEST_BID, 1_000.25 + (++steps % 100)))
  answerMeter()
  process.send?.({ port: server.port, path: `/ws?apiKey=${KEY}`, topic: `predictOrderbook/${market}` })
  process.once('disconnect', () => process.exit())
}

await serve()
