import { startExchange } from '../../src/exchange.js'

const MARKETS = 100

/** An exchange with a hundred markets and no crowd, in a process of its own; another process pushes their books. */
async function serve(): Promise<void> {
  const { close: _, ...exchange } = await startExchange({
    crowd: { kind: 'none' },
    rateLimits: null,
    accounts: 1,
    seed: 1,
    markets: Array.from({ length: MARKETS }, (_, at) => ({ question: `Will it rain in town ${at}?`, endsInMinutes: null })),
  })
  process.send?.(exchange)
  process.once('disconnect', () => process.exit())
}

await serve()
