import { describe, expect, it } from 'vitest'
import { SOCKET_CLOSES, SOCKET_CODES } from '../../../src/protocol/api/socket-codes.js'
import { createManualClock } from '../../../src/testing.js'
import { createClient } from './client.js'
import { start } from './exchanges.js'
import { openServer } from './open-server.js'
import { openStream, type Stream } from './stream.js'

type Address = Parameters<typeof openStream>[0]

/** For each code what provokes it: the refusal that came. */
const PROVOKED: Readonly<Record<keyof typeof SOCKET_CODES, (address: Address) => Promise<unknown>>> = {
  badRequest: async address => {
    const stream = await openStream(address)
    stream.send('{')
    return (await stream.hear(message => message.success === false)).error
  },
  unknownMethod: async address => answerTo(await openStream(address), { method: 'shout', params: ['x'] }),
  invalidTopic: async address => (await (await openStream(address)).subscribe('predictNothing/1')).error,
  invalidCredentials: async address => (await (await openStream(address)).subscribe('predictWalletEvents/a.b.c')).error,
  tooManyTopics: async address => {
    const stream = await openStream(address)
    for (const id of [1, 2, 3]) await stream.subscribe(`kalshiChance/${id}`)
    return (await stream.subscribe('kalshiChance/4')).error
  },
  tooManyRequests: async address => {
    const stream = await openStream(address)
    for (let count = 0; count < 30; count++) stream.send({ method: 'subscribe', requestId: count, params: ['heartbeat'] })
    return (await stream.hear(message => message.success === false)).error
  },
}

const answerTo = async (stream: Stream, request: object): Promise<unknown> => {
  stream.send({ ...request, requestId: 0 })
  return (await stream.hear(message => message.requestId === 0)).error
}

describe('the codes of the stream', () => {
  it('come each with a message, and what provokes it', async () => {
    const { wsUrl, apiKey } = await openServer({ streamLimits: { topicsAConnection: 3, requestsASecond: 20 } })
    for (const [name, code] of Object.entries(SOCKET_CODES)) {
      const error = await PROVOKED[name as keyof typeof SOCKET_CODES]({ wsUrl, apiKey })
      expect(error).toEqual({ code, message: expect.any(String) })
    }
  })

  it('name the request they answer, whatever number or text it had', async () => {
    const stream = await openStream(await openServer())
    for (const requestId of [0, -1, 7.5, 'mine']) {
      stream.send({ method: 'shout', requestId })
      expect(await stream.hear(message => message.requestId === requestId)).toMatchObject({ success: false })
    }
    stream.send({ method: 'subscribe', requestId: 12, params: [] })
    expect((await stream.hear(message => message.requestId === 12)).error.code).toBe('bad_request')
  })

  it('say of a wallet’s topic that it is the authentication that failed', async () => {
    const stream = await openStream(await openServer())
    const { error } = await stream.subscribe('predictWalletEvents/forged')
    expect(error).toMatchObject({ code: 'invalid_credentials', message: expect.stringContaining('auth') })
  })

  it('end a wallet’s topic with a message when its token expires', async () => {
    const clock = createManualClock()
    const exchange = await start({ clock })
    const client = createClient(exchange)
    const token = await client.login()
    const stream = await openStream(exchange)
    const { requestId } = await stream.subscribe(`predictWalletEvents/${token}`)
    clock.advance(25 * 3_600_000)
    const ended = await stream.hear(message => message.requestId === requestId && message.success === false)
    expect(ended.error).toMatchObject({ code: 'invalid_credentials', message: expect.stringContaining('auth') })
    expect((await stream.subscribe(`predictWalletEvents/${token}`)).error.code).toBe('invalid_credentials')
  })

  it('close a client that goes on asking far beyond what is allowed', async () => {
    const stream = await openStream(await openServer({ streamLimits: { requestsASecond: 20 } }))
    for (let count = 0; count < 400; count++) stream.send({ method: 'subscribe', requestId: count, params: ['heartbeat'] })
    expect(await stream.closed).toBe(SOCKET_CLOSES.flooding[0])
  })
})
