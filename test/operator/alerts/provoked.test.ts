import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KeeperAlerts, openKeeperAlerts } from '../../../src/cli/trade/keeper-alerts.js'
import { deskSettings } from '../../../src/engine/settings.js'
import type { WrittenFault } from '../../../src/exchange.js'
import { Price, Size } from '../../../src/model/money.js'
import { pull } from '../../../src/model/quote.js'
import type { AlertThresholds } from '../../../src/operator/alerts/alert-rules.js'
import type { SinkOptions } from '../../../src/operator/alerts/sink-options.js'
import { readDoorFile } from '../../../src/operator/door-file.js'
import type { AlertsCopy } from '../../../src/operator/schemas-alerts.js'
import { type Client, createClient } from '../../exchange/server/client.js'
import { createOperator, type OperatorClient } from '../../exchange/server/operator-client.js'
import { parseMetrics } from '../metrics/parse-metrics.js'
import { quoteFar, type WatchedRun, watchedRun } from '../watched-run.js'
import { CANARY, openReceiver, type Receiver } from './receiver.js'

/** What the strategy does, as each test wants it. */
const manner = { isBroken: false, isPulled: false, shift: 0 }
const SECOND = 1 / 60
const WHEN: AlertThresholds = {
  ...{ noQuoteMinutes: 1.5 * SECOND, limitPercent: 80, feedLostSeconds: 0, differenceSeconds: 0 },
  ...{ settlementMinutes: 4 * SECOND, diskFreeMinMb: 0, restarts: 4, restartMinutes: 15, resolveAfterSeconds: 0 },
}

let good: Receiver
let stalled: Receiver
let failing: Receiver
let watcher: Receiver
let keeper: KeeperAlerts
let watched: WatchedRun
let operator: OperatorClient
let taker: Client

const sink = ({ url }: Receiver, name: string): SinkOptions => ({
  ...{ name, url, template: 'json', chatId: null, severityMin: 'info', quietHours: null },
})

beforeAll(async () => {
  ;[good, stalled, failing, watcher] = await Promise.all([openReceiver(), openReceiver(), openReceiver(), openReceiver()])
  stalled.set('stall')
  failing.set({ status: 500 })
  keeper = openKeeperAlerts({
    ...{
      home: mkdtempSync(join(tmpdir(), 'oddsmith-keeper-')),
      config: 'test.yaml',
      venue: 'predict',
      notice: () => undefined,
    },
    task: { sinks: [sink(good, 'alerts.0 (json)')], when: WHEN, heartbeat: null },
  })
  watched = await watchedRun({
    ...{ onHung: text => keeper.door(text), hungAfterMs: 5_000 },
    accountLookEveryMs: 300,
    settings: deskSettings({
      requote: { requoteEveryMs: 100, backoffMs: 200 },
      limits: { orderMinUsdt: 1, openNotionalMaxUsdt: 28, drawdownMaxUsdt: 2 },
      budget: { windows: [{ route: 'trading', calls: 500, perMs: 60_000 }] },
      graceMs: 500,
    }),
    decide: view => {
      if (manner.isBroken && view.market.question === 'Will it?') throw new Error('no idea')
      if (manner.isPulled) return pull('the test')
      if (manner.shift === 0 || view.book.state !== 'live') return quoteFar(view)
      return view.book.quote({ bid: { price: Price.of(3_000 + manner.shift * view.market.tick), size: Size.ofShares(20) } })
    },
    alerts: {
      sinks: [sink(good, 'alerts.0 (json)'), sink(stalled, 'alerts.1 (json)'), sink(failing, 'alerts.2 (json)')],
      heartbeat: { url: watcher.url, everyMs: 1_000 },
      when: WHEN,
    },
  })
  operator = createOperator(watched.exchange)
  taker = createClient(watched.exchange, 1)
  await taker.login()
  await rings('limit:limits.openNotionalMaxUsdt')
})
afterAll(async () => {
  await watched.close()
  await Promise.all([good, stalled, failing, watcher].map(receiver => receiver.close()))
})

const rings = (id: string) => good.until(alert => alert.id === id && alert.state === 'firing')
const resolves = (id: string) => good.until(alert => alert.id === id && alert.state === 'resolved')
const expectOnce = (id: string): void => {
  const told = good.alerts().filter(alert => alert.id === id)
  expect(told.map(({ state }) => state)).toEqual(['firing', 'resolved'])
}
const set = (fault: WrittenFault) => operator.done('/faults', fault)
const ask = (path: string, init: Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> } = {}) =>
  fetch(`${watched.file.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${watched.file.tokens['cli']}`, 'content-type': 'application/json', ...init.headers },
  })
let keys = 0
const act = (action: object) =>
  ask('/api/actions', { method: 'POST', body: JSON.stringify(action), headers: { 'idempotency-key': `alerts-${keys++}` } })
/** Someone takes our bid of a market. */
const take = (at: number) => taker.limit({ market: watched.exchange.markets[at]!.id, outcome: 'no', cents: 70, shares: 20 })
let nudges = 0
/** Others' books move, so that the strategy is asked: it is asked when its touch does. */
const nudge = async (): Promise<void> => {
  nudges++
  for (const { id } of watched.exchange.markets) await taker.limit({ market: id, cents: 5 + nudges, shares: 30 })
}
const resting = async (at: number): Promise<void> => {
  const id = String(watched.exchange.markets[at]!.id)
  for (;;) {
    const { market } = (await (await ask(`/api/markets/${id}`)).json()) as { market: { ours: { bid: unknown[] } } }
    if (market.ours.bid.length > 0) return
    await pause(50)
  }
}

test('a strategy that fails rings, and resolves once it is made again', async () => {
  manner.isBroken = true
  await nudge()
  const { text, severity } = await rings('strategy:test')
  expect([text, severity]).toEqual([
    expect.stringMatching(/^test failed and is not asked any more in \d+: no idea$/),
    'warning',
  ])
  manner.isBroken = false
  await act({ do: 'restart', scope: 'all' })
  await resolves('strategy:test')
  expectOnce('strategy:test')
})

test('quotes that the venue does not take ring, and resolve when it takes them', async () => {
  await set({ kind: 'status', status: 429, retryAfterSeconds: 0, when: { route: 'POST /v1/orders' } })
  manner.shift = 1
  await nudge()
  const { text } = await rings(`no-quote:${watched.exchange.markets[0]!.id}`)
  expect(text).toMatch(
    /^test wants quotes in market \d+, and none of ours stood there for 0 minutes; dark for: (refused|waiting|calls)$/,
  )
  await operator.done('/faults/clear')
  manner.shift = 0
  await nudge()
  for (const { id } of watched.exchange.markets) {
    await resolves(`no-quote:${id}`)
    expectOnce(`no-quote:${id}`)
  }
})

test('an end of orders that the stream keeps to itself rings as a difference, and resolves once the account was read', async () => {
  await resting(0)
  await set({ kind: 'silence', when: { topic: 'wallet', forMs: 1_500 } })
  const own = createClient(watched.exchange)
  await own.login()
  const rows = (await own.get('/v1/orders')).body.data as { order: { hash: string } }[]
  await own.post('/v1/orders/remove-by-hash', { data: { hashes: rows.map(row => row.order.hash) } })
  const { text, severity } = await rings('difference')
  expect(text).toMatch(
    /^our books and the venue's account differ: order \d+-\d+ does not rest at the venue, but was not reported as ended/,
  )
  expect(severity).toBe('critical')
  await resolves('difference')
  expectOnce('difference')
})

test('streams that are lost ring, that of our orders as critical, and resolve when they are back', async () => {
  await set({ kind: 'status', status: 503, when: { route: '/v1/*', forMs: 4_000 } })
  await set({ kind: 'shutdown-notice', graceMs: 0 })
  for (const [id, severity] of [
    ['feed:wallet', 'critical'],
    ['feed:books', 'warning'],
  ] as const)
    expect([id, (await rings(id)).severity]).toEqual([id, severity])
  for (const id of ['feed:wallet', 'feed:books']) {
    await resolves(id)
    expectOnce(id)
  }
})

test('a settlement that takes too long rings, and resolves once it is done', async () => {
  await operator.done('/faults/clear')
  await set({ kind: 'settlement', delayMs: 6_000, when: { count: 1 } })
  await resting(0)
  await take(0)
  expect((await rings('settlement:late')).text).toMatch(/^1 fill waits to settle, the oldest for 0 minutes$/)
  await set({ kind: 'settlement', delayMs: null })
  await resolves('settlement:late')
  expectOnce('settlement:late')
})

test('a settlement that fails rings, and is over when no other one did for a time', async () => {
  await operator.done('/faults/clear')
  await set({ kind: 'settlement', fails: 1 })
  await resting(0)
  await take(0)
  expect((await rings('settlement:failed')).text).toMatch(/^1 settlement failed in the last .* minutes, 1 in run test-run$/)
  await resolves('settlement:failed')
  expectOnce('settlement:failed')
})

test('a limit of loss that is passed halts and rings, and resolves once a person resumes', async () => {
  // What others bid is far below what we paid.
  await taker.limit({ market: watched.exchange.markets[1]!.id, outcome: 'no', cents: 60, shares: 30 })
  await resting(1)
  await take(1)
  const { text, severity } = await rings('halt')
  expect(text).toMatch(/drawdown.*; every order is removed, and nothing is placed until a person resumes$/i)
  expect(severity).toBe('critical')
  await act({ do: 'resume', scope: 'all' })
  await resolves('halt')
  expectOnce('halt')
})

test('a limit that is nearly used up rings, and resolves when it is not', async () => {
  await resting(0)
  manner.isPulled = true
  await nudge()
  await resolves('limit:limits.openNotionalMaxUsdt')
})

test('receivers that stall or fail kept none of this waiting; they are counted, shown and told of', async () => {
  const { sinks, firing, heartbeat } = (await (await ask('/api/alerts')).json()) as AlertsCopy
  expect(sinks.map(({ sent, waiting }) => [sent > 0, waiting > 0])).toEqual([
    [true, false],
    [false, true],
    [false, true],
  ])
  expect(sinks[2]).toMatchObject({ lastFailure: 'it answered 500' })
  expect(sinks[2]!.failures).toBeGreaterThan(2)
  expect(firing.filter(({ kind }) => kind !== 'limit')).toEqual([])
  expect(heartbeat?.sent).toBeGreaterThan(5)
  expect(watcher.asked()).toBeGreaterThan(5)
  const { series } = parseMetrics(await (await ask('/metrics')).text())
  expect(series.get('oddsmith_alert_requests_total{result="failed",sink="alerts.2 (json)"}')).toBeGreaterThan(2)
  expect(series.get('oddsmith_heartbeats_total{result="taken"}')).toBeGreaterThan(5)
  expect(series.get('oddsmith_settlements_total{result="failed"}')).toBe(1)
  expect(watched.told).toContainEqual('an alert did not reach alerts.2 (json): it answered 500; it is tried again')
})

test('no address of a receiver is in anything that was said or can be asked for', async () => {
  const shown = await Promise.all(['run', 'alerts', 'events', 'limits'].map(async name => (await ask(`/api/${name}`)).text()))
  const texts = [...shown, await (await ask('/metrics')).text(), ...watched.told, JSON.stringify(watched.run.told)]
  for (const part of [...CANARY.split('/'), good.url, failing.url]) expect(texts.join('\n')).not.toContain(part)
})

test('metrics want a token, and are OpenMetrics', async () => {
  expect((await fetch(`${watched.file.url}/metrics`)).status).toBe(401)
  const answer = await ask('/metrics')
  expect(answer.headers.get('content-type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8')
})

test('a door that hangs rings from the keeper, and resolves once it was made again; the run turns on meanwhile', async () => {
  const folder = join(watched.run.file, '..')
  const log = join(folder, 'log')
  // A read of this file does not come back until someone writes it: the system holds the door's thread.
  execFileSync('mkfifo', [log])
  const held = ask('/api/log').catch(() => undefined)
  const { text, severity } = await rings('door')
  expect([text, severity]).toEqual([
    expect.stringMatching(/^the door has not turned for 5 s: .* the run trades on$/),
    'warning',
  ])
  const turnedAt = watched.run.session.desk.look().now
  await expect.poll(() => watched.run.session.desk.look().now).toBeGreaterThan(turnedAt)
  closeSync(openSync(log, constants.O_WRONLY | constants.O_NONBLOCK))
  await held
  await resolves('door')
  expectOnce('door')
  const { url, tokens } = readDoorFile(folder)!
  expect((await fetch(`${url}/api/status`, { headers: { authorization: `Bearer ${tokens['cli']}` } })).status).toBe(200)
})
