import { expect, test } from 'vitest'
import { askedHalt, haltText } from '../../src/model/halt.js'

test('a halt by a limit is told with the limit and what was found, one that was asked for with who asked', () => {
  const found = { rule: 'drawdownMaxPercent', limit: 10, found: 10.4 }
  expect(haltText({ ...found, note: '104.00 USDT lost' })).toBe('drawdownMaxPercent (limit 10, found 10.4: 104.00 USDT lost)')
  expect(haltText(found)).toBe('drawdownMaxPercent (limit 10, found 10.4)')
  expect(haltText(askedHalt('cli'))).toBe('a request of cli')
  expect(haltText(askedHalt('the strategy mine', 'why'))).toBe('a request of the strategy mine: why')
})
