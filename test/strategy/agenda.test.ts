import { expect, test } from 'vitest'
import { AGENDA_MAX, Agenda, AT_ONCE_MAX } from '../../src/strategy/agenda.js'

test('does what is due by its moment, and what is due together in the order in which it was put down', () => {
  const agenda = new Agenda(100)
  const done: string[] = []
  const note = (name: string) => () => void done.push(`${name} at ${agenda.now}`)
  agenda.add(20, note('late'))
  agenda.add(10, note('first'))
  agenda.add(10, note('second'))
  const removed = agenda.add(15, note('removed'))
  agenda.remove(removed)
  agenda.advance(109)
  expect(done).toEqual([])
  agenda.advance(130)
  expect(done).toEqual(['first at 110', 'second at 110', 'late at 120'])
  expect(agenda.now).toBe(130)
})

test('does what is put down meanwhile, where it is due until then', () => {
  const agenda = new Agenda(0)
  const done: number[] = []
  const again = (): void => {
    done.push(agenda.now)
    agenda.add(4, again)
  }
  agenda.add(4, again)
  agenda.advance(13)
  expect(done).toEqual([4, 8, 12])
  agenda.advance(16)
  expect(done).toEqual([4, 8, 12, 16])
})

test('ends with a sentence where a period is zero, or more and more waits', () => {
  const endless = new Agenda(0)
  const again = (): void => void endless.add(0, again)
  endless.add(0, again)
  expect(() => endless.advance(1)).toThrow(`more than ${AT_ONCE_MAX} timers of a stream are due at one moment`)
  const full = new Agenda(0)
  for (let i = 0; i < AGENDA_MAX; i++) full.add(i, () => undefined)
  expect(() => full.add(1, () => undefined)).toThrow(`more than ${AGENDA_MAX} timers of a stream wait at once`)
})
