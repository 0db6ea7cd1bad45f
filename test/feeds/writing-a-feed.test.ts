import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type AddressInfo, WebSocketServer } from 'ws'
import { loadFeed } from '../../src/cli/config/load-feeds.js'
import { type FeedOnTrial, feedContract } from '../../src/testing.js'

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/writing-a-feed.md'), 'utf8')
const [EXAMPLE = ''] = Array.from(GUIDE.matchAll(/^```ts\n(.*?)^```/gms), ([, code = '']) => code)
const folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
writeFileSync(join(folder, 'kraken.ts'), EXAMPLE)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A server that speaks as the guide's source does: it tells a price to those who have asked for it. */
async function open(): Promise<FeedOnTrial> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await new Promise(ready => server.on('listening', ready))
  let bid = 60_000
  server.on('connection', link => {
    link.on('message', (data: Buffer) => {
      const asked = JSON.parse(data.toString()) as { readonly params: { readonly symbol: readonly string[] } }
      link.send(JSON.stringify({ method: 'subscribe', success: true, result: asked.params }))
      link.send('{"channel":"heartbeat"}')
    })
  })
  const say = (text: string): void => {
    for (const link of server.clients) link.send(text)
  }
  return {
    definition: await loadFeed('./kraken.ts', folder),
    config: { symbol: 'BTC/USD', url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` },
    push: () => {
      bid += 1
      const row = { symbol: 'BTC/USD', bid, bid_qty: 1, ask: bid + 0.5, ask_qty: 2, last: bid }
      say(JSON.stringify({ channel: 'ticker', type: 'update', data: [row] }))
      return bid + 0.25
    },
    pushNonsense: () => say('{"channel":"ticker","data":[{}]}'),
    cut: () => {
      for (const link of server.clients) link.terminate()
    },
    links: () => server.clients.size,
    close: async () => {
      for (const link of server.clients) link.terminate()
      await new Promise(closed => server.close(closed))
    },
  }
}

test('the guide shows a feed, and how to hold one to the contract', () => {
  expect(EXAMPLE).toContain("name: 'kraken'")
  expect(GUIDE).toContain("import { feedContract } from 'oddsmith/testing'")
})

describe('the feed of the guide keeps the contract of feeds: it', () => {
  for (const { name, run } of feedContract(open)) test(name, run)
})
