import { describe, expect, test } from 'vitest'
import { type ConnectionUse, connectionDigest, connectionText, disconnectionText } from '../../../src/protocol/connection.js'
import { toHex } from '../../../src/protocol/hex.js'
import { createSigner } from '../../../src/protocol/sign.js'
import { type Client, createClient } from './client.js'
import { folder, start } from './exchanges.js'

type Exchange = Awaited<ReturnType<typeof start>>

const PARTY_KEY = `0x${'22'.repeat(32)}`

/** A third party that signs its requests; `account` is the wallet it acts for. */
const partyOf = (exchange: Exchange, account: Client) => {
  const { chainId } = exchange
  const owner = createSigner({ privateKey: account.account.privateKey, chainId })
  const signer = createSigner({ privateKey: PARTY_KEY, chainId })
  const frame = { signer: signer.address, account: owner.address }
  const terms = (timestamp: number) => ({ ...frame, chainId, timestamp })
  return {
    signer,
    connect: (timestamp = Date.now(), prefix = '/v1') =>
      account.post(`${prefix}/oauth/finalize`, {
        ...frame,
        signature: owner.signMessage(connectionText(terms(timestamp))),
        data: { timestamp },
      }),
    disconnect: (timestamp = Date.now()) =>
      account.post('/v1/oauth/finalize', {
        ...frame,
        signature: owner.signMessage(disconnectionText(terms(timestamp))),
        data: { timestamp, disconnect: true },
      }),
    ask: (use: ConnectionUse, data: object, { timestamp = Date.now(), prefix = '/v1', by = signer } = {}) => {
      const stamped = { ...data, timestamp }
      const digest = connectionDigest({ use, account: owner.address, chainId, data: stamped })
      return account.post(`${prefix}/oauth/${use}`, { ...frame, signature: by.signMessage(digest), data: stamped })
    },
  }
}

test('the text and the digest to sign are these, to the byte', () => {
  const owner = createSigner({ privateKey: `0x${'11'.repeat(32)}`, chainId: 97 })
  const party = createSigner({ privateKey: PARTY_KEY, chainId: 97 })
  const terms = { account: owner.address, signer: party.address, chainId: 97, timestamp: 1_793_832_395_205 }
  expect(connectionText(terms)).toBe(
    'Let 0x1563915e194d8cfba1943570603f7606a3115508 create, list and cancel orders and read positions for 0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a.\n\nChain: 97\nTimestamp: 1793832395205',
  )
  const data = { timestamp: 1_793_832_395_205, first: '10', after: 'azU' }
  const digest = connectionDigest({ use: 'positions', account: owner.address, chainId: 97, data })
  expect({
    digest: toHex(digest),
    text: owner.signMessage(connectionText(terms)),
    request: party.signMessage(digest),
  }).toMatchInlineSnapshot(`
    {
      "digest": "0x4bc00859a4e3097145647ef9007f102c6483c6d7212bb5d734ee980b37d6ad8f",
      "request": "0x37f00c659fdd1af486e75729b82b570d43aee29e2151f174724dd36c634d3a71375eff5d9bf4b111d3a1edc704d997a5ad67dd672c34b34e54a539c2b74e8db21b",
      "text": "0xf1a30cf0ce9b62d176d4926aff5b0a1043a4f28b41172b468fb15f8cdb0cf837493ad3f667300e54765541996bb112ead474c0c934281268a7beec277f6107591b",
    }
  `)
  const turned = { after: 'azU', first: '10', timestamp: 1_793_832_395_205 }
  expect(connectionDigest({ use: 'positions', account: owner.address, chainId: 97, data: turned })).toEqual(digest)
})

describe('a connected third party', () => {
  test('places, lists and cancels orders and reads positions for its account', async () => {
    const exchange = await start()
    const account = createClient(exchange)
    const party = partyOf(exchange, account)
    expect((await party.ask('orders', {})).status).toBe(401)
    const connected = await party.connect()
    expect([connected.status, connected.body.data.account]).toEqual([200, account.account.address.toLowerCase()])

    const own = await account.body({ market: exchange.market, cents: 40, shares: 10 })
    const placed = await party.ask('orders/create', own.data)
    expect([placed.status, placed.body.data.code]).toEqual([201, 'OK'])
    const deputy = createClient(exchange, { address: party.signer.address, privateKey: PARTY_KEY })
    const signed = await deputy.create({
      market: exchange.market,
      maker: account.account.address,
      makerAmount: 4n * 10n ** 18n,
      takerAmount: 10n ** 19n,
      pricePerShare: 4n * 10n ** 17n,
    })
    expect((await party.ask('orders/create', signed.data)).status).toBe(201)

    const listed = await party.ask('orders', { status: 'OPEN', first: '1' })
    expect([listed.status, listed.body.data.length, typeof listed.body.cursor]).toEqual([200, 1, 'string'])
    const hashes = [own.data.order.hash, signed.data.order.hash]
    const cancelled = await party.ask('orders/cancel', { hashes: [hashes[0]], ids: [listed.body.data[0].id] })
    expect(new Set(cancelled.body.removed)).toEqual(new Set([hashes[0], listed.body.data[0].id]))
    expect((await party.ask('orders/cancel', { order: '1' })).body.message).toBe('data: ids or hashes must name the orders')
    expect((await party.ask('positions', {})).body).toEqual({ success: true, cursor: null, data: [] })
  })

  test('has the older paths with their fewer fields', async () => {
    const exchange = await start()
    const account = createClient(exchange)
    const party = partyOf(exchange, account)
    await party.connect(Date.now(), '')
    const { data } = await account.body({ market: exchange.market, cents: 40, shares: 10 })
    const placed = await party.ask('orders/create', data, { prefix: '' })
    expect([placed.status, placed.body]).toEqual([201, { success: true, data: { code: 'OK' } }])
    expect((await party.ask('orders', {}, { prefix: '' })).body.data.length).toBe(1)
    expect((await party.ask('positions', {}, { prefix: '' })).status).toBe(200)
  })

  test('is refused a second time, out of time, with another’s signature and after the end', async () => {
    const exchange = await start()
    const account = createClient(exchange)
    const party = partyOf(exchange, account)
    const timestamp = Date.now()
    await party.connect(timestamp)
    expect((await party.connect(timestamp)).status).toBe(401)
    expect((await party.ask('orders', {}, { timestamp })).status).toBe(200)
    expect((await party.ask('orders', {}, { timestamp })).status).toBe(401)
    expect((await party.ask('positions', {}, { timestamp })).status).toBe(200)
    for (const skew of [-301_000, 301_000])
      expect((await party.ask('orders', {}, { timestamp: Date.now() + skew })).status).toBe(401)
    const stranger = createSigner({ privateKey: `0x${'33'.repeat(32)}`, chainId: exchange.chainId })
    expect((await party.ask('orders', {}, { by: stranger })).status).toBe(401)
    expect((await party.disconnect()).status).toBe(200)
    const ended = await party.ask('orders', {})
    expect([ended.status, ended.body.error]).toEqual([401, 'unauthorized'])
  })

  test('stays connected over a restart, and its spent requests stay spent', async () => {
    const data = folder()
    const first = await start({ data })
    const timestamp = Date.now()
    const before = partyOf(first, createClient(first))
    await before.connect()
    expect((await before.ask('orders', {}, { timestamp })).status).toBe(200)
    await first.close()
    const second = await start({ data })
    const after = partyOf(second, createClient(second))
    expect((await after.ask('orders', {}, { timestamp })).status).toBe(401)
    expect((await after.ask('orders', {})).status).toBe(200)
  })

  test('may come with a wallet’s token in place of an API key', async () => {
    const exchange = await start()
    const account = createClient(exchange)
    const token = await account.login()
    const party = partyOf(exchange, account)
    const ask = (headers: Record<string, string>) =>
      fetch(`${exchange.baseUrl}/v1/oauth/orders`, { method: 'POST', headers, body: '{}' })
    expect((await ask({})).status).toBe(401)
    expect((await ask({ authorization: `Bearer ${token}` })).status).toBe(400)
    expect((await ask({ authorization: `Bearer ${token}`, 'x-api-key': 'wrong' })).status).toBe(401)
    expect((await party.connect()).status).toBe(200)
  })
})
