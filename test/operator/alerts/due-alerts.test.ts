import { describe, expect, test } from 'vitest'
import type { Alert, Condition, Severity } from '../../../src/operator/alerts/alert.js'
import { createDueAlerts, WAITING_MAX } from '../../../src/operator/alerts/due-alerts.js'
import { createFiringAlerts } from '../../../src/operator/alerts/firing-alerts.js'
import { createQuietClock } from '../../../src/operator/alerts/quiet-hours.js'

const condition = (id: string, severity: Severity = 'warning'): Condition => ({
  ...{ id, kind: 'feed', severity, text: `${id} is gone`, market: null },
})
const alert = (id: string, severity: Severity = 'warning'): Alert => ({ ...condition(id, severity), sinceMs: 1, endedMs: null })
const on = (...alerts: readonly Alert[]) => new Map(alerts.map(each => [each.id, each]))

describe('which alerts are on', () => {
  const firing = () => createFiringAlerts({ afterMs: () => 10, goneMs: () => 20 })

  test('one rings once after it held long enough, with the moment at which it began', () => {
    const { see, all } = firing()
    const sizes = [0, 9, 10, 11].map(at => {
      see([condition('a')], at)
      return all.size
    })
    expect(sizes).toEqual([0, 0, 1, 1])
    expect(all.get('a')).toMatchObject({ sinceMs: 0, endedMs: null })
  })

  test('one that was gone in between begins again', () => {
    const { see, all } = firing()
    see([condition('a')], 0)
    see([], 9)
    see([condition('a')], 12)
    expect(all.size).toBe(0)
  })

  test('one that comes back before it ended goes on', () => {
    const { see, all } = firing()
    see([condition('a')], 0)
    see([condition('a')], 10)
    see([], 11)
    see([condition('a')], 25)
    see([], 30)
    see([], 49)
    expect(all.size).toBe(1)
    see([], 50)
    expect(all.size).toBe(0)
  })

  test('those of before a restart are on, and end where the first look finds them over', () => {
    const { see, all } = createFiringAlerts({ afterMs: () => 0, goneMs: () => 0, before: [alert('a'), alert('b')] })
    see([condition('a')], 5)
    expect([...all.keys()]).toEqual(['a'])
  })
})

describe('what a receiver is told', () => {
  const receiver = (severityMin: Severity = 'info', isQuiet: (atMs: number) => boolean = () => false) =>
    createDueAlerts({ severityMin, isQuiet })
  const states = (due: ReturnType<typeof receiver>) => due.next(9).map(({ id, endedMs }) => `${id} ${endedMs ?? 'on'}`)

  test('each alert once, and once that it is over', () => {
    const due = receiver()
    due.update(on(alert('a')), 1)
    due.told(due.next(9))
    due.update(on(alert('a')), 2)
    expect(states(due)).toEqual([])
    due.update(on(), 3)
    due.update(on(), 4)
    expect(states(due)).toEqual(['a 3'])
    due.told(due.next(9))
    due.update(on(), 5)
    expect([states(due), due.known]).toEqual([[], []])
  })

  test('nothing below its severity, neither that it began nor that it is over', () => {
    const due = receiver('warning')
    due.update(on(alert('a', 'info')), 1)
    due.update(on(), 2)
    expect(states(due)).toEqual([])
  })

  test('one that became worse once more', () => {
    const due = receiver('warning')
    due.update(on(alert('a', 'warning')), 1)
    due.told(due.next(9))
    due.update(on(alert('a', 'critical')), 2)
    expect(states(due)).toEqual(['a on'])
    due.told(due.next(9))
    due.update(on(alert('a', 'warning')), 3)
    expect(states(due)).toEqual([])
  })

  test('one that was over before it could be told, as one that is over', () => {
    const due = receiver()
    due.update(on(alert('a')), 1)
    due.update(on(), 7)
    expect(states(due)).toEqual(['a 7'])
  })

  test('that one is over which ended while the message of its beginning was on its way', () => {
    const due = receiver()
    due.update(on(alert('a')), 1)
    const sent = due.next(9)
    due.update(on(), 2)
    due.told(sent)
    expect(states(due)).toEqual(['a 2'])
  })

  test('in quiet hours critical ones alone; the others when those are over, where they are still on', () => {
    let isQuiet = true
    const due = receiver('info', () => isQuiet)
    due.update(on(alert('a'), alert('b'), alert('c', 'critical')), 1)
    expect(states(due)).toEqual(['c on'])
    due.told(due.next(9))
    due.update(on(alert('b')), 2)
    expect(states(due)).toEqual(['c 2'])
    isQuiet = false
    due.update(on(alert('b')), 3)
    expect(states(due)).toEqual(['c 2', 'b on'])
  })

  test('that a warning is over after the quiet hours in which it ended', () => {
    let isQuiet = false
    const due = receiver('info', () => isQuiet)
    due.update(on(alert('a')), 1)
    due.told(due.next(9))
    isQuiet = true
    due.update(on(), 2)
    expect(states(due)).toEqual([])
    isQuiet = false
    due.update(on(), 3)
    expect(states(due)).toEqual(['a 3'])
  })

  test('no more than it can hold: of those that are over the oldest go, and are counted', () => {
    const due = receiver()
    for (let at = 0; at < WAITING_MAX + 5; at++) {
      due.update(on(alert(`a${at}`)), at)
      due.update(on(), at)
    }
    expect([due.waiting, due.dropped, due.next(1)[0]?.id]).toEqual([WAITING_MAX, 5, 'a5'])
  })
})

describe('quiet hours', () => {
  const at = (time: string) => Date.parse(`2026-07-01T${time}Z`)

  test('go by the clocks of their time zone, over midnight too', () => {
    const night = createQuietClock({ fromMinute: 22 * 60, toMinute: 7 * 60, timeZone: 'Europe/Berlin' })
    // Two hours ahead of UTC in summer.
    expect(['19:59:59', '20:00:00', '23:30:00', '04:59:59', '05:00:00'].map(time => night(at(time)))).toEqual([
      ...[false, true, true, true, false],
    ])
  })

  test('within a day, and none', () => {
    const noon = createQuietClock({ fromMinute: 12 * 60, toMinute: 13 * 60, timeZone: 'UTC' })
    expect(['11:59:00', '12:00:00', '12:59:00', '13:00:00'].map(time => noon(at(time)))).toEqual([false, true, true, false])
    expect(createQuietClock(null)(at('03:00:00'))).toBe(false)
  })
})
