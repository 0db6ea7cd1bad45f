import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DoorFile, readDoorFile } from '../../src/operator/door-file.js'
import type { FromDoor } from '../../src/operator/door-messages.js'
import type { DoorTask } from '../../src/operator/door-task.js'
import { DOOR_OPERATIONS, type DoorOperation } from '../../src/operator/operations.js'
import type { ActionAnswer } from '../../src/operator/schemas-action.js'
import type { EventPage } from '../../src/operator/schemas-history.js'
import type { MarketCopy, MarketDetail } from '../../src/operator/schemas-market.js'
import type { RunCopy } from '../../src/operator/schemas-run.js'
import { type ServedDoor, serveDoor } from '../../src/operator/serve-door.js'
import { type Asking, askByHand, OUTWARD } from './ask-by-hand.js'
import { type WatchedRun, watchedRun } from './watched-run.js'

let watched: WatchedRun
/** How long a request whose headers never end lasts, in ms: it begins before the tests, which take as long. */
let trickledMs: Promise<number>
const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

beforeAll(async () => {
  watched = await watchedRun({ clients: ['grafana'] })
  trickledMs = trickle(watched.file.url)
})
afterAll(() => watched.close())

const ask = (path: string, asking: Asking = {}) =>
  askByHand(watched.file.url, path, { token: watched.file.tokens['cli']!, ...asking })
const read = async <T>(path: string): Promise<T> => JSON.parse((await ask(path)).text) as T
let keys = 0
const act = async (action: object, key = `key-${++keys}`): Promise<{ status: number; answer: ActionAnswer }> => {
  const headers = { 'idempotency-key': key, 'content-type': 'application/json' }
  const { status, text } = await ask('/api/actions', { method: 'POST', headers, body: JSON.stringify(action) })
  return { status, answer: JSON.parse(text) as ActionAnswer }
}
const until = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    await pause(50)
  }
}
const quoted = (): Promise<RunCopy> =>
  until(async () => {
    const copy = await read<RunCopy>('/api/run')
    return copy.orders.working === 4 ? copy : undefined
  })

/** A door in this thread, with a file of its own. */
async function alone(work: (door: ServedDoor, file: DoorFile) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'oddsmith-door-'))
  const copy = await quoted()
  const task: DoorTask = {
    home: folder,
    ...{ port: 0, folder, journal: watched.run.file, log: join(folder, 'log'), run: 'alone', version: '0', pid: process.pid },
    ...{ clients: [], metrics: 'token' as const, alerts: null, beats: new Int32Array(2) },
  }
  let opened: () => void = () => undefined
  let closed: () => void = () => undefined
  const isOpen = new Promise<void>(resolve => (opened = resolve))
  const isClosed = new Promise<void>(resolve => (closed = resolve))
  const door: ServedDoor = serveDoor(task, message => {
    if (message.kind === 'open') opened()
    if (message.kind === 'closed') closed()
    if (message.kind === 'want' && message.everyMs > 0)
      setImmediate(() => door.take({ kind: 'copy', text: JSON.stringify({ copy, detail: null }) }))
  })
  await isOpen
  await work(door, readDoorFile(folder)!)
  door.take({ kind: 'end', why: 'the test is over' })
  await isClosed
  expect(readDoorFile(folder)).toBeNull()
  rmSync(folder, { recursive: true })
}

describe('a hostile call is refused', () => {
  const refused = async (path: string, asking: Asking): Promise<[number, string]> => {
    const { status, text } = await ask(path, asking)
    return [status, (JSON.parse(text) as { error: string }).error]
  }

  test('without a token, and with a wrong one', async () => {
    expect(await refused('/api/status', { token: null })).toEqual([401, 'unauthorized'])
    expect(await refused('/api/status', { token: `${watched.file.tokens['cli']!.slice(1)}x` })).toEqual([401, 'unauthorized'])
    const body = JSON.stringify({ do: 'halt' })
    expect(await refused('/api/actions', { token: null, method: 'POST', body })).toEqual([401, 'unauthorized'])
  })

  test('by a host name that was pointed to loopback', async () => {
    expect(await refused('/api/status', { headers: { host: 'attacker.example:80' } })).toEqual([421, 'wrong_host'])
    expect(await refused('/health', { token: null, headers: { host: '127.0.0.1' } })).toEqual([421, 'wrong_host'])
  })

  test('from the page of another site', async () => {
    const headers = { origin: 'https://attacker.example' }
    expect(await refused('/api/status', { headers })).toEqual([403, 'wrong_origin'])
    expect(await refused('/api/status', { headers: { origin: 'null' } })).toEqual([403, 'wrong_origin'])
    expect(await refused('/api/token', { token: null, headers, method: 'POST', body: '{}' })).toEqual([403, 'wrong_origin'])
    expect((await ask('/api/status', { headers: { origin: watched.file.url } })).status).toBe(200)
  })

  test('with a body that is too large, of another type, or no action', async () => {
    const headers = { 'idempotency-key': 'hostile', 'content-type': 'application/json' }
    const post = (body: string, more: object = {}): Promise<[number, string]> =>
      refused('/api/actions', { method: 'POST', headers: { ...headers, ...more }, body })
    expect(await post('x'.repeat(1_000_000))).toEqual([413, 'too_large'])
    expect(await post('{"do":"halt"}', { 'content-type': 'text/plain' })).toEqual([400, 'invalid'])
    expect(await post('{"do":"sell everything"}')).toEqual([400, 'invalid'])
    expect(await post('{"do":"halt"}', { 'idempotency-key': '' })).toEqual([400, 'no_key'])
  })

  test('with a path that leaves the door', async () => {
    for (const path of OUTWARD) {
      const { status, text } = await ask(path)
      expect([path, status]).toEqual([path, 404])
      expect(text).not.toContain('root:')
    }
  })

  test('that opens a stream and does not read it is cut off, and others are answered', async () => {
    const copy = await quoted()
    const { detail } = await read<{ detail: MarketDetail }>(`/api/markets/${copy.markets[0]!.id}`)
    const trades = Array.from({ length: 2_000 }, (_, at) => ({ at, price: 0.5, size: 1, side: 'bid' as const }))
    await alone(async (door, { url, tokens }) => {
      const { port, host } = new URL(url)
      const socket = connect(Number(port), '127.0.0.1')
      const path = `/api/stream?market=${detail.id}`
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${tokens['page']}\r\n\r\n`)
      await until(() => Promise.resolve(socket.bytesRead > 0 || undefined))
      socket.pause()
      const flood = 400
      for (let i = 0; i < flood; i++) {
        door.take({ kind: 'copy', text: JSON.stringify({ copy, detail: { ...detail, trades } }) })
        await new Promise(setImmediate)
      }
      const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
      socket.on('error', () => undefined).resume()
      await closed
      // What the system took before stays with its reader; the rest was let go.
      expect(socket.bytesRead).toBeLessThan((flood / 2) * JSON.stringify(trades).length)
      const answer = await fetch(`${url}/api/status`, { headers: { authorization: `Bearer ${tokens['cli']}` } })
      expect(answer.status).toBe(200)
    })
  })

  test('and the run trades on', async () => {
    expect((await quoted()).state).toBe('quoting')
  })
})

/** Sends a header each half second until it is cut off. */
function trickle(url: string): Promise<number> {
  const { port, host } = new URL(url)
  const startedAt = performance.now()
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
  socket.write(`GET /api/status HTTP/1.1\r\nHost: ${host}\r\n`)
  const timer = setInterval(() => socket.write('X-More: 1\r\n'), 500)
  return new Promise(resolve =>
    socket.resume().once('close', () => {
      clearInterval(timer)
      resolve(performance.now() - startedAt)
    }),
  )
}

test('the file of the door is for its owner alone, and names each client', () => {
  const path = join(watched.run.file, '..', 'door.json')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(Object.keys(watched.file.tokens)).toEqual(['cli', 'page', 'fleet', 'grafana'])
  expect(new Set(Object.values(watched.file.tokens)).size).toBe(4)
})

test('a door whose file cannot be written serves all the same, and says so', async () => {
  const folder = join(tmpdir(), 'oddsmith-no-such-folder', 'deeper')
  const told: FromDoor[] = []
  const task: DoorTask = {
    ...{ home: folder, port: 0, folder, journal: watched.run.file, log: join(folder, 'log'), run: 'x', version: '0' },
    ...{ pid: process.pid, clients: [], metrics: 'token' as const, alerts: null, beats: new Int32Array(2) },
  }
  const door = serveDoor(task, message => void told.push(message))
  const heard = (kind: string) => until(() => Promise.resolve(told.find(message => message.kind === kind)))
  expect(await heard('open')).toMatchObject({ port: expect.any(Number) })
  expect(await heard('tell')).toMatchObject({ level: 'warn', text: expect.stringMatching(/^door.json could not be written/) })
  door.take({ kind: 'end', why: 'the test is over' })
  await heard('closed')
})

test('a door whose port is taken is opened once the port is free, and the log says both', { timeout: 20_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'oddsmith-door-'))
  const other = createServer()
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const told: FromDoor[] = []
  const task: DoorTask = {
    ...{ home: folder, port, folder, journal: watched.run.file, log: join(folder, 'log'), run: 'x', version: '0' },
    ...{ pid: process.pid, clients: [], metrics: 'token' as const, alerts: null, beats: new Int32Array(2) },
  }
  const door = serveDoor(task, message => void told.push(message))
  const heard = (kind: string) => until(() => Promise.resolve(told.find(message => message.kind === kind)))
  expect(await heard('failed')).toMatchObject({
    text: expect.stringMatching(
      `^the door could not be opened on port ${port}: it is taken. Until it is, this run trades without page`,
    ),
  })
  await new Promise(resolve => other.close(resolve))
  expect(await heard('open')).toEqual({ kind: 'open', port })
  expect(await heard('tell')).toMatchObject({ level: 'info', text: `the door is open on port ${port}` })
  expect(readDoorFile(folder)?.url).toBe(`http://127.0.0.1:${port}`)
  door.take({ kind: 'end', why: 'the test is over' })
  await heard('closed')
  rmSync(folder, { recursive: true, force: true })
})

test('every read answers as its schema says', async () => {
  const copy = await quoted()
  const earlier = join(watched.run.file, '../runs/earlier')
  mkdirSync(earlier, { recursive: true })
  writeFileSync(join(earlier, 'summary.json'), '{}')
  const market = copy.markets[0]!.id
  for (const operation of Object.values<DoorOperation>(DOOR_OPERATIONS)) {
    const body = operation.answers[200]?.[1] ?? null
    if (operation.method !== 'GET' || body === null) continue
    const id = operation.id === 'result' ? encodeURIComponent('runs/earlier') : market
    const { status, text } = await ask(operation.path.replace('{id}', id))
    expect([operation.id, status]).toEqual([operation.id, 200])
    expect([operation.id, body.safeParse(JSON.parse(text)).error?.message]).toEqual([operation.id, undefined])
  }
})

test('its document is valid OpenAPI', async () => {
  const document = await read<Record<string, unknown>>('/api/openapi.json')
  const { valid, errors } = await new Validator().validate(document)
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

test('a market has its ladder with our orders in it, and what stands before them', async () => {
  await quoted()
  const { detail } = await read<{ detail: { bid: object[]; ask: object[] } }>(
    `/api/markets/${watched.run.session.markets[0]!.id}`,
  )
  expect(detail.bid).toEqual([{ price: 0.3, size: 20, ours: 20, ahead: 0 }])
  expect(detail.ask).toEqual([{ price: 0.7, size: 20, ours: 20, ahead: 0 }])
})

describe('an action', () => {
  test('pauses one market: its orders leave the venue, and those of the others rest', async () => {
    await quoted()
    const [first, second] = watched.run.session.markets.map(({ id }) => id)
    const { status, answer } = await act({ do: 'pause', scope: `market:${first}` })
    expect([status, answer]).toEqual([200, expect.objectContaining({ is: 'done', open: 0 })])
    const open = await read<{ market: string }[]>('/api/orders')
    expect(open.map(({ market }) => market)).toEqual([second, second])
    const { pauses } = await read<RunCopy>('/api/status')
    expect(pauses).toEqual([{ scope: `market:${first}`, who: 'cli', at: expect.any(Number) }])
    expect((await act({ do: 'resume', scope: `market:${first}` })).answer.is).toBe('done')
    await quoted()
  })

  test('is done once for its key, and answered alike', async () => {
    await quoted()
    const answers = await Promise.all([act({ do: 'cancel-all' }, 'once'), act({ do: 'cancel-all' }, 'once')])
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0].answer).toMatchObject({ is: 'done', open: 0 })
    expect(await act({ do: 'cancel-all' }, 'once')).toEqual(answers[0])
    expect((await act({ do: 'halt' }, 'once')).status).toBe(422)
    const { events } = await read<EventPage>('/api/events?count=1000')
    expect(events.filter(({ key }) => key === 'once')).toHaveLength(1)
    expect(events.find(({ key }) => key === 'once')).toMatchObject({
      kind: 'control',
      who: 'cli',
      text: 'cancel-all: all markets',
    })
    await act({ do: 'resume', scope: 'all' })
    await quoted()
  })

  test('that names what the run does not have changes nothing', async () => {
    const { status, answer } = await act({ do: 'pause', scope: 'market:none' })
    expect([status, answer.is]).toEqual([422, 'refused'])
    expect((await read<RunCopy>('/api/status')).pauses).toEqual([])
  })

  test('halts: nothing rests, the door says that it is not ready, and a resume ends that', async () => {
    await quoted()
    expect((await act({ do: 'halt' })).answer).toMatchObject({ is: 'done', open: 0 })
    expect((await read<RunCopy>('/api/status')).halt?.rule).toBe('asked by cli')
    const states = (await read<readonly MarketCopy[]>('/api/markets')).map(({ state }) => state)
    expect(new Set(states)).toEqual(new Set(['halted']))
    expect([(await ask('/ready', { token: null })).status, (await ask('/health', { token: null })).status]).toEqual([503, 200])
    await act({ do: 'resume', scope: 'all' })
    expect((await ask('/ready', { token: null })).status).toBe(200)
    await quoted()
  })
})

test('a code opens the page once', async () => {
  const { code } = JSON.parse((await ask('/api/codes', { method: 'POST', body: '' })).text) as { code: string }
  const redeem = (): Promise<{ status: number; text: string }> =>
    ask('/api/token', {
      token: null,
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: watched.file.url },
      body: JSON.stringify({ code }),
    })
  const first = await redeem()
  expect(JSON.parse(first.text)).toEqual({ token: watched.file.tokens['page'] })
  expect((await redeem()).status).toBe(403)
})

test('a request whose headers never end is cut off', async () => {
  expect(await trickledMs).toBeLessThan(15_000)
}, 40_000)
