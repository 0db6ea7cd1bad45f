import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { createLogin } from '../../../src/exchange/server/auth/login.js'
import { Timestamp } from '../../../src/model/time.js'
import { createSigner } from '../../../src/protocol/sign.js'
import { highSForms } from '../../protocol/high-s.js'
import { createClient } from './client.js'
import { folder } from './exchanges.js'
import { openInside } from './inside.js'
import { pipelined, posted } from './raw-request.js'

const NOW = Timestamp.ofSeconds(1_800_000_000)
const SECRET = new Uint8Array(32).fill(7)
const door = (chainId = 97) => createLogin({ secret: SECRET, chainId, isSigned: () => true })

const ready = async (options = {}) => {
  const opened = await openInside(options)
  const client = createClient(opened.exchange)
  const { privateKey, address } = client.account
  const signer = createSigner({ privateKey, chainId: 97 })
  const ask = async (): Promise<string> => (await client.get('/v1/auth/message')).body.data.message
  const prove = (message: string, by = signer, who = address) =>
    client.post('/v1/auth', { signer: who, message, signature: by.signMessage(message) })
  return { ...opened, client, address, ask, prove }
}

describe('a login', () => {
  it('takes a message once, in any letter case of the signer and with or without 0x', async () => {
    const { client, address, ask, prove, exchange } = await ready()
    const message = await ask()
    expect(message).toMatch(/Timestamp: 1800000000000$/)
    expect((await prove(message)).status).toBe(200)
    const again = await prove(message)
    expect([again.status, again.body.error]).toEqual([401, 'unauthorized'])
    expect(again.body.message).toContain('used')
    const other = await ask()
    expect(other).not.toBe(message)
    const signer = createSigner({ privateKey: exchange.accounts[0]?.privateKey ?? '', chainId: 97 })
    const bare = {
      signer: address.toUpperCase().replace('X', 'x'),
      message: other,
      signature: signer.signMessage(other).slice(2),
    }
    expect((await client.post('/v1/auth', bare)).status).toBe(200)
  })

  it('takes a message for ten minutes', async () => {
    const { ask, prove, pass } = await ready()
    const [early, late] = [await ask(), await ask()]
    pass(600)
    expect((await prove(early)).status).toBe(200)
    pass(1)
    const refused = await prove(late)
    expect([refused.status, refused.body.error]).toEqual([401, 'unauthorized'])
    expect(refused.body.message).toContain('10 minutes')
  })

  it('refuses another’s signature without using the message up, and any text that it did not give', async () => {
    const { client, ask, prove, exchange, pass } = await ready()
    const message = await ask()
    const stranger = createSigner({ privateKey: exchange.accounts[1]?.privateKey ?? '', chainId: 97 })
    expect((await prove(message, stranger)).status).toBe(401)
    pass(60)
    for (const invented of [
      'hello',
      '',
      message.replace(/\d+$/, '1800000060000'),
      message.replace(/Request: ./, 'Request: g'),
      `${message} `,
    ])
      expect([invented, (await prove(invented)).status]).toEqual([invented, 401])
    const broken = { signer: client.account.address, message, signature: `0x${'11'.repeat(65)}` }
    expect((await client.post('/v1/auth', broken)).status).toBe(401)
    expect((await prove(message)).status).toBe(200)
  })

  it('refuses the twin of a signature, whose s lies in the upper half, without using the message up', async () => {
    const { client, address, ask, prove, exchange } = await ready()
    const message = await ask()
    const signature = createSigner({ privateKey: exchange.accounts[0]?.privateKey ?? '', chainId: 97 }).signMessage(message)
    for (const twin of highSForms(signature)) {
      const refused = await client.post('/v1/auth', { signer: address, message, signature: twin })
      expect([refused.status, refused.body.error]).toEqual([401, 'unauthorized'])
    }
    expect((await prove(message)).status).toBe(200)
  })

  it('voids the messages that are out when it restarts, and keeps the tokens', async () => {
    const data = folder()
    const first = await ready({ data })
    const message = await first.ask()
    const token = await first.client.login()
    await first.exchange.close()
    const second = await ready({ data })
    expect((await second.prove(message)).status).toBe(401)
    const headers = { 'x-api-key': 'key', authorization: `Bearer ${token}` }
    expect((await fetch(`${second.exchange.baseUrl}/v1/account`, { headers })).status).toBe(200)
  })
})

describe('a token', () => {
  it('is worth nothing on another chain, with another secret, without an end, or a day later', async () => {
    const login = door()
    const token = await login.login({ signer: '0xAB', message: login.message(NOW), signature: '' }, NOW)
    expect(await login.wallet(token, NOW)).toEqual({ address: '0xab', expiresAt: Timestamp.ofSeconds(1_800_086_400) })
    const day = Timestamp.ofSeconds(1_800_086_400)
    for (const [other, at] of [
      [door(56), NOW],
      [createLogin({ secret: new Uint8Array(32), chainId: 97, isSigned: () => true }), NOW],
      [login, day],
      [door(), day],
    ] as const)
      expect(await other.wallet(token, at)).toBeNull()
    const endless = new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).setSubject('0xab').setAudience('oddsmith-exchange-97')
    expect(await login.wallet(await endless.sign(SECRET), NOW)).toBeNull()
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`
    for (const forged of [unsigned, `${token}x`, '', 'a.b.c', '🦊'.repeat(100)])
      expect(await login.wallet(forged, NOW)).toBeNull()
  })

  it('that is new is verified once for all who ask meanwhile, who go on in the order in which they asked', async () => {
    const { exchange, inside, client, pass } = await ready()
    const market = exchange.markets[0]?.id ?? 0
    for (let round = 0; round < 10; round++) {
      pass(1)
      const token = await client.login()
      const bodies = await Promise.all([3, 4, 5, 6, 7].map(shares => client.body({ market, cents: 40, shares })))
      const requests = bodies.map(body => posted(exchange, token, '/v1/orders', body))
      expect((await pipelined(exchange, requests)).map(({ status }) => status)).toEqual(bodies.map(() => 201))
      const orders = bodies.map(({ data }) => inside.writes.sequencer.core.order(data.order.hash)?.id)
      expect(orders).toEqual(orders.map((_, i) => (orders[0] ?? 0) + i))
    }
    const login = door()
    const token = await login.login({ signer: '0xab', message: login.message(NOW), signature: '' }, NOW)
    expect(login.wallet(token, NOW)).toBe(login.wallet(token, NOW))
  })
})
