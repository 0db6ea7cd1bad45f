import type { Addition } from '../addition.js'

const FEED = `import { type FeedDefinition, z } from 'oddsmith'

const config = z.strictObject({ url: z.url() })

/** Reads a price from each text of a WebSocket. */
export const feed: FeedDefinition<typeof config> = {
  name: 'plain-price',
  version: 1,
  config,
  open: ({ url }, { socket }) => socket({ url }),
  reader: () => text => ({ value: z.coerce.number().positive().parse(text) }),
}
`

const PROOF = `import { feedContract } from 'oddsmith/testing'
import { describe, expect, test } from 'vitest'
import { type AddressInfo, WebSocketServer } from 'ws'
import { parseConfig } from '../../src/cli/config/config.js'
import { loadFeed, loadFeeds } from '../../src/cli/config/load-feeds.js'

const FILE = './additions/plain-price.ts'

async function open() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await new Promise(ready => server.on('listening', ready))
  const url = 'ws://127.0.0.1:' + String((server.address() as AddressInfo).port)
  let price = 100
  const say = (text: string): void => {
    for (const link of server.clients) link.send(text)
  }
  const cut = (): void => {
    for (const link of server.clients) link.terminate()
  }
  return {
    definition: await loadFeed(FILE, 'examples'),
    config: { url },
    push: () => {
      price += 1
      say(String(price))
      return price
    },
    pushNonsense: () => say('no price'),
    cut,
    links: () => server.clients.size,
    close: async () => {
      cut()
      await new Promise(closed => server.close(closed))
    },
  }
}

describe('a feed in a file of its own keeps the contract of feeds: it', () => {
  for (const { name, run } of feedContract(open)) test(name, run)
})

test('a config names a feed in a file of its own', async () => {
  const text = 'venue: { name: predict, embedded: {} }\\nstrategies: [{ strategy: watch }]\\nfeeds: { it: { source: ' + FILE + ', url: "ws://x" } }\\n'
  const feeds = await loadFeeds(await parseConfig('examples/bot.yaml', text), {})
  expect(feeds.map(({ name, definition }) => [name, definition.name])).toEqual([['it', 'plain-price']])
})
`

export const feed: Addition = {
  what: 'a reference feed',
  isNew: 'one file, named in `feeds`',
  beginWith: '[docs/writing-a-feed.md](docs/writing-a-feed.md)',
  sourceMax: 0,
  files: { 'examples/additions/plain-price.ts': FEED, 'test/additions/feed.test.ts': PROOF },
  edits: [],
  proofs: ['test/additions/feed.test.ts'],
}
