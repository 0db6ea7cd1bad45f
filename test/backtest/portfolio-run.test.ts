import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { BacktestOptions } from '../../backtest/backtest-options.js'
import { sumRefusals } from '../../backtest/refusal-tally.js'
import { strategyProfits } from '../../backtest/report/strategy-profits.js'
import { createBacktest } from '../../backtest/run.js'
import { parseSource } from '../../src/cli/config/config.js'
import { driverOptions } from '../../src/cli/search/driver-options.js'
import { loadPortfolio } from '../../src/cli/search/load-portfolio.js'
import { placeMarkets } from '../../src/cli/search/place-markets.js'
import type { MarketEvent } from '../../src/model/event.js'
import { loadRecording } from '../../src/recording/load-recording.js'
import { openByContent } from '../../src/recording/open-by-content.js'
import { inFolder } from '../end-to-end/daemon.js'
import { fillWords, joinedRun, orderWords } from './joined-run.js'
import { loadChunk } from './load-chunk.js'

const SAMPLE = resolve(import.meta.dirname, '../../data/sample/harbour.ndjson.gz')

/** Follows the best prices and takes now and then, so that it is unlike the package's own strategy in all that it sends. */
const FOLLOWER = `import { keep, Price, pull, Size, z } from 'oddsmith'
export const strategy = {
  name: 'follower', version: 1, watches: 'depth', parameters: z.strictObject({ sizeShares: z.number() }),
  create: ({ sizeShares }) => {
    const size = Size.ofShares(sizeShares)
    let decided = 0
    return {
      decide({ book, position }) {
        if (book.state !== 'live' || book.touch === null) return pull('no two-sided book')
        if (++decided % 8 === 0) return book.take(decided % 16 === 0 ? 'yes' : 'no', 'buy', { price: decided % 16 === 0 ? book.touch.ask : Price.complement(book.touch.bid), size })
        if (decided % 8 === 1) return keep()
        const { bid, ask } = book.touch
        return book.quote({ bid: position.net > 5 * size ? null : { price: bid, size }, ask: { price: ask, size } })
      },
    }
  },
}`

/** Two strategies over three markets, one account, and limits that are felt. */
const CONFIG = `
venue: { name: predict, embedded: { fundUsdt: 400 } }
strategies:
  - { strategy: two-sided, markets: [1001, 1003], parameters: { sizeShares: 15 } }
  - { strategy: ./follower.ts, parameters: { sizeShares: 8 }, limits: { openNotionalMaxUsdt: 12, perMarket: { positionMaxShares: 60 } } }
limits: { positionMaxShares: 60, worstCaseLossMaxUsdt: 100, openNotionalMaxUsdt: 45, priceCollarTicks: 15 }
requote: { requoteEveryMs: 250, priceHysteresisTicks: 1 }
budget: { windows: [{ route: trading, calls: 400, perMs: 60000 }] }
backtest: { latency: { feedMs: 20, entryMs: 50, answerMs: 35 }, settlement: { delayMs: 1500, failPercent: 4 } }
`

const optionsIn = (folder: string): Promise<BacktestOptions> => {
  writeFileSync(join(folder, 'follower.ts'), FOLLOWER)
  return optionsOf(join(folder, 'try.yaml'))
}

async function optionsOf(file: string): Promise<BacktestOptions> {
  const setup = await loadPortfolio(parseSource(file, CONFIG), { recording: SAMPLE })
  const recording = await loadRecording(SAMPLE)
  return driverOptions(setup, recording, (await placeMarkets(setup, recording)).places)
}

/** The sample, heard as it happens: what delays the feed is the latency of either run, once. */
async function sampleMoments(): Promise<readonly (readonly MarketEvent[])[]> {
  const moments: (readonly MarketEvent[])[] = []
  for await (const moment of openByContent(SAMPLE)) moments.push(moment.map(event => ({ ...event, receivedAt: event.at })))
  return moments
}

async function* each<T>(list: readonly T[]): AsyncGenerator<T> {
  yield* list
}

const hashOf = (words: readonly string[]): string => createHash('sha256').update(words.join('\n')).digest('hex')

test('two strategies of one run config, one account, send and are filled in a backtest as under a virtual clock at the exchange, to the hash of the desk', () =>
  inFolder(async folder => {
    const moments = await sampleMoments()
    const {
      fills: joined,
      orders,
      stateHash,
    } = await joinedRun({
      moments,
      options: await optionsIn(folder),
      feed: { news: (_core, _now, { played }) => played },
    })
    const backtest = createBacktest({ ...(await optionsIn(folder)), keepsOrders: true })
    backtest.add(await loadChunk(each(moments)))
    const result = backtest.finish()
    const { accounts, strategies } = result
    const [account] = accounts
    const { fills, sent } = account!
    const words = fills.map(fill => fillWords(fill.at, fill))
    expect(joined).toEqual(words)
    expect(hashOf(joined)).toBe(hashOf(words))
    expect(orders).toEqual(sent.map(order => orderWords(order.sentAt, order.id, order)))
    expect(stateHash).toBe(account!.stateHash)
    // Each of them makes, one takes as well, and both meet what the other uses up.
    for (const { name, markets } of strategies)
      expect(fills.filter(({ market, isMaker }) => isMaker && markets.includes(market)).length, name).toBeGreaterThan(60)
    expect(fills.filter(({ isMaker }) => !isMaker).length).toBeGreaterThan(30)
    expect(fills.filter(({ isSettled }) => !isSettled).length).toBeGreaterThan(5)
    expect(Object.keys(account!.refusals.limits).length).toBeGreaterThan(1)
    // What they share is told apart, and nothing of it is lost.
    const shares = strategyProfits(result, account!)
    for (const { name, refusals } of shares) expect(Object.keys(refusals.limits).length, name).toBeGreaterThan(0)
    expect(sumRefusals(shares.map(({ refusals }) => refusals))).toEqual(account!.refusals)
    const { samples } = account!
    expect(samples.length).toBeGreaterThan(100)
    for (const { equity, byStrategy } of samples) expect(byStrategy.reduce((sum, part) => sum + part, 0n)).toBe(equity)
    const ends = shares.map(({ profit }) => profit.total - profit.rewards)
    expect(samples.at(-1)?.byStrategy).toEqual(ends)
    expect(ends.every(end => end !== 0n)).toBe(true)
  }))
