import { expect, test } from 'vitest'
import { codeWithoutOrders } from '../../../src/cli/trade/code-without-orders.js'

const stopped = { kind: 'stopped', open: 0, isFailure: false } as const

test.each([
  [
    'a signal before it listens',
    { code: null, signal: 'SIGTERM' },
    null,
    'SIGTERM',
    0,
    ['stopped at its start by SIGTERM: no order was sent'],
  ],
  [
    'a signal that it took itself',
    { code: 0, signal: null },
    null,
    'SIGINT',
    0,
    ['stopped at its start by SIGINT: no order was sent'],
  ],
  [
    'a request that only it knows',
    { code: 0, signal: null },
    null,
    '',
    0,
    ['stopped at its start by a request: no order was sent'],
  ],
  ['the end of a run that traded', { code: 0, signal: null }, stopped, 'SIGINT', 0, []],
  ['a kill after a run that traded', { code: null, signal: 'SIGKILL' }, stopped, '', 1, []],
  ['an error', { code: 3, signal: null }, null, '', 3, []],
  ['a kill', { code: null, signal: 'SIGKILL' }, null, '', 1, ['the daemon ended by SIGKILL before it could send an order']],
] as const)('a daemon without orders that ended by %s', (_, end, report, last, code, lines) => {
  const said: string[] = []
  const log = { say: (_: string, text: string) => void said.push(text) }
  expect(codeWithoutOrders(end, { log, heard: { stopped: report }, signals: { last } })).toBe(code)
  expect(said).toEqual(lines)
})
