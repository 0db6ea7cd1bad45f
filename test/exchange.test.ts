import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { startExchange, startExchangeWorker } from '../src/exchange.js'

const built = fileURLToPath(new URL('../dist/src/exchange-worker.js', import.meta.url))

describe('the door of the exchange', () => {
  it('opens with a market that the crowd quotes on both sides', async () => {
    const exchange = await startExchange({ seed: 5 })
    try {
      const url = `${exchange.baseUrl}/v1/markets/${exchange.markets[0]?.id}/orderbook`
      const response = await fetch(url, { headers: { 'x-api-key': exchange.apiKey } })
      const { data } = (await response.json()) as { data: { asks: unknown[]; bids: unknown[] } }
      expect([data.asks.length > 2, data.bids.length > 2]).toEqual([true, true])
    } finally {
      await exchange.close()
    }
  })

  it('refuses a crowd it does not have, an amount that is none, and a port that is taken', async () => {
    await expect(startExchange({ crowd: { kind: 'recorded', file: 'x', speed: 1 } })).rejects.toThrow(/recording/)
    await expect(startExchange({ fund: [{ address: `0x${'22'.repeat(20)}`, usdt: '1e3' }] })).rejects.toThrow(/dollars/)
    await expect(startExchange({ fund: [{ address: '0x1', usdt: '1' }] })).rejects.toThrow(/wallet/)
    const first = await startExchange({ crowd: { kind: 'none' } })
    const port = Number(new URL(first.baseUrl).port)
    await expect(startExchange({ crowd: { kind: 'none' }, port })).rejects.toThrow(
      /: it is taken; end what listens there, or choose another port/,
    )
    await first.close()
  })

  it.skipIf(!existsSync(built))('serves from a thread of its own, which ends when it is closed (needs the build)', async () => {
    const exchange = await startExchangeWorker({ crowd: { kind: 'none' } })
    const response = await fetch(`${exchange.baseUrl}/v1/markets`, { headers: { 'x-api-key': exchange.apiKey } })
    expect(response.status).toBe(200)
    await response.text()
    await exchange.close()
    await expect(fetch(`${exchange.baseUrl}/v1/markets`)).rejects.toThrow()
    await expect(startExchangeWorker({ fund: [{ address: '0x1', usdt: 'x' }] })).rejects.toThrow(/dollars/)
  })
})
