import { describe, expect, it } from 'vitest'
import { encodeChainCall } from '../../../src/protocol/chain.js'
import { contractsOf } from '../../../src/protocol/contracts.js'
import { createSigner } from '../../../src/protocol/sign.js'
import { highSForms } from '../../protocol/high-s.js'
import { createClient } from './client.js'
import { start } from './exchanges.js'

describe('what every client may read', () => {
  it('lists markets and categories by state, with paging', async () => {
    const markets = ['a', 'b', 'c'].map(name => ({
      question: `Will ${name} win?`,
      title: name,
      decimals: 3 as const,
      rewardsPerHour: 5,
    }))
    const client = createClient(
      await start({ markets: [...markets, { question: 'Own?', category: { slug: 'own', title: 'Own' } }] }),
    )
    const { data, cursor } = (await client.get('/v1/markets?first=3&status=OPEN')).body
    expect(data.map((row: { id: number }) => row.id)).toEqual([1_004, 1_003, 1_002])
    expect(data[1]).toMatchObject({
      tradingStatus: 'OPEN',
      status: 'REGISTERED',
      decimalPrecision: 3,
      feeRateBps: 200,
      rewards: { current: { hourlyRate: 5 } },
    })
    expect((await client.get(`/v1/markets?first=3&after=${cursor}`)).body).toMatchObject({
      cursor: null,
      data: [{ id: 1_001 }],
    })
    expect((await client.get('/v1/markets?status=RESOLVED')).body.data).toEqual([])
    const categories = (await client.get('/v1/categories?status=OPEN')).body.data
    expect(categories).toHaveLength(4)
    expect((await client.get('/v1/categories/own-1001')).body.data).toMatchObject({
      slug: 'own-1001',
      status: 'OPEN',
      markets: [{ id: 1_004 }],
    })
    expect((await client.get('/v1/categories/none')).status).toBe(404)
    expect((await client.get('/v1/markets/orderbooks?ids=1001&ids=1002')).body.data).toHaveLength(2)
    expect((await client.get('/v1/markets/9/orderbook')).body.message).toBe('Orderbook not found')
    for (const id of ['9007199254740993', '9'.repeat(78)]) {
      expect((await client.get(`/v1/markets/${id}`)).body).toMatchObject({ code: 404, message: 'market not found' })
      expect((await client.get(`/v1/orders/matches?marketId=${id}`)).body).toEqual({ success: true, cursor: null, data: [] })
    }
  })

  it('shows each outcome’s best levels on its own side', async () => {
    const exchange = await start()
    const client = createClient(exchange)
    await client.login()
    await client.limit({ market: exchange.market, cents: 40, shares: 10 })
    const [yes, no] = (await client.get(`/v1/markets/${exchange.market}`)).body.data.outcomes
    expect(yes).toMatchObject({ indexSet: 1, bestBid: { price: 0.4, size: 10 }, bestAsk: null })
    expect(no).toMatchObject({ indexSet: 2, bestBid: null, bestAsk: { price: 0.6, size: 10 } })
  })

  it('answers a wallet’s questions to the chain from its own accounts', async () => {
    const exchange = await start({ settlementMs: 0 })
    const { market } = exchange
    const [maker, taker] = [createClient(exchange, 0), createClient(exchange, 1)]
    await Promise.all([maker.login(), taker.login()])
    await maker.limit({ market, cents: 40, shares: 10 })
    await taker.limit({ market, outcome: 'no', cents: 60, shares: 10 })
    const token = BigInt((await maker.get(`/v1/markets/${market}`)).body.data.outcomes[0].onChainId)
    const owner = maker.account.address
    const { usdt, plain, ecdsaValidator } = contractsOf(97)
    const calls = [
      { to: usdt, data: encodeChainCall({ kind: 'cash', owner }) },
      { to: usdt, data: encodeChainCall({ kind: 'allowance', owner, spender: plain.exchange }) },
      { to: usdt, data: encodeChainCall({ kind: 'allowance', owner, spender: owner }) },
      { to: plain.conditionalTokens, data: encodeChainCall({ kind: 'shares', owner, token }) },
      { to: plain.conditionalTokens, data: encodeChainCall({ kind: 'isApproved', owner, operator: plain.exchange }) },
      { to: plain.exchange, data: encodeChainCall({ kind: 'nonce', maker: owner }) },
      { to: ecdsaValidator, data: encodeChainCall({ kind: 'smartOwner', account: owner }) },
      { to: owner, data: encodeChainCall({ kind: 'cash', owner }) },
    ].map((call, id) => ({ jsonrpc: '2.0', id, method: 'eth_call', params: [call, 'latest'] }))
    const rpc = async (body: unknown) => {
      const response = await fetch(exchange.rpcUrl, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
      return response.json() as Promise<never>
    }
    const answers: { result: string }[] = await rpc(calls)
    const numbers = answers.slice(0, 7).map(answer => BigInt(answer.result))
    expect(numbers).toEqual([9_996n * 10n ** 18n, 2n ** 256n - 1n, 0n, 10n ** 19n, 1n, 0n, 0n])
    expect(answers[7]?.result).toBe('0x')
    expect(await rpc({ jsonrpc: '2.0', id: 'x', method: 'eth_chainId' })).toEqual({ jsonrpc: '2.0', id: 'x', result: '0x61' })
    expect(await rpc({ id: 1, method: 'web3_clientVersion' })).toMatchObject({ id: 1, result: 'oddsmith' })
    expect(await rpc({ id: 1, method: 'eth_sendRawTransaction' })).toMatchObject({ error: { code: -32_602 } })
    expect(await rpc({ id: 1, method: 'eth_getLogs' })).toMatchObject({ error: { code: -32_601 } })
    for (const body of [
      '{',
      [],
      1,
      null,
      [1],
      { method: 'eth_call', params: [{ to: 1 }] },
      { method: 'eth_call', params: [{ to: 'usdt', data: '0x' }] },
      { method: 'eth_call', params: [{ to: usdt, data: '0x123' }] },
      { method: 'eth_call', params: 'x' },
    ])
      expect(JSON.stringify(await rpc(body))).toContain('error')
  })

  it('takes the login and the orders of a smart wallet it knows, signed by its owner', async () => {
    const privateKey = `0x${'11'.repeat(32)}`
    const account = '0x3333333333333333333333333333333333333333'
    const { owner, ...signer } = createSigner({ privateKey, chainId: 97, account })
    const exchange = await start({ smartAccounts: [{ address: account, owner }], fund: [{ address: account, usdt: '100' }] })
    const headers = { 'x-api-key': exchange.apiKey }
    const read = await fetch(`${exchange.baseUrl}/v1/auth/message`, { headers })
    const { message } = ((await read.json()) as { data: { message: string } }).data
    const login = (by: string, signature: string) =>
      fetch(`${exchange.baseUrl}/v1/auth`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ signer: by, message, signature }),
      })
    for (const twin of highSForms(signer.signMessage(message))) expect((await login(account, twin)).status).toBe(401)
    expect((await login(account, signer.signMessage(message))).status).toBe(200)
    const stranger = createSigner({ privateKey: `0x${'22'.repeat(32)}`, chainId: 97, account })
    expect((await login(account, stranger.signMessage(message))).status).toBe(401)
    const unknown = '0x4444444444444444444444444444444444444444'
    const claimed = createSigner({ privateKey, chainId: 97, account: unknown })
    expect((await login(unknown, claimed.signMessage(message))).status).toBe(401)
  })

  it('closes a market at its end, resolves it and pays its shares', async () => {
    let now = 1_800_000_000_000_000
    const clock = { now: () => now as never }
    const exchange = await start({ clock, settlementMs: 0, markets: [{ question: 'Yes?', endsInMinutes: 1, resolvesTo: 1 }] })
    const { market } = exchange
    const [maker, taker] = [createClient(exchange, 0), createClient(exchange, 1)]
    await Promise.all([maker.login(), taker.login()])
    await maker.limit({ market, cents: 40, shares: 10 })
    await taker.limit({ market, outcome: 'no', cents: 60, shares: 10 })
    now += 600_000_000
    expect((await maker.limit({ market, cents: 40, shares: 10 })).body.error).toBe('create_order_market_not_trading')
    const row = (await maker.get(`/v1/markets/${market}`)).body.data
    expect(row).toMatchObject({ tradingStatus: 'CLOSED', status: 'RESOLVED', resolution: { indexSet: 1, status: 'WON' } })
    expect((await maker.get('/v1/positions')).body.data).toEqual([])
    expect((await maker.get('/v1/markets?status=RESOLVED')).body.data).toHaveLength(1)
  })
})
