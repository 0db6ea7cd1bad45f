import { describe, expect, it } from 'vitest'
import { createClient } from './client.js'
import { folder, start } from './exchanges.js'

const USDT = '0xB32171ecD878607FFc4F8FC0bCcE6852BB3149E0'

describe('a data folder', () => {
  it('gives balances, orders, matches, keys and tokens back after a restart', async () => {
    const data = folder()
    const first = await start({ data, settlementMs: 0 })
    const { market } = first
    const [maker, taker] = [createClient(first, 0), createClient(first, 1)]
    const token = await maker.login()
    await taker.login()
    await maker.limit({ market, cents: 40, shares: 10 })
    await taker.limit({ market, outcome: 'no', cents: 60, shares: 4 })
    await maker.limit({ market, cents: 30, shares: 10 })
    const read = async (exchange: typeof first) => {
      const paths = [
        '/v1/orders',
        '/v1/orders/matches',
        '/v1/positions',
        `/v1/markets/${market}/orderbook`,
        `/v1/markets/${market}`,
      ]
      const headers = { 'x-api-key': first.apiKey, authorization: `Bearer ${token}` }
      return Promise.all(paths.map(async path => (await fetch(exchange.baseUrl + path, { headers })).text()))
    }
    const before = await read(first)
    await first.close()
    const second = await start({ data })
    expect(second.accounts).toEqual(first.accounts)
    expect(second.markets).toEqual(first.markets)
    expect(await read(second)).toEqual(before)
  })

  it('settles while it was down what was due', async () => {
    const data = folder()
    const first = await start({ data, settlementMs: 50 })
    const { market } = first
    const [maker, taker] = [createClient(first, 0), createClient(first, 1)]
    await Promise.all([maker.login(), taker.login()])
    await maker.limit({ market, cents: 40, shares: 10 })
    await taker.limit({ market, outcome: 'no', cents: 60, shares: 10 })
    await first.close()
    let later = Date.now() * 1_000 + 60_000_000
    const second = await start({ data, clock: { now: () => later++ as never } })
    const again = createClient(second, 0)
    await again.login()
    expect((await again.get('/v1/positions')).body.data[0].amount).toBe('10000000000000000000')
  })

  it('funds a wallet once in its life', async () => {
    const data = folder()
    const address = '0x2222222222222222222222222222222222222222'
    for (let run = 0; run < 2; run++) {
      const exchange = await start({ data, fund: [{ address, usdt: '1000.5' }] })
      const call = { to: USDT, data: `0x70a08231${address.slice(2).padStart(64, '0')}` }
      const response = await fetch(exchange.rpcUrl, {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [call, 'latest'] }),
      })
      const { result } = (await response.json()) as { result: string }
      expect(BigInt(result)).toBe(1_000_500_000_000_000_000_000n)
      await exchange.close()
    }
  })

  it('keeps its rules from the first start on, and says so where others are wished for', async () => {
    const data = folder()
    const first = await start({ data, settlementMs: 600_000, seed: 1 })
    await first.close()
    const said: unknown[] = []
    await start({ data, settlementMs: 0, seed: 1, payouts: 'on-redeem', log: (_text, fields) => said.push(fields) })
    expect(said).toEqual([
      { rule: 'settlementMs', kept: 600_000, wished: 0 },
      { rule: 'payouts', kept: 'at-result', wished: 'on-redeem' },
    ])
  })

  it('is one process’s alone', async () => {
    const data = folder()
    await start({ data })
    await expect(start({ data })).rejects.toThrow(/another process uses the exchange.s data in/)
  })
})
