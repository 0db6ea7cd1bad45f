import { describe, expect, it } from 'vitest'
import { Price } from '../../../src/model/money.js'
import { openServer } from './open-server.js'
import { operatedExchange } from './operator/operated-exchange.js'
import { openStream } from './stream.js'

describe('the topics of the stream', () => {
  it('says that a market changed when its words do, when its end moves or when its rewards do', async () => {
    const { inside, first, ...address } = await openServer()
    const stream = await openStream(address)
    expect(await stream.subscribe(`predictMarketChanged/${first}`)).toMatchObject({ success: true })
    const words = inside.reads.markets.catalog.market(first)
    if (words === null) throw new Error('expected a market')
    const changes = () => stream.heard.filter(message => message.data?.kind === 'marketChanged')
    await inside.writes.sequencer.note({
      at: inside.writes.sequencer.now(),
      kind: 'market-words',
      words: { ...words, question: 'Will it pour?' },
    })
    await stream.hear(() => changes().length === 1)
    const { sequencer } = inside.writes
    await sequencer.apply({ command: { kind: 'end', at: sequencer.now(), market: first, endsAt: null } })
    await sequencer.apply({ command: { kind: 'tick', at: sequencer.now(), market: first, tick: Price.of(10) } })
    await stream.hear(() => changes().length === 3)
    expect(changes()[0]).toMatchObject({
      topic: `predictMarketChanged/${first}`,
      data: { patchKind: 'UPDATED', marketId: first },
    })
  })

  it('says that a category changed when its words do, and when its last market is decided', async () => {
    const { inside, first, second, ...address } = await openServer()
    const { sequencer } = inside.writes
    const { catalog } = inside.reads.markets
    const category = catalog.market(first)?.category
    if (category === undefined) throw new Error('expected a category')
    const stream = await openStream(address)
    const topic = `predictCategoryChanged/${category.id}`
    expect(await stream.subscribe(topic)).toMatchObject({ success: true })
    expect((await stream.subscribe('predictCategoryChanged/999999')).error.code).toBe('invalid_topic')
    await sequencer.note({ at: sequencer.now(), kind: 'category', category: { ...category, title: 'Weather' } })
    const changes = () => stream.heard.filter(message => message.data?.kind === 'categoryChanged')
    await stream.hear(() => changes().length === 1)
    expect(changes()[0]).toMatchObject({ topic, data: { categoryId: category.id, slug: category.slug, patchKind: 'UPDATED' } })
    const markets = catalog.category(category.slug)?.marketIds ?? []
    for (const market of markets) await sequencer.apply({ command: { kind: 'resolve', at: sequencer.now(), market, yes: 0 } })
    await stream.hear(() => changes().length === 2)
    expect(markets.length).toBeGreaterThan(0)
    expect(second).not.toBe(first)
  })

  it('says once that a category changed when one result decides all of its markets', async () => {
    const { exchange, operator } = await operatedExchange()
    const [winner] = await operator.makes({ isNegRisk: true }, [{}, {}, {}, {}])
    const { id } = (await operator.does('/categories/group', { title: 'Race' })) as { id: number }
    const stream = await openStream(exchange)
    const topic = `predictCategoryChanged/${id}`
    await stream.subscribe(topic)
    await operator.does(`/markets/${winner}/resolve`, { yes: 1 })
    // A later change marks that no more messages about the result will come.
    await operator.does('/categories/group', { title: 'Over' })
    const changes = () => stream.heard.filter(message => message.topic === topic)
    await stream.hear(() => changes().length === 2)
    await stream.subscribe('heartbeat')
    expect(changes()).toHaveLength(2)
  })

  it('tells with a resolution what each outcome pays, and with a proposal not yet', async () => {
    const { inside, first, ...address } = await openServer()
    const { sequencer } = inside.writes
    const stream = await openStream(address)
    await stream.subscribe(`predictMarketStatus/${first}`)
    await sequencer.apply({ command: { kind: 'propose', at: sequencer.now(), market: first, yes: 1 } })
    const proposed = await stream.hear(message => message.data?.status === 'PRICE_PROPOSED')
    expect(proposed.data.marketOutcomes).toBeUndefined()
    await sequencer.apply({ command: { kind: 'resolve', at: sequencer.now(), market: first, yes: 1 } })
    const resolved = await stream.hear(message => message.data?.status === 'RESOLVED')
    expect(resolved.data.marketOutcomes).toMatchObject([
      { label: 'Yes', price: 1, indexSet: 1 },
      { label: 'No', price: 0, indexSet: 2 },
    ])
    const late = await openStream(address)
    await late.subscribe(`predictMarketStatus/${first}`)
    expect((await late.hear(message => message.data?.status === 'RESOLVED')).data).toEqual(resolved.data)
  })

  it('publishes the price of a feed by its id and by its small number, each under the name it was asked for', async () => {
    const { inside, ...address } = await openServer()
    const stream = await openStream(address)
    const feed = inside.reads.prices.feed('1')
    if (feed === null) throw new Error('expected a feed')
    for (const name of [feed.id, '1', '2', '4']) {
      expect(await stream.subscribe(`assetPriceUpdate/${name}`)).toMatchObject({ success: true })
      const { data } = await stream.hear(message => message.topic === `assetPriceUpdate/${name}`)
      expect(data.price).toBeGreaterThan(0)
      // Seconds: milliseconds would lie far beyond the year 2100.
      expect([Number.isInteger(data.publishTime), Number.isInteger(data.timestamp)]).toEqual([true, true])
      expect(data.publishTime).toBeLessThan(4_102_444_800)
    }
    await stream.hear(() => stream.heard.filter(({ topic }) => topic === 'assetPriceUpdate/1').length >= 2)
    expect((await stream.subscribe('assetPriceUpdate/nothing')).error.code).toBe('invalid_topic')
  })

  it('gives the own chance under the names of other venues, and acknowledges any market of theirs', async () => {
    const { inside, first, ...address } = await openServer()
    const stream = await openStream(address)
    for (const name of ['polymarketChance', 'kalshiChance']) {
      expect(await stream.subscribe(`${name}/${first}`)).toMatchObject({ success: true })
      const { data } = await stream.hear(message => message.topic === `${name}/${first}`)
      expect(data).toMatchObject({ marketId: first, chance: 50 })
      expect(await stream.subscribe(`${name}/424242`)).toMatchObject({ success: true })
    }
    const { sequencer } = inside.writes
    // The result changes the chance also where it changes no book.
    await sequencer.apply({ command: { kind: 'trading', at: sequencer.now(), market: first, status: 'CLOSED' } })
    await sequencer.apply({ command: { kind: 'resolve', at: sequencer.now(), market: first, yes: 1 } })
    expect(await stream.hear(message => message.topic === `kalshiChance/${first}` && message.data.chance === 100)).toBeDefined()
    const late = await openStream(address)
    await late.subscribe(`kalshiChance/${first}`)
    expect((await late.hear(message => message.topic?.startsWith('kalshi'))).data.chance).toBe(100)
  })

  it('lets go of a topic on request, also of one that was never followed', async () => {
    const { inside, first, ...address } = await openServer()
    const stream = await openStream(address)
    const topic = `predictTradingStatus/${first}`
    await stream.subscribe(topic)
    await stream.hear(message => message.topic === topic)
    for (const requestId of [900, 901]) {
      stream.send({ method: 'unsubscribe', requestId, params: [topic] })
      expect(await stream.hear(message => message.requestId === requestId)).toMatchObject({ success: true })
    }
    const { sequencer } = inside.writes
    await sequencer.apply({ command: { kind: 'trading', at: sequencer.now(), market: first, status: 'CANCEL_ONLY' } })
    await stream.subscribe('heartbeat')
    expect(stream.heard.filter(message => message.topic === topic)).toHaveLength(1)
  })
})
