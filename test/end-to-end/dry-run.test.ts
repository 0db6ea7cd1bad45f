/* oxlint-disable typescript/no-explicit-any -- A test reads foreign JSON freely. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deskSettings } from '../../src/engine/settings.js'
import type { RunningExchange } from '../../src/exchange.js'
import { USUAL_TIMINGS } from '../../src/venues/feed-timings.js'
import { strategy } from '../../strategies/two-sided.js'
import { type Client, createClient } from '../exchange/server/client.js'
import { bookOf, marketOf, openFollowed, until } from '../exchange/server/followed-pair.js'
import { openStream } from '../exchange/server/stream.js'
import { isAcceptance } from '../is-acceptance.js'
import { inFolder, newestRun, oddsmith } from './daemon.js'
import { wakeWallet } from './wallet-session.js'

const SECONDS = isAcceptance ? 60 : 4
/** How old the venue's book may be that is found inside. */
const BEHIND_MS = 2_000
const DARK_AFTER_MS = 3_000

/** So that an order seldom comes or goes between two looks at the book. */
const CALM = deskSettings({ requote: { requoteEveryMs: 500, priceHysteresisTicks: 1, backoffMs: 500 } }).requote

/** Sizes by level, `bid 0.4`; in millionths, so that sums are whole. */
type Book = ReadonlyMap<string, number>

const bookAs = ({ bids, asks }: { bids: number[][]; asks: number[][] }): Book => {
  const of = (side: string) => (row: number[]) => [`${side} ${row[0]}`, Math.round(row[1]! * 1e6)] as const
  return new Map([...bids.map(of('bid')), ...asks.map(of('ask'))])
}

/** Every book of a market that the venue shows, from now on. */
const watchBooks = async (outer: RunningExchange, market: number): Promise<() => readonly Book[]> => {
  const stream = await openStream(outer)
  const shown: { readonly at: number; readonly book: Book }[] = []
  let seen = 0
  const look = (): void => {
    for (; seen < stream.heard.length; seen++) {
      const { topic, data } = stream.heard[seen]
      if (topic === 'heartbeat') stream.send({ method: 'heartbeat', data })
      if (topic === `predictOrderbook/${market}`) shown.push({ at: performance.now(), book: bookAs(data) })
    }
  }
  const timer = setInterval(look, 10)
  timer.unref()
  await stream.subscribe(`predictOrderbook/${market}`)
  return () => {
    look()
    const since = performance.now() - BEHIND_MS
    const first = shown.findLastIndex(({ at }) => at < since)
    return shown.slice(Math.max(0, first)).map(({ book }) => book)
  }
}

/** Our open orders in a market. */
const oursOf = async (client: Client, market: number): Promise<readonly any[]> =>
  (await client.get('/v1/orders?status=OPEN&first=100')).body.data.filter((row: any) => row.marketId === market)

/** What rests of them, by level; `yes` is the token of that outcome. */
const restOf = (rows: readonly any[], yes: string): Book => {
  const sizes = new Map<string, number>()
  for (const { amount, amountFilled, order } of rows) {
    const [maker, taker] = [BigInt(order.makerAmount), BigInt(order.takerAmount)]
    const isBuy = order.side === 0
    const own = Number(isBuy ? (maker * 10_000n) / taker : (taker * 10_000n) / maker) / 10_000
    const isYes = order.tokenId === yes
    const place = `${isYes === isBuy ? 'bid' : 'ask'} ${isYes ? own : Math.round((1 - own) * 10_000) / 10_000}`
    sizes.set(place, (sizes.get(place) ?? 0) + Number((BigInt(amount) - BigInt(amountFilled)) / 10n ** 12n))
  }
  return sizes
}

/** The book inside without our orders; it is read between two looks at them that show the same orders. */
const crowdOf = async (inner: RunningExchange, client: Client, market: number): Promise<Book> => {
  const yes = (await marketOf(inner, market)).outcomes[0].onChainId
  for (;;) {
    const ours = await oursOf(client, market)
    const book = new Map(bookAs(await bookOf(inner, market)))
    if (JSON.stringify(await oursOf(client, market)) !== JSON.stringify(ours)) continue
    for (const [place, size] of restOf(ours, yes)) book.set(place, (book.get(place) ?? 0) - size)
    return new Map([...book].filter(([, size]) => size !== 0))
  }
}

/** How much less a book shows than the venue's did, in millionths; null: somewhere it shows more. */
const lessThan = (venue: Book, inside: Book): number | null => {
  let less = [...venue.values()].reduce((sum, size) => sum + size, 0)
  for (const [place, size] of inside) {
    if (size > (venue.get(place) ?? 0)) return null
    less -= size
  }
  return less
}

test(
  `has the venue’s books less ours and what ours took at each of ${SECONDS} seconds, is dark while it is cut off, and has them again`,
  async () => {
    const { outer, line, requests, follow } = await openFollowed({
      crowd: { kind: 'synthetic' },
      seed: 4,
      markets: [{ question: 'Will it rain?' }, { question: 'Will it snow?', decimals: 3 }],
    })
    const inner = await follow({ darkAfterMs: DARK_AFTER_MS }, { settlementMs: 0 })
    const run = await wakeWallet({
      exchange: inner,
      assigned: { definition: strategy, parameters: strategy.parameters.parse({ sizeShares: 30 }) },
      timings: USUAL_TIMINGS,
      settings: { requote: CALM },
    })
    try {
      const client = createClient(inner)
      await client.login()
      const markets = await Promise.all(inner.markets.map(async ({ id }) => ({ id, books: await watchBooks(outer, id) })))
      const taken = (): number =>
        run.journal.rows.fills(10_000).reduce((sum, { shares }) => sum + Number(BigInt(shares) / 10n ** 12n), 0)
      const expectEqual = async (): Promise<void> => {
        for (const { id, books } of markets) {
          // Looked at again where an order came or went between two looks, or where this process hears of a book or a fill late.
          const isVenues = async (): Promise<boolean> => {
            const inside = await crowdOf(inner, client, id)
            return (
              inside.size > 2 &&
              books().some(book => {
                const less = lessThan(book, inside)
                return less !== null && less <= taken()
              })
            )
          }
          await expect.poll(isVenues, { timeout: 1_500, interval: 20, message: `the books of market ${id}` }).toBe(true)
        }
      }
      const states = () => Promise.all(markets.map(async ({ id }) => (await marketOf(inner, id)).tradingStatus))
      for (let second = 0; second < SECONDS; second++) {
        await new Promise(resolve => setTimeout(resolve, 1_000))
        await expectEqual()
      }
      expect(run.journal.rows.orders(1)).toHaveLength(1)
      line.set({ kind: 'cut' })
      await until(states, ['CANCEL_ONLY', 'CANCEL_ONLY'], DARK_AFTER_MS + 2_000)
      // During the cut: nothing of the crowd, and nothing of ours is left to be filled.
      await until(() => Promise.all(markets.map(async ({ id }) => (await crowdOf(inner, client, id)).size)), [0, 0])
      await until(async () => (await client.get('/v1/orders?status=OPEN')).body.data.length, 0, 10_000)
      const fills = taken()
      await new Promise(resolve => setTimeout(resolve, 1_000))
      expect([await states(), taken()]).toEqual([['CANCEL_ONLY', 'CANCEL_ONLY'], fills])
      line.set({ kind: 'none' })
      await until(states, ['OPEN', 'OPEN'], 20_000)
      await expectEqual()
      await until(async () => (await client.get('/v1/orders?status=OPEN')).body.data.length > 0, true, 20_000)
      expect(requests.filter(request => !/^GET \/(v1\/|ws$)/.test(request))).toEqual([])
      expect(requests.filter(request => request.includes('auth') || request.includes('/orders'))).toEqual([])
    } finally {
      await run.session.stop('the test')
      await run.close()
    }
  },
  120_000 + SECONDS * 2_000,
)

// A crowd that follows a venue: the test above and exchange/server/live.test.ts. Exact calibration: backtest/calibrate/exact-replay.test.ts.
test.runIf(isAcceptance)(
  'is a run on paper like any other: it replays to the same state, and is calibrated exactly',
  () =>
    inFolder(async home => {
      const { venue } = await openFollowed({
        crowd: { kind: 'synthetic', noiseASecond: 4 },
        seed: 9,
        markets: [{ question: 'Will it rain?' }, { question: 'Will it snow?' }],
      })
      const config = join(home, 'dry.yaml')
      const crowd = {
        kind: 'live',
        baseUrl: venue.baseUrl,
        wsUrl: venue.wsUrl,
        apiKey: { env: 'VENUE_KEY' },
        fillModel: 'probabilistic',
      }
      writeFileSync(
        config,
        `venue: ${JSON.stringify({ name: 'predict', embedded: { world: 'dry', crowd } })}\nstrategies: [{strategy: two-sided}]\nlimits: {positionMaxShares: 500}\n`,
      )
      const daemon = oddsmith(['run', config, '--json', '--home', home], { VENUE_KEY: venue.apiKey })
      await daemon.says(/[1-9]\d* fills/)
      daemon.child.kill('SIGINT')
      const { code, stdout, stderr } = await daemon.ended
      expect(code, stderr).toBe(0)
      const summary = JSON.parse(stdout)
      expect(summary).toMatchObject({ openOrdersAtExit: 0, isEqualToVenue: true, orders: { unknown: 0 } })
      expect(summary.fills).toBeGreaterThan(0)
      expect(stdout + stderr).not.toContain(venue.apiKey)
      const run = newestRun(home)
      const replayed = await oddsmith(['replay', run, '--json']).ended
      expect(JSON.parse(replayed.stdout)).toMatchObject({ stateHash: summary.stateHash, firstDifference: null })
      const calibrated = await oddsmith(['calibrate', run, '--json']).ended
      const { times, models } = JSON.parse(calibrated.stdout)
      expect(times).toBe('exchange')
      for (const name of ['exact', 'probabilistic'])
        expect(models.find(({ model }: { model: string }) => model === name)).toMatchObject({
          hits: { runOnly: 0, modelOnly: 0 },
          shares: { error: 0 },
        })
    }),
  120_000,
)
