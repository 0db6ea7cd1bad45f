import { describe, expect, it } from 'vitest'
import { openServer } from './open-server.js'
import { openStream } from './stream.js'

describe('a shutdown of the stream', () => {
  it('is announced, goes on delivering for its grace, and closes with 1001, while newcomers stay', async () => {
    const { inside, first, ...address } = await openServer()
    const old = await openStream(address)
    const topic = `predictTradingStatus/${first}`
    await old.subscribe(topic)
    const drained = inside.audience.drain(150)
    expect((await old.hear(message => message.topic === 'reconnect')).data).toEqual({ graceMs: 150 })
    const fresh = await openStream(address)
    await fresh.subscribe(topic)
    const { sequencer } = inside.writes
    await sequencer.apply({ command: { kind: 'trading', at: sequencer.now(), market: first, status: 'CANCEL_ONLY' } })
    for (const stream of [old, fresh]) await stream.hear(message => message.data?.tradingStatus === 'CANCEL_ONLY')
    await drained
    expect(await old.closed).toBe(1001)
    expect(await fresh.subscribe('heartbeat')).toMatchObject({ success: true })
  })

  it('of the whole exchange tells its clients before it goes, and lets no more in', async () => {
    const exchange = await openServer({ drainMs: 100 })
    const stream = await openStream(exchange)
    const closing = exchange.close()
    expect((await stream.hear(message => message.topic === 'reconnect')).data).toEqual({ graceMs: 100 })
    await expect(openStream(exchange)).rejects.toThrow(/503/)
    expect(await stream.subscribe('heartbeat')).toMatchObject({ success: true })
    expect(await stream.closed).toBe(1001)
    await closing
  })
})
