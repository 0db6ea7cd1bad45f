import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openStore } from '../../../src/exchange/server/log/store.js'
import { createOpenSignatures, type OpenSignatures } from '../../../src/exchange/server/signatures/open-signatures.js'
import { SignatureSlots } from '../../../src/exchange/server/signatures/signature-slots.js'
import { type SignatureThread, startSignatureThread } from '../../../src/exchange/server/signatures/signature-thread.js'
import type { RunningExchange } from '../../../src/exchange.js'
import { type CreateRequest, createClient } from './client.js'
import { folder } from './exchanges.js'
import { openInside } from './inside.js'
import { pipelined, posted, type RawAnswer } from './raw-request.js'

/** What two threads share, and whether the other one is there yet. */
interface Watched {
  readonly signatures: OpenSignatures
  readonly thread: () => SignatureThread | null
  readonly isServed: () => boolean
}

const watched = (): Watched => {
  let [slots, thread]: [SignatureSlots | null, SignatureThread | null] = [null, null]
  const signatures = createOpenSignatures({
    log: () => undefined,
    startsAfter: 1,
    startThread: memory => {
      slots = new SignatureSlots(memory)
      thread = startSignatureThread(memory, 2)
      return thread
    },
  })
  return { signatures, thread: () => thread, isServed: () => slots?.isServed === true }
}

const alone = (): OpenSignatures => createOpenSignatures({ log: () => undefined, startThread: () => null })

type Post = (path: string, body: unknown) => string

/** Requests of a wallet that has logged in, as bytes. */
const poster = async (exchange: RunningExchange, who = 0): Promise<Post> => {
  const token = await createClient(exchange, who).login()
  return (path, body) => posted(exchange, token, path, body)
}

/** Creates of one wallet, a share apart, so that no two of them are alike. */
const creates = async (exchange: RunningExchange, market: number, options: { who?: number; count: number; from?: number }) => {
  const client = createClient(exchange, options.who ?? 0)
  const made: CreateRequest[] = []
  for (let i = 0; i < options.count; i++)
    made.push(
      await client.body({
        market,
        outcome: (options.who ?? 0) === 1 ? 'no' : 'yes',
        cents: 40 + (i % 20),
        shares: 3,
        salt: (options.from ?? 1_000_000) + i,
      }),
    )
  return made
}

const statuses = (answers: readonly RawAnswer[]): readonly number[] => answers.map(({ status }) => status)
const hashOf = ({ data }: CreateRequest): string => data.order.hash
const dataOf = ({ body }: RawAnswer): Record<string, unknown> => body['data'] as Record<string, unknown>

/** Without what is drawn for each answer. */
const said = (answers: readonly RawAnswer[]): readonly unknown[] =>
  answers.map(({ status, body: { trace: _drawn, ...body } }) => ({ status, body }))

/** Lets the thread of a inside serve: a busy turn starts it. */
const warmUp = async (exchange: RunningExchange, { isServed }: Watched): Promise<void> => {
  const post = await poster(exchange)
  const requests = (await creates(exchange, exchange.markets[0]?.id ?? 0, { count: 8, from: 1 })).map(one =>
    post('/v1/orders', one),
  )
  expect(statuses(await pipelined(exchange, requests))).toEqual(requests.map(() => 201))
  while (!isServed()) await turn()
}

describe('creates that come together', () => {
  it('are answered with the thread as without, bit for bit, whatever is wrong with some of them', async () => {
    const shared = watched()
    const insides = [await openInside({ signatures: shared.signatures }), await openInside({ signatures: alone() })] as const
    await warmUp(insides[0].exchange, shared)
    await warmUp(insides[1].exchange, { ...shared, isServed: () => true })
    const posts = [await poster(insides[0].exchange), await poster(insides[1].exchange)] as const
    const good = await creates(insides[0].exchange, insides[0].market, { count: 200 })
    let next = 0
    const digit = fc.constantFrom(...Array.from({ length: 16 }, (_, value) => value.toString(16)))
    const change = fc.option(
      fc.record({ field: fc.constantFrom('hash', 'signature', 'maker', 'salt', 'makerAmount'), at: fc.nat(130), digit }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 14 }), async changes => {
        const bodies = changes.map(one => altered(good[next++ % good.length] as CreateRequest, one))
        const [first, second] = await Promise.all(
          insides.map(({ exchange }, index) =>
            pipelined(
              exchange,
              bodies.map(body => (posts[index] as Post)('/v1/orders', body)),
            ),
          ),
        )
        expect(said(first ?? [])).toEqual(said(second ?? []))
        expect(first?.length).toBe(bodies.length)
      }),
      { numRuns: 40, seed: 16 },
    )
    expect(insides[0].inside.writes.sequencer.core.stateHash()).toBe(insides[1].inside.writes.sequencer.core.stateHash())
  })

  it('are placed in the order in which they came', async () => {
    const shared = watched()
    const { exchange, market } = await openInside({ signatures: shared.signatures })
    await warmUp(exchange, shared)
    const post = await poster(exchange)
    const bodies = await creates(exchange, market, { count: 40 })
    const answers = await pipelined(
      exchange,
      bodies.map(body => post('/v1/orders', body)),
    )
    const ids = answers.map(answer => Number(dataOf(answer)['orderId']))
    expect(ids).toEqual(ids.map((_, index) => (ids[0] ?? 0) + index))
    expect(answers.map(answer => dataOf(answer)['orderHash'])).toEqual(bodies.map(hashOf))
  })

  it('are not passed by a removal behind them on their connection, by hash or by id', async () => {
    const shared = watched()
    const { exchange, market, inside } = await openInside({ signatures: shared.signatures })
    await warmUp(exchange, shared)
    const post = await poster(exchange)
    const bodies = await creates(exchange, market, { count: 12 })
    const place = (from: number, to: number): string[] => bodies.slice(from, to).map(body => post('/v1/orders', body))
    const last =
      inside.writes.sequencer.core.order(hashOf((await creates(exchange, market, { count: 8, from: 1 }))[7]!))?.id ?? 0
    const byHash = (from: number, to: number): string =>
      post('/v1/orders/remove-by-hash', { data: { hashes: bodies.slice(from, to).map(hashOf) } })
    const requests = [
      ...place(0, 6),
      byHash(0, 3),
      ...place(6, 10),
      post('/v1/orders/remove', { data: { ids: [String(last + 10)] } }),
      ...place(10, 12),
      byHash(8, 12),
    ]
    const answers = await pipelined(exchange, requests)
    expect(answers[6]?.body).toMatchObject({ removed: bodies.slice(0, 3).map(hashOf), noop: [] })
    expect(answers[11]?.body).toMatchObject({ removed: [String(last + 10)], noop: [] })
    expect(answers[14]?.body).toMatchObject({
      removed: [8, 10, 11].map(index => hashOf(bodies[index]!)),
      noop: [hashOf(bodies[9]!)],
    })
  })

  it('are all answered while the thread is killed, and a restart finds them', async () => {
    const shared = watched()
    const data = folder()
    const { exchange, market, inside } = await openInside({ signatures: shared.signatures, data })
    await warmUp(exchange, shared)
    const batches: string[][] = []
    for (let connection = 0; connection < 16; connection++) {
      const who = connection % 2
      const post = await poster(exchange, who)
      const bodies = await creates(exchange, market, { who, count: 20, from: 2_000_000 + connection * 1_000 })
      batches.push(bodies.map(body => post('/v1/orders', body)))
    }
    const kill = async (): Promise<void> => {
      await turn()
      await shared.thread()?.end()
    }
    const [answers] = await Promise.all([Promise.all(batches.map(batch => pipelined(exchange, batch))), kill()])
    expect(answers.flatMap(statuses)).toEqual(batches.flat().map(() => 201))
    await until(() => inside.writes.sequencer.written() === null)
    const hash = inside.writes.sequencer.core.stateHash()
    await exchange.close()
    const again = await openInside({ data })
    expect(again.inside.writes.sequencer.core.stateHash()).toBe(hash)
  })

  it('are told to be taken only where the disk has them', async () => {
    const shared = watched()
    const data = folder()
    const store = openStore(data, { bytesMax: 300_000 })
    const { exchange, market } = await openInside({ signatures: shared.signatures, store })
    await warmUp(exchange, shared)
    const post = await poster(exchange)
    const taken: string[] = []
    let isFull = false
    for (let batch = 0; !isFull; batch++) {
      const bodies = await creates(exchange, market, { count: 20, from: 3_000_000 + batch * 1_000 })
      const answers = await pipelined(
        exchange,
        bodies.map(body => post('/v1/orders', body)),
      )
      const found = statuses(answers)
      isFull = found.includes(503)
      const firstRefused = isFull ? found.indexOf(503) : found.length
      expect(found).toEqual(bodies.map((_, index) => (index < firstRefused ? 201 : 503)))
      taken.push(...bodies.slice(0, firstRefused).map(hashOf))
    }
    await exchange.close()
    const { inside } = await openInside({ data })
    expect(taken.filter(hash => inside.writes.sequencer.core.order(hash) === null)).toEqual([])
    expect(taken.length).toBeGreaterThan(20)
  })

  it('are on disk where they were answered while the exchange closes', async () => {
    const shared = watched()
    const data = folder()
    const { exchange, market } = await openInside({ signatures: shared.signatures, data })
    await warmUp(exchange, shared)
    const post = await poster(exchange)
    const bodies = await creates(exchange, market, { count: 60 })
    const answering = [0, 20, 40].map(from =>
      pipelined(
        exchange,
        bodies.slice(from, from + 20).map(body => post('/v1/orders', body)),
      ),
    )
    await turn()
    await exchange.close()
    const answered = (await Promise.all(answering)).flat().filter(({ status }) => status === 201)
    const { inside } = await openInside({ data })
    const lost = answered.filter(answer => inside.writes.sequencer.core.order(String(dataOf(answer)['orderHash'])) === null)
    expect(lost).toEqual([])
  })
})

const altered = (
  body: CreateRequest,
  change: { readonly field: string; readonly at: number; readonly digit: string } | null,
): CreateRequest => {
  if (change === null) return body
  const text = String(body.data.order[change.field])
  const from = text.startsWith('0x') ? 2 : 0
  const at = from + (change.at % (text.length - from))
  const digit = from === 0 ? String(Number.parseInt(change.digit, 16) % 10) : change.digit
  const order = { ...body.data.order, [change.field]: text.slice(0, at) + digit + text.slice(at + 1) }
  return { data: { ...body.data, order } }
}

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await turn()
}
