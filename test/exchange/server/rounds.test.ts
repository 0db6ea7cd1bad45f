/* oxlint-disable typescript/no-explicit-any -- A test reads foreign JSON freely. */
import { describe, expect, it } from 'vitest'
import { createPriceFeeds, type PriceFeedSeed } from '../../../src/exchange/server/prices/price-feed.js'
import type { ExchangeOptions } from '../../../src/exchange.js'
import { Timestamp } from '../../../src/model/time.js'
import { createClient } from './client.js'
import { folder, start } from './exchanges.js'

const BEGIN = 1_800_000_000
const FIVE = 300
const STILL: PriceFeedSeed = { symbol: 'STILL', id: `0x${'1'.repeat(64)}`, number: 9, price: 1, volatility: 0, decimals: 2 }

/** A clock that a test moves, and options of an exchange with rounds of five minutes. */
const scene = (options: ExchangeOptions = {}) => {
  let now = BEGIN + 60
  const clock = { now: () => Timestamp.ofSeconds(now) }
  const all = { clock, seed: 11, markets: [], rounds: [{ feed: 'btc', minutes: 5 }], settlementMs: 0, ...options }
  return {
    options: all,
    moveTo: (second: number) => {
      now = second
    },
  }
}

/** What a category says once it says so; the rounds look five times a second. */
const seen = async (read: () => Promise<any>, isSo: (data: any) => boolean): Promise<any> => {
  for (;;) {
    const { data } = (await read()).body
    if (data !== undefined && isSo(data)) return data
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

const slugOf = (second: number, series = 'btc-up-or-down-5m'): string => `/v1/categories/${series}-${second}`

describe('rounds on whether a price goes up', () => {
  it('last whole seconds, also where their minutes are no whole number of binary parts', async () => {
    const { options } = scene({ rounds: [{ feed: 'btc', minutes: 4.1 }] })
    const client = createClient(await start(options))
    const begin = Math.floor((BEGIN + 60) / 246) * 246
    const { startsAt, endsAt } = (await client.get(slugOf(begin, 'btc-up-or-down-246s'))).body.data
    expect([startsAt, endsAt]).toEqual([begin, begin + 246].map(second => Timestamp.iso(Timestamp.ofSeconds(second))))
  })

  it('open one after the other, and each resolves by the price at its end', async () => {
    const { options, moveTo } = scene()
    const client = createClient(await start(options))
    const price = (second: number) => createPriceFeeds(11).price('btc', Timestamp.ofSeconds(second))
    const first = (await client.get(slugOf(BEGIN))).body.data
    const startPrice = price(BEGIN)
    const feed = { priceFeedProvider: 'CHAINLINK', priceFeedSymbol: 'BTC', startPrice, endPrice: null }
    expect(first).toMatchObject({
      status: 'OPEN',
      marketVariant: 'CRYPTO_UP_DOWN',
      resolutionProvider: 'CHAINLINK',
      parentSlug: 'btc-up-or-down-5m',
      startsAt: Timestamp.iso(Timestamp.ofSeconds(BEGIN)),
      endsAt: Timestamp.iso(Timestamp.ofSeconds(BEGIN + FIVE)),
      variantData: { type: 'CRYPTO_UP_DOWN', ...feed },
      variantDetails: { cryptoUpDown: { ...feed, roundMinutes: 5 } },
      tags: [
        { name: 'Crypto', makerRebateBps: 0 },
        { name: 'Up/Down', parentId: '2', makerRebateBps: 2_500 },
      ],
      markets: [{ tradingStatus: 'OPEN', variantData: feed, outcomes: [{ name: 'Up' }, { name: 'Down' }] }],
    })
    const wasUp: boolean[] = []
    for (let round = 1; round <= 6; round++) {
      moveTo(BEGIN + round * FIVE)
      const over = await seen(
        () => client.get(slugOf(BEGIN + (round - 1) * FIVE)),
        data => data.status === 'RESOLVED',
      )
      const [from, to] = [price(BEGIN + (round - 1) * FIVE) ?? 0, price(BEGIN + round * FIVE) ?? 0]
      expect(over.variantData).toMatchObject({ startPrice: from, endPrice: to })
      expect(over.markets[0]).toMatchObject({
        tradingStatus: 'CLOSED',
        status: 'RESOLVED',
        variantData: { startPrice: from, endPrice: to },
        resolution: { name: to > from ? 'Up' : 'Down', status: 'WON' },
        oracleUpdates: [{ kind: 'RESOLVED', payoutYes: to > from ? 1 : 0, provider: 'CHAINLINK' }],
      })
      wasUp.push(to > from)
      await seen(
        () => client.get(slugOf(BEGIN + round * FIVE)),
        data => data.status === 'OPEN',
      )
    }
    expect(new Set(wasUp)).toEqual(new Set([true, false]))
  })

  it('pay halves where the price is the same at the end', async () => {
    const { options, moveTo } = scene({ priceFeeds: [STILL], rounds: [{ feed: '9', minutes: 5, provider: 'FEED_A' }] })
    const client = createClient(await start(options))
    moveTo(BEGIN + FIVE)
    const over = await seen(
      () => client.get(slugOf(BEGIN, 'still-up-or-down-5m')),
      data => data.status === 'RESOLVED',
    )
    expect(over.variantData).toMatchObject({ priceFeedProvider: 'FEED_A', startPrice: 1, endPrice: 1 })
    expect(over.markets[0]).toMatchObject({ resolution: null, outcomes: [{ status: 'VOIDED' }, { status: 'VOIDED' }] })
  })

  it('go on after a restart: what ended meanwhile is resolved, and only the round of now is opened', async () => {
    const { options, moveTo } = scene({ data: folder() })
    const before = await start(options)
    const { data } = (await createClient(before).get(slugOf(BEGIN))).body
    await before.close()
    moveTo(BEGIN + 3 * FIVE + 10)
    const client = createClient(await start(options))
    const after = (await client.get(slugOf(BEGIN))).body.data
    expect(after).toMatchObject({ status: 'RESOLVED', variantData: { startPrice: data.variantData.startPrice } })
    expect((await client.get('/v1/categories')).body.data).toHaveLength(2)
    expect((await client.get(slugOf(BEGIN + 3 * FIVE))).body.data).toMatchObject({ status: 'OPEN' })
  })

  it('refuse a series that is none', async () => {
    for (const rounds of [[{ feed: 'doge', minutes: 5 }], [{ feed: 'btc', minutes: 0 }], [{ feed: 'btc', minutes: 0.001 }]])
      await expect(start({ markets: [], rounds })).rejects.toThrow(/^rounds: /)
  })
})
