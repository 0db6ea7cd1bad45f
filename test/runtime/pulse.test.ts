import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { DaemonMessage } from '../../src/keeper/messages.js'
import type { Report } from '../../src/model/report.js'
import { createPulse, type Pulse } from '../../src/runtime/pulse.js'
import { at } from '../journal/lines.js'

let pulse: Pulse
afterEach(() => pulse.end())

const link = (state: 'live' | 'lost'): Report => ({ kind: 'link', state, at: at(1), receivedAt: at(1) })

/** A pulse that beats each tenth of a second by clocks that the test moves. */
function beating() {
  const ahead = { monotonic: 0, wall: 0 }
  const said: DaemonMessage[] = []
  const stalls: number[] = []
  let looks = 0
  let mayLook = true
  pulse = createPulse({
    unattendedMaxMs: 1_000,
    say: message => said.push(message),
    onStall: ms => stalls.push(Math.round(ms / 1_000)),
    times: { monotonic: () => performance.now() + ahead.monotonic, wall: () => Date.now() + ahead.wall },
  })
  pulse.begin(async () => {
    looks++
    if (!mayLook) throw new Error('the venue is down')
  })
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await pause(5)
  }
  return {
    ...{ ahead, said, stalls, until },
    looks: () => looks,
    let: (may: boolean) => {
      mayLook = may
    },
    count: (kind: DaemonMessage['kind']) => said.filter(message => message.kind === kind).length,
  }
}

test('orders may leave from the first look on, and it is well once the link lives', async () => {
  const { said, count, until } = beating()
  expect([said, pulse.fence.mayOpen()]).toEqual([[{ kind: 'open' }], true])
  await until(() => count('blind') > 0)
  expect(count('well')).toBe(0)
  pulse.saw([link('live')])
  await until(() => count('well') > 1)
})

test('a lost link makes it blind, and once that lasts too long nothing leaves until a fresh look succeeded', async () => {
  const { count, until, looks, let: may } = beating()
  pulse.saw([link('live')])
  await until(() => count('well') > 0)
  pulse.saw([link('lost')])
  await until(() => !pulse.fence.mayOpen())
  expect(looks()).toBe(0)
  may(false)
  pulse.saw([link('live')])
  await until(() => looks() > 1)
  expect(pulse.fence.mayOpen()).toBe(false)
  may(true)
  const before = count('well')
  await until(() => pulse.fence.mayOpen())
  expect(count('well')).toBeGreaterThanOrEqual(before)
})

test('after a machine’s sleep a beat does not pass for a sign of life: the venue is looked at first', async () => {
  const { ahead, count, until, looks, stalls } = beating()
  pulse.saw([link('live')])
  await until(() => count('well') > 0)
  expect(stalls).toEqual([])
  ahead.wall += 60_000
  expect(pulse.fence.mayOpen()).toBe(false)
  const blind = count('blind')
  await until(() => count('blind') > blind)
  await until(() => pulse.fence.mayOpen())
  expect(looks()).toBe(1)
  expect(stalls).toEqual([60])
})

test('a small step of the wall clock holds one beat back and nothing more', async () => {
  const { ahead, count, until, looks } = beating()
  pulse.saw([link('live')])
  await until(() => count('well') > 0)
  const [well, blind] = [count('well'), count('blind')]
  ahead.wall -= 600_000
  await until(() => count('blind') > blind)
  await until(() => count('well') > well + 1)
  expect([count('blind') - blind, looks()]).toEqual([1, 0])
})

test('the keeper hears of orders before they leave, and of those that are gone with the next beat', async () => {
  const { said, until, count } = beating()
  const id = '7-1' as never
  pulse.sent([[id, '0x1' as never, 5_000]])
  expect(said.at(-1)).toEqual({ kind: 'sent', orders: [[id, '0x1', 5_000]] })
  pulse.gone(id)
  await until(() => count('gone') > 0)
  expect(said.find(({ kind }) => kind === 'gone')).toEqual({ kind: 'gone', orders: [id] })
})
