import { expect, test } from 'vitest'
import { createLineReader, type DaemonMessage, LINE_MAX, lineOf } from '../../src/keeper/messages.js'

const reader = () => {
  const heard: DaemonMessage[] = []
  return { heard, read: createLineReader((message: DaemonMessage) => heard.push(message)) }
}

test('a message arrives once its line is whole, however the pipe cuts it', () => {
  const { heard, read } = reader()
  const line = lineOf({ kind: 'blind', why: 'no link' }) + lineOf({ kind: 'well' })
  for (const character of line) read(character)
  expect(heard).toEqual([{ kind: 'blind', why: 'no link' }, { kind: 'well' }])
})

test('a line that was cut off, or is longer than allowed, is passed over and the next is heard', () => {
  const { heard, read } = reader()
  // The loop hung in the middle of a line; the watchdog's begins with the end of that.
  read(`{"kind":"sent","ord\n${lineOf({ kind: 'hung', market: 3, what: 'decide', calls: 1 })}`)
  read('x'.repeat(LINE_MAX))
  read('xxx')
  read(`{"kind":"well"}\n${lineOf({ kind: 'open' })}`)
  expect(heard).toEqual([{ kind: 'hung', market: 3, what: 'decide', calls: 1 }, { kind: 'open' }])
})
