import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'vitest'
import { z } from 'zod'
import { feed as binance } from '../../src/feeds/binance.js'
import type { FeedDefinition } from '../../src/feeds/feed-definition.js'
import { type FeedOnTrial, feedContract } from '../../src/testing.js'
import { startBinance } from './binance-server.js'

const ofBinance = async (): Promise<FeedOnTrial> => {
  const server = await startBinance()
  let price = 60_000
  return {
    definition: binance,
    config: { symbol: 'btcusdt', baseUrl: server.baseUrl },
    push: () => {
      price += 1
      server.quote(price - 0.5, price + 0.5)
      return price
    },
    pushNonsense: () => server.say('{"s":"BTCUSDT","b":'),
    cut: server.cut,
    links: server.links,
    close: server.close,
  }
}

describe('the feed of Binance keeps the contract of feeds: it', () => {
  for (const { name, run } of feedContract(ofBinance)) test(name, run)
})

const pollConfig = z.strictObject({ url: z.url() })
const polled: FeedDefinition<typeof pollConfig> = {
  name: 'polled',
  version: 1,
  config: pollConfig,
  open: ({ url }, { poll }) => poll({ url, everyMs: 20 }),
  reader: () => text => ({ value: z.object({ price: z.number() }).parse(JSON.parse(text)).price }),
}

const ofPolled = async (): Promise<FeedOnTrial> => {
  let price = 5
  const server = createServer((_, answer) => answer.end(JSON.stringify({ price })))
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  return {
    definition: polled,
    config: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/price?of=coin` },
    push: () => ++price,
    cut: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections()
      await new Promise(closed => server.close(closed))
    },
  }
}

describe('a feed that asks again and again keeps the contract of feeds: it', () => {
  for (const { name, run } of feedContract(ofPolled)) test(name, run)
})
