import { describe, expect, test } from 'vitest'
import { alertsOf } from '../../../src/cli/config/alerts-of.js'
import { parseConfig } from '../../../src/cli/config/config.js'

const config = (more: string): string => `venue: { name: predict, embedded: {} }
strategies: [{ strategy: two-sided }]
${more}
`
const load = async (more: string, environment: Readonly<Record<string, string>> = {}) =>
  alertsOf(await parseConfig('run.yaml', config(more)), environment)
const HOOK = 'https://hooks.example/T0CANARY'

test('a config without alerts and heartbeat wants none', async () => expect(await load('')).toBe(null))

test('a receiver has a place, a template, a severity and quiet hours by a time zone', async () => {
  const task = await load(
    'alerts: [{ url: { env: HOOK }, template: telegram, chatId: -100, severityMin: info, quietHours: { from: 22:30, to: 07:00, timeZone: Europe/Berlin } }]',
    { HOOK },
  )
  expect(task).toMatchObject({
    sinks: [
      {
        ...{ name: 'alerts.0 (telegram)', url: HOOK, template: 'telegram', chatId: '-100', severityMin: 'info' },
        quietHours: { fromMinute: 1_350, toMinute: 420, timeZone: 'Europe/Berlin' },
      },
    ],
    when: { noQuoteMinutes: 10, limitPercent: 80 },
    heartbeat: null,
  })
})

describe('a mistake is refused with its line, and shows no address', () => {
  test.each([
    ['alerts: [{ url: { env: HOOK }, template: telegram }]', 'alerts.0.chatId: expected the chat that the bot writes to'],
    ['alerts: [{ url: { env: HOOK }, chatId: 7 }]', 'alerts.0.chatId: is of the template telegram alone'],
    ['alerts: [{ url: { env: NONE } }]', 'alerts.0.url: expected the variable NONE to be set, found nothing'],
    ['alerts: [{ url: T0CANARY }]', 'alerts.0.url: expected an address that begins with https:// or http://'],
    [
      'alerts: [{ url: "https://me:T0CANARY@h/x" }]',
      'alerts.0.url: expected an address without a user and a password before its host',
    ],
    ['heartbeatUrl: "ftp://T0CANARY"', 'heartbeatUrl: expected an address that begins with https:// or http://'],
    ['alerts: [{ url: { env: HOOK } }]\ndoor: false', 'door: alerts are sent by the thread of the door'],
    [
      'alerts: [{ url: { env: HOOK }, quietHours: { from: "7", to: "08:00", timeZone: UTC } }]',
      'alerts.0.quietHours.from: expected a time such as 07:30',
    ],
    [
      'alerts: [{ url: { env: HOOK }, quietHours: { from: "07:00", to: "08:00", timeZone: Mars } }]',
      'alerts.0.quietHours.timeZone: expected a time zone such as Europe/Berlin or UTC',
    ],
    [
      'alerts: [{ url: { env: HOOK }, quietHours: { from: "07:00", to: "07:00", timeZone: UTC } }]',
      'expected two different times',
    ],
    ['alerts: [{ url: [T0CANARY] }]', 'alerts.0.url'],
  ])('%s', async (more, words) => {
    const found = await load(more, { HOOK }).then(
      () => 'was taken',
      (error: unknown) => String(error),
    )
    expect(found).toContain(words)
    expect(found).toMatch(/run\.yaml:[34]: /)
    expect(found).not.toContain('T0CANARY')
  })
})
