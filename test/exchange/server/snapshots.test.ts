import { cpSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { CoreCommand } from '../../../src/exchange/core/command.js'
import { tableOf } from '../../../src/exchange/core/table.js'
import { createRandom } from '../../../src/exchange/crowd/random.js'
import { newestSnapshot } from '../../../src/exchange/server/log/newest-snapshot.js'
import { coreOptions } from '../../../src/exchange/server/log/rules.js'
import { copyOf, packedNow, unpacked } from '../../../src/exchange/server/log/snapshot.js'
import { openStore } from '../../../src/exchange/server/log/store.js'
import { Wei } from '../../../src/model/money.js'
import { OPERATIONS } from '../../../src/protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../src/protocol/api/operations-older.js'
import { isAcceptance } from '../../is-acceptance.js'
import { type Client, createClient } from './client.js'
import { folder } from './exchanges.js'
import { type InsideOptions, type OpenInside, openInside } from './inside.js'

const SECOND = 1_000_000
const START = 1_800_000_000
/** Each reads everything there is from three exchanges. */
const SEEDS = isAcceptance ? [1, 2, 3, 4] : [1]
/** Each starts several exchanges and reads all of them. */
const TIMEOUT = 120_000
const RULES = { settlementUs: 2 * SECOND, settles: (match: number) => match % 5 !== 0, takerDelayUs: 0 }
/** What a thread can be told; the others hold a function. */
const STORED = {
  seed: 3,
  settlementMs: 2_000,
  settlementFailPercent: 20,
  takerDelayMs: 0,
  yieldPercentPerYear: 4,
  payouts: 'at-result',
  convertFeeBps: 0,
  fillModel: 'pessimistic',
} as const
const KILLED_MAX = 100
/** One of this many orders is asked for by its hash: all stand in the lists, which are read whole. */
const ORDERS_ASKED = 4
const MARKETS = ['Will it rain?', 'Will it snow?', 'Will it hail?'].map(question => ({
  question,
  endsInMinutes: null,
  feeRateBps: 200,
}))
const options: InsideOptions = { core: RULES, markets: MARKETS, now: START, keepsLog: true }

type Random = ReturnType<typeof createRandom>
const draw = (random: Random, count: number): number => Math.floor(random.uniform() * count)

/** Trades, removes, waits and governs, all from one seed. */
const live = async (
  open: OpenInside,
  clients: readonly Client[],
  random: Random,
  steps: number,
  salts = 0,
): Promise<string[]> => {
  const hashes: string[] = []
  const { inside } = open
  const markets = inside.reads.markets.catalog.markets().map(({ id }) => id)
  const govern = (command: Omitted): Promise<unknown> =>
    inside.writes.sequencer.apply({ command: { ...command, at: inside.writes.sequencer.now() } })
  for (let step = 0; step < steps; step++) {
    const market = markets[draw(random, markets.length)] ?? 0
    const client = clients[draw(random, clients.length)] ?? clients[0]!
    const account = client.account.address.toLowerCase()
    const kind = draw(random, 30)
    if (kind < 18) {
      const outcome = draw(random, 2) === 0 ? 'yes' : 'no'
      const side = draw(random, 4) === 0 ? 'sell' : 'buy'
      const order = await client.limit({
        market,
        outcome,
        side,
        cents: 47 + draw(random, 7),
        shares: 5 + draw(random, 9),
        salt: salts + step + 1,
      })
      if (order.status === 201) hashes.push(order.body.data.orderHash)
    } else if (kind < 21) {
      const hash = hashes[draw(random, hashes.length)]
      if (hash !== undefined) await client.post('/v1/orders/remove-by-hash', { data: { hashes: [hash] } })
    } else if (kind < 25) open.pass(draw(random, 90))
    else if (kind === 25) await govern({ kind: 'split', account, market, shares: Wei.of(BigInt(draw(random, 20)) * Wei.ONE) })
    else if (kind === 26) await govern({ kind: 'discount', account, bps: draw(random, 5_000) })
    else if (kind === 27)
      await inside.writes.sequencer.note({
        kind: 'bulletin',
        at: inside.writes.sequencer.now(),
        market,
        title: 'Hear',
        text: `Step ${step}`,
      })
    else if (kind === 28 && draw(random, 6) === 0) await govern({ kind: 'propose', market, yes: 1 })
    else await govern({ kind: 'rewards', market, ...rewardsFrom(inside.writes.sequencer.now()) })
  }
  // A clock that is set by hand sets off no timer: what is due by now happens with the next command, and one that starts again begins with it.
  await inside.writes.sequencer.note({
    kind: 'bulletin',
    at: inside.writes.sequencer.now(),
    market: markets[0] ?? 0,
    title: 'Last',
    text: 'The end',
  })
  return hashes
}

type Omitted = CoreCommand extends infer C ? (C extends CoreCommand ? Omit<C, 'at'> : never) : never

const rewardsFrom = (now: number) => ({
  spreadThreshold: 0.2,
  shareThreshold: 1,
  schedule: [{ from: now as never, to: (now + 3_600 * SECOND) as never, microPointsPerHour: 60_000_000 }],
})

/** Every read of both revisions, of everything there is. */
const readAll = async ({ inside, exchange }: OpenInside, clients: readonly Client[], hashes: readonly string[]) => {
  const ids = inside.reads.markets.catalog.markets().map(({ id }) => String(id))
  const values: Readonly<Record<string, readonly string[]>> = {
    id: [...ids, ...inside.reads.markets.catalog.categories().map(({ id }) => String(id))],
    slug: inside.reads.markets.catalog.categories().map(({ slug }) => slug),
    hash: hashes.filter((_, at) => isAcceptance || at % ORDERS_ASKED === 0),
    address: exchange.accounts.map(({ address }) => address),
  }
  const queries: Readonly<Record<string, string>> = {
    getOrderbooks: `?ids=${ids.join()}`,
    getQuotes: `?ids=${ids.join()}&outcome=Yes&side=BUY&quantity=5000000000000000000`,
    getQuote: '?outcome=Yes&side=BUY&quantity=5000000000000000000',
    getTimeseries: '?metric=volume',
    getLatestTimeseriesValue: '?metric=volume',
    getMarkets: '?includeStats=true',
    search: '?query=will',
  }
  const paths = Object.entries({ ...OLDER_OPERATIONS, ...OPERATIONS }).flatMap(([name, { method, path }]) => {
    if (method !== 'GET' || path.endsWith('/auth/message')) return []
    const param = /\{(\w+)\}/.exec(path)
    const found = param === null ? [path] : (values[param[1] ?? ''] ?? []).map(value => path.replace(param[0], value))
    return found.map(one => one + (queries[name] ?? ''))
  })
  const answers: Record<string, unknown> = { hash: inside.writes.sequencer.core.stateHash() }
  for (const path of paths)
    for (const [who, client] of clients.entries()) {
      const { status, body } = await client.get(path)
      answers[`${who} ${path}`] = status < 300 ? body : status
    }
  return answers
}

/** Operations that refused every question: they would prove nothing. */
const unanswered = (answers: Readonly<Record<string, unknown>>): readonly string[] => {
  const operationOf = (asked: string): string =>
    asked
      .replace(/^\d /, '')
      .replace(/\?.*$/, '')
      .replace(/(?<=\/)(0x\w+|\d+|[\w-]+-\d+)(?=\/|$)/g, '*')
  const answered = new Set(
    Object.keys(answers)
      .filter(asked => typeof answers[asked] !== 'number')
      .map(operationOf),
  )
  return [...new Set(Object.keys(answers).map(operationOf))].filter(operation => !answered.has(operation))
}

/** What a kill leaves: the files of a running exchange, between two turns. */
const leftOf = (data: string): string => {
  const copy = folder()
  cpSync(data, copy, { recursive: true })
  return copy
}

const withoutSnapshots = (data: string): string => {
  const store = openStore(data)
  for (const seq of store.snapshots()) store.drop(seq)
  store.close()
  return data
}

const seqsOf = (data: string): readonly number[] => {
  const store = openStore(leftOf(data))
  try {
    return store.snapshots()
  } finally {
    store.close()
  }
}

/** Turns one bit of each of the newest snapshots. */
const damage = (data: string, count: number): string => {
  const store = openStore(data)
  for (const seq of store.snapshots().slice(0, count)) {
    const { checksum, parts } = store.snapshot(seq)!
    const bytes = Buffer.from(parts[0]!)
    bytes[bytes.length >> 1]! ^= 1
    store.keep({ seq, checksum, parts: [bytes, ...parts.slice(1)] })
  }
  store.close()
  return data
}

const reopened = async (
  data: string,
  before: OpenInside,
  clients: readonly Client[],
  hashes: readonly string[],
  changes: InsideOptions = {},
) => {
  const open = await openInside({ ...options, ...changes, data, now: before.inside.writes.sequencer.now() / SECOND })
  const again = clients.map((_, who) => createClient(open.exchange, who))
  for (const client of again) await client.login()
  return { open, reads: await readAll(open, again, hashes) }
}

const clientsOf = async (open: OpenInside): Promise<Client[]> => {
  const clients = open.exchange.accounts.map((_, who) => createClient(open.exchange, who))
  for (const client of clients) await client.login()
  return clients
}

describe('an exchange that starts from a snapshot', { timeout: TIMEOUT }, () => {
  it.each(SEEDS)('answers every read as one that replays the whole log, and so did the one before (seed %i)', async seed => {
    const data = folder()
    const random = createRandom(seed, 9)
    const open = await openInside({ ...options, data, snapshotEvery: 11 + seed })
    const clients = await clientsOf(open)
    const hashes = await live(open, clients, random, 70)
    const killed = leftOf(data)
    const replayed = withoutSnapshots(leftOf(data))
    expect(seqsOf(killed)).toHaveLength(2)
    const before = await readAll(open, clients, hashes)
    expect(unanswered(before)).toEqual([])
    expect((await reopened(killed, open, clients, hashes)).reads).toEqual(before)
    expect((await reopened(replayed, open, clients, hashes)).reads).toEqual(before)
    await open.exchange.close()
    const closed = await reopened(data, open, clients, hashes)
    expect(closed.reads).toEqual(before)
  })

  it('answers the same from one that a thread made, and as much at every moment of its making', async () => {
    const data = folder()
    const said: string[] = []
    const log = (text: string): void => void said.push(text)
    const made = { ...options, core: coreOptions(STORED), thread: { rules: STORED, chainId: 97, from: 0 }, log }
    const open = await openInside({ ...made, data, snapshotEvery: 12 })
    const clients = await clientsOf(open)
    const hashes = await live(open, clients, createRandom(12, 9), 70)
    await expect.poll(() => seqsOf(data).length, { timeout: 20_000 }).toBe(2)
    const [newest = 0] = seqsOf(data)
    const more = await live(open, clients, createRandom(13, 9), 30, 1_000)
    const killed: string[] = []
    for (; seqsOf(data)[0] === newest && killed.length < KILLED_MAX; await pause(25)) killed.push(leftOf(data))
    await expect.poll(() => seqsOf(data)[0], { timeout: 20_000 }).toBeGreaterThan(newest)
    const before = await readAll(open, clients, [...hashes, ...more])
    expect((await reopened(leftOf(data), open, clients, [...hashes, ...more], made)).reads).toEqual(before)
    for (const left of killed.slice(0, 3)) {
      const again = await openInside({ ...made, data: left, now: open.inside.writes.sequencer.now() / SECOND })
      expect(again.inside.writes.sequencer.core.stateHash()).toBe(before['hash'])
      await again.exchange.close()
    }
    expect(said).toEqual([])
  })

  it('is copied at once where a thread would make another exchange, and says so', async () => {
    const said: string[] = []
    const log = (text: string): void => void said.push(text)
    const data = folder()
    // The thread is told that each settlement fails.
    const thread = { rules: { ...STORED, settlementFailPercent: 100 }, chainId: 97, from: 0 }
    const store = openStore(data)
    const open = await openInside({ ...options, store, core: coreOptions(STORED), thread, snapshotEvery: 12, log })
    const clients = await clientsOf(open)
    const hashes = await live(open, clients, createRandom(14, 9), 70)
    await expect
      .poll(() => said, { timeout: 20_000 })
      .toContain('a snapshot could not be made in a thread and is copied in one piece instead')
    await expect.poll(() => seqsOf(data).length, { timeout: 20_000 }).toBeGreaterThan(0)
    const before = await readAll(open, clients, hashes)
    const changes = { core: coreOptions(STORED) }
    expect((await reopened(leftOf(data), open, clients, hashes, changes)).reads).toEqual(before)
  })

  it('forgets what two snapshots stand for, and nothing where the log is kept', async () => {
    for (const keepsLog of [false, true]) {
      const data = folder()
      const open = await openInside({ ...options, data, snapshotEvery: 5, keepsLog })
      const clients = await clientsOf(open)
      await live(open, clients, createRandom(4, 9), 60)
      const oldest = async (): Promise<number | null> => {
        await pause(60)
        const store = openStore(leftOf(data))
        const found = store.oldest()
        store.close()
        return found
      }
      if (keepsLog) expect(await oldest()).toBe(1)
      else await expect.poll(oldest, { timeout: 5_000 }).toBeGreaterThan(10)
    }
  })

  it.each(['newest', 'all'])('starts without a snapshot that is damaged, and says so (%s)', async which => {
    const data = folder()
    const said: string[] = []
    const log = (text: string): void => void said.push(text)
    const open = await openInside({ ...options, data, snapshotEvery: 12 })
    const clients = await clientsOf(open)
    const hashes = await live(open, clients, createRandom(5, 9), 60)
    const before = await readAll(open, clients, hashes)
    const damaged = damage(leftOf(data), which === 'all' ? 2 : 1)
    expect((await reopened(damaged, open, clients, hashes, { log })).reads).toEqual(before)
    expect(said).toEqual(Array.from({ length: which === 'all' ? 2 : 1 }, () => expect.stringContaining('cannot be read')))
  })

  it('refuses to start where neither a snapshot nor the whole log is left', async () => {
    const data = folder()
    const open = await openInside({ ...options, data, snapshotEvery: 5, keepsLog: false })
    await live(open, await clientsOf(open), createRandom(6, 9), 60)
    await pause(300)
    const damaged = damage(leftOf(data), 2)
    await expect(openInside({ ...options, data: damaged })).rejects.toThrow(/begins with command \d+, and no snapshot/)
  })

  it('says so where the disk has no room for the snapshot of its end', async () => {
    const data = folder()
    const first = await openInside({ ...options, data })
    // After 120 commands a snapshot is larger than the two pages which the disk has left.
    await live(first, await clientsOf(first), createRandom(8, 9), 120)
    const now = first.inside.writes.sequencer.now() / SECOND
    await first.exchange.close()
    const store = openStore(data, { bytesMax: statSync(join(data, 'exchange.db')).size + 8_192 })
    const said: string[] = []
    const open = await openInside({ ...options, now, store, log: text => void said.push(text) })
    const [client] = await clientsOf(open)
    const order = await client!.limit({ market: open.market, cents: 20, shares: 9, salt: 90_001 })
    expect(order.status).toBe(201)
    await open.exchange.close()
    expect(said).toContain('a snapshot could not be stored; the log continues without it')
  })

  it('goes on with its log where the disk has no room for a snapshot', async () => {
    const data = folder()
    const first = await openInside({ ...options, data })
    const before = await live(first, await clientsOf(first), createRandom(8, 9), 60)
    const now = first.inside.writes.sequencer.now() / SECOND
    await first.exchange.close()
    // Room for some commands more; a second snapshot is larger than that.
    const store = openStore(data, { bytesMax: statSync(join(data, 'exchange.db')).size + 8_192 })
    const said: string[] = []
    const log = (text: string): void => void said.push(text)
    const open = await openInside({ ...options, now, store, snapshotEvery: 2, log })
    const clients = await clientsOf(open)
    const hashes = [...before]
    for (let salt = 90_001; salt < 90_005; salt++) {
      const order = await clients[0]!.limit({ market: open.market, cents: 20, shares: 9, salt })
      expect(order.status).toBe(201)
      hashes.push(order.body.data.orderHash)
    }
    await expect.poll(() => said).toContain('a snapshot could not be stored; the log continues without it')
    const after = await readAll(open, clients, hashes)
    expect((await reopened(leftOf(data), open, clients, hashes)).reads).toEqual(after)
  })

  it('goes on from a snapshot of an earlier version that lacks a memory, and says so', async () => {
    const data = folder()
    const said: unknown[] = []
    const open = await openInside({ ...options, data })
    const clients = await clientsOf(open)
    const hashes = await live(open, clients, createRandom(7, 9), 40)
    const before = await readAll(open, clients, hashes)
    await open.exchange.close()
    const store = openStore(data)
    const seq = store.snapshots()[0] ?? 0
    const saved = unpacked(store.snapshot(seq)!)
    const memories = new Map([...saved.memories].filter(([name]) => name !== 'tape'))
    store.keep(packedNow(seq, copyOf({ ...saved, memories })))
    store.close()
    const log = (_text: string, fields: unknown): void => void said.push(fields)
    expect((await reopened(data, open, clients, hashes, { log })).reads).toEqual(before)
    expect(said).toEqual([{ seq, missing: ['tape'], instead: 'log' }])
  })

  it('finds what was signed in a snapshot of an earlier version, which held it', async () => {
    const data = folder()
    const open = await openInside({ ...options, data })
    const clients = await clientsOf(open)
    const hashes = await live(open, clients, createRandom(11, 9), 40)
    const before = await readAll(open, clients, hashes)
    const { sequencer } = open.inside.writes
    const posted = hashes.flatMap(hash => sequencer.posted(sequencer.core.order(hash)!) ?? [])
    expect(posted).toHaveLength(hashes.length)
    await open.exchange.close()
    const store = openStore(data)
    const seq = store.snapshots()[0] ?? 0
    const saved = unpacked(store.snapshot(seq)!)
    const tape = { ...(saved.memories.get('tape') as object), posted: tableOf(posted) }
    store.keep(packedNow(seq, copyOf({ ...saved, memories: new Map([...saved.memories, ['tape', tape]]) })))
    store.forget(seq, seq)
    store.close()
    const database = new Database(join(data, 'exchange.db'))
    database.exec('DELETE FROM posted')
    database.close()
    expect((await reopened(data, open, clients, hashes)).reads).toEqual(before)
  })

  it('is refused as another exchange’s where its rules are others', async () => {
    const data = folder()
    const open = await openInside({ ...options, data })
    await open.exchange.close()
    const store = openStore(data)
    store.write('rules', JSON.stringify({ seed: 2 }))
    const [seq = 0] = store.snapshots()
    store.keep(packedNow(seq, copyOf({ ...unpacked(store.snapshot(seq)!), rules: JSON.stringify({ seed: 1 }) })))
    const said: unknown[] = []
    expect(newestSnapshot({ store, watchers: [], log: (_text, fields) => void said.push(fields) })).toBeNull()
    expect(said).toEqual([{ seq, error: expect.stringContaining('other rules') }])
    store.close()
  })
})
