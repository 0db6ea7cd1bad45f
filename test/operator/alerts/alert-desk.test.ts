import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Condition } from '../../../src/operator/alerts/alert.js'
import { type AlertDesk, createAlertDesk } from '../../../src/operator/alerts/alert-desk.js'
import { startHeartbeat } from '../../../src/operator/alerts/heartbeat.js'
import type { SinkOptions } from '../../../src/operator/alerts/sink-options.js'
import { CANARY, openReceiver, type Receiver } from './receiver.js'

const LOST: Condition = { id: 'feed:btc', kind: 'feed', severity: 'warning', text: 'btc: silent for 11 s', market: null }
const HALT: Condition = { id: 'halt', kind: 'halt', severity: 'critical', text: 'lost 51 of 50', market: null }
const ORIGIN = { venue: 'predict', wallet: '0x00000000000000000000000000000000000000aa', run: 'r-1', config: 'paper.yaml' }

let folder: string
let receivers: Receiver[]
let said: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oddsmith-alerts-'))
  receivers = []
  said = []
})
afterEach(async () => {
  await Promise.all(receivers.map(receiver => receiver.close()))
  rmSync(folder, { recursive: true, force: true })
})

async function receiver(): Promise<Receiver> {
  const opened = await openReceiver()
  receivers.push(opened)
  return opened
}

const sink = ({ url }: Receiver, more: Partial<SinkOptions> = {}): SinkOptions => ({
  ...{ name: 'alerts.0 (json)', url, template: 'json', chatId: null, severityMin: 'info', quietHours: null },
  ...more,
})

const open = (...sinks: readonly SinkOptions[]): AlertDesk =>
  createAlertDesk({
    ...{ sinks, memory: join(folder, 'alerts.json'), origin: () => ORIGIN, againFirstMs: 20 },
    afterMs: () => 0,
    goneMs: () => 0,
    notice: (level, text) => said.push(`${level} ${text}`),
  })

const told = ({ alerts }: Receiver) => alerts().map(({ id, state }) => `${id} ${state}`)

test('a critical alert is sent also where more problems exist than are told apart', async () => {
  const one = await receiver()
  const desk = open(sink(one, { severityMin: 'critical' }))
  const many = Array.from({ length: 600 }, (_, at) => ({ ...LOST, id: `no-quote:${at}` }))
  desk.see(many, 1)
  expect(desk.firing).toHaveLength(500)
  desk.see([...many, HALT], 2)
  await one.until(({ id }) => id === 'halt')
  await desk.end(1_000)
})

describe('an alert', () => {
  test('arrives once, however often it is seen, and resolves once', async () => {
    const one = await receiver()
    const desk = open(sink(one))
    for (let at = 1; at < 50; at++) desk.see([LOST], at)
    await one.until(({ state }) => state === 'firing')
    for (let at = 50; at < 60; at++) desk.see([], at)
    await one.until(({ state }) => state === 'resolved')
    await desk.end(1_000)
    expect(told(one)).toEqual(['feed:btc firing', 'feed:btc resolved'])
    expect(one.bodies[0]).toEqual({
      ...{ source: 'oddsmith', version: 1, ...ORIGIN },
      alerts: [
        {
          ...{ id: 'feed:btc', kind: 'feed', state: 'firing', severity: 'warning', text: 'btc: silent for 11 s' },
          ...{ market: null, since: '1970-01-01T00:00:00.001Z', resolvedAt: null },
        },
      ],
    })
  })

  test('rings once over restarts, and resolves in the run that finds it over', async () => {
    const one = await receiver()
    const first = open(sink(one))
    first.see([LOST, HALT], 1)
    await one.until(({ id }) => id === 'halt')
    await first.end(1_000)
    const second = open(sink(one))
    second.see([HALT], 2)
    await one.until(({ state }) => state === 'resolved')
    await second.end(1_000)
    expect(told(one)).toEqual(['feed:btc firing', 'halt firing', 'feed:btc resolved'])
  })

  test.each([
    ['no JSON', '{"firing": 7'],
    ['of a time that is none', JSON.stringify({ firing: [{ ...LOST, sinceMs: 1e300, endedMs: null }], known: {} })],
  ])('rings once more where what was remembered is damaged: %s', async (_, remembered) => {
    const one = await receiver()
    writeFileSync(join(folder, 'alerts.json'), remembered)
    const desk = open(sink(one))
    desk.see([LOST], 1)
    await one.until(({ id }) => id === 'feed:btc')
    expect(JSON.parse(readFileSync(join(folder, 'alerts.json'), 'utf8'))).toMatchObject({ firing: [{ id: 'feed:btc' }] })
  })
})

describe('a receiver that fails', () => {
  test.each([
    ['answers 500', { status: 500 }, 'it answered 500'],
    ['sends elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'it answered 302'],
    ['breaks off', 'reset', 'it could not be reached (ECONNRESET)'],
  ] as const)('(%s) is tried again until it takes the alert, once, and each failure is counted', async (_, manner, why) => {
    const one = await receiver()
    one.set(manner)
    const desk = open(sink(one))
    desk.see([LOST], 1)
    while (desk.sinks[0]!.failures < 3) await pause(5)
    expect(desk.sinks[0]).toMatchObject({ sent: 0, waiting: 1 })
    expect(desk.sinks[0]?.lastFailure).toMatch(
      why.startsWith('it could') ? /^it could not be reached \((ECONNRESET|UND_ERR_SOCKET)\)$/ : why,
    )
    one.set('take')
    await one.until(({ id }) => id === 'feed:btc')
    while (desk.sinks[0]!.waiting > 0) await pause(5)
    expect(desk.sinks[0]).toMatchObject({ sent: 1, lastFailure: null })
    expect(told(one)).toEqual(['feed:btc firing'])
    expect(said).toHaveLength(2)
    expect(said[0]).toMatch(/^warn an alert did not reach alerts\.0 \(json\): it .*; it is tried again$/)
    expect(said[1]).toBe('info alerts reach alerts.0 (json) again')
  })

  test('keeps none of the others waiting, and the end waits for none', async () => {
    const [good, stalled, dead] = [await receiver(), await receiver(), await receiver()]
    stalled.set('stall')
    await dead.close()
    const names = ['alerts.0 (json)', 'alerts.1 (json)', 'alerts.2 (json)']
    const desk = open(...[stalled, dead, good].map((each, place) => sink(each, { name: names[place]! })))
    const before = performance.now()
    desk.see([LOST], 1)
    desk.see([], 2)
    // What was waited for would take seconds; a busy machine may take this thread's processor for a moment.
    expect(performance.now() - before).toBeLessThan(1_000)
    await good.until(({ state }) => state === 'resolved')
    while (desk.sinks[1]!.failures === 0) await pause(5)
    await desk.end(100)
    expect(desk.sinks.map(({ sent, waiting }) => [sent > 0, waiting])).toEqual([
      ...[
        [false, 1],
        [false, 1],
        [true, 0],
      ],
    ])
    expect(desk.sinks[1]?.lastFailure).toBe('it could not be reached (ECONNREFUSED)')
  })

  test('that asks to be left alone for a second is', async () => {
    const one = await receiver()
    one.set({ status: 429, headers: { 'retry-after': '60' } })
    const desk = open(sink(one))
    desk.see([LOST], 1)
    while (desk.sinks[0]!.failures === 0) await pause(5)
    await pause(100)
    expect(one.asked()).toBe(1)
  })

  test('shows its address nowhere', async () => {
    const one = await receiver()
    for (const manner of [{ status: 403 }, 'reset'] as const) {
      one.set(manner)
      const desk = open(sink(one))
      desk.see([LOST], 1)
      while (desk.sinks[0]!.failures < 2) await pause(5)
      await desk.end(100)
      const shown = JSON.stringify([said, desk.sinks, desk.firing, readFileSync(join(folder, 'alerts.json'), 'utf8')])
      for (const part of [CANARY, ...CANARY.split('/'), one.url]) expect(shown).not.toContain(part)
    }
  })
})

describe('shapes', () => {
  const body = async (more: Partial<SinkOptions>, condition: Condition = LOST) => {
    const one = await receiver()
    const desk = open(sink(one, more))
    desk.see([condition], 1_767_225_600_000)
    while (one.bodies.length === 0) await pause(5)
    return one.bodies[0]
  }
  const HEAD = 'oddsmith paper.yaml: 1 firing (predict, 0x0000…00aa, run r-1)'
  const LINE = 'WARNING feed: btc: silent for 11 s (since 2026-01-01 00:00:00 UTC)'

  test('of Slack: a line in a color; what would call people does not', async () => {
    expect(await body({ template: 'slack' })).toEqual({
      text: HEAD,
      attachments: [{ color: '#f9ab00', fallback: LINE, text: LINE }],
    })
    const calling = JSON.stringify(await body({ template: 'slack' }, { ...LOST, text: '<!channel> & all' }))
    expect(calling).toContain('&lt;!channel&gt; &amp; all')
  })

  test('of Discord: a line in a color, and no one is called', async () => {
    expect(await body({ template: 'discord' })).toEqual({
      content: HEAD,
      embeds: [{ color: 0xf9ab00, description: LINE }],
      allowed_mentions: { parse: [] },
    })
  })

  test('of Telegram: a text for a chat, never longer than it takes', async () => {
    expect(await body({ template: 'telegram', chatId: '-100123' })).toEqual({
      chat_id: '-100123',
      text: `${HEAD}\n${LINE}`,
      disable_web_page_preview: true,
    })
    const long = await body({ template: 'telegram', chatId: '1' }, { ...LOST, text: 'x'.repeat(9_000) })
    expect(String(long?.['text']).length).toBeLessThan(4_096)
  })

  const together = async (more: Partial<SinkOptions>, count: number) => {
    const one = await receiver()
    const desk = open(sink(one, more))
    const text = 'x'.repeat(1_000)
    const conditions = Array.from({ length: count }, (_, at) => ({ ...LOST, id: `feed:${at}`, text: `number ${at}. ${text}` }))
    desk.see(conditions, 1)
    while (one.bodies.length === 0) await pause(5)
    await desk.end(1_000)
    for (let at = 0; at < count; at++) expect(JSON.stringify(one.bodies[0])).toContain(`number ${at}.`)
    return one.bodies[0]
  }

  test.each([1, 9, 10, 11, 20])(
    'of Discord with %i long alerts: all are in it, and it is no longer than it takes',
    async count => {
      const body = await together({ template: 'discord' }, count)
      const embeds = body?.['embeds'] as readonly { readonly description: string }[]
      const lengths = embeds.map(({ description }) => description.length)
      expect(lengths).toHaveLength(Math.min(10, count))
      expect(Math.max(...lengths)).toBeLessThanOrEqual(4_096)
      expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(6_000)
    },
  )

  test('of Telegram with 20 long alerts: all are in it, and it is no longer than it takes', async () => {
    const body = await together({ template: 'telegram', chatId: '1' }, 20)
    expect(String(body?.['text']).length).toBeLessThanOrEqual(4_096)
  })
})

test('heartbeats come while the run is alive, stop while it is not, and failures are counted', async () => {
  const one = await receiver()
  let isAlive = true
  const heartbeat = startHeartbeat({
    ...{ url: one.url, everyMs: 10, isAlive: () => isAlive },
    notice: (level, text) => said.push(`${level} ${text}`),
  })
  while (heartbeat.state.sent < 2) await pause(5)
  isAlive = false
  await pause(50)
  const asked = one.asked()
  await pause(50)
  expect(one.asked()).toBe(asked)
  isAlive = true
  one.set({ status: 404 })
  while (heartbeat.state.failures < 2) await pause(5)
  one.set('take')
  while (heartbeat.state.lastFailure !== null) await pause(5)
  heartbeat.end()
  expect(said).toEqual([
    'warn a heartbeat did not reach heartbeatUrl: it answered 404',
    'info heartbeats reach heartbeatUrl again',
  ])
})
