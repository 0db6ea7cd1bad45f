import { startExchange } from '../../src/exchange.js'

const MARKETS = 100
/** Trades a second and market, which with the resulting changes give about fifty pushes if the machine is fast enough. */
const NOISE_A_SECOND = 30

/** A busy exchange with a hundred markets, in a process of its own. */
async function serve(): Promise<void> {
  const { close: _, ...exchange } = await startExchange({
    crowd: { kind: 'synthetic', noiseASecond: NOISE_A_SECOND },
    rateLimits: null,
    accounts: 1,
    seed: 1,
    markets: Array.from({ length: MARKETS }, (_, at) => ({ question: `Will it rain in town ${at}?`, endsInMinutes: null })),
  })
  process.send?.(exchange)
  process.once('disconnect', () => process.exit())
}

await serve()
