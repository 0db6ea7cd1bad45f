import { describe, expect, test } from 'vitest'
import { hangText } from '../../../src/cli/trade/hang-text.js'
import { createVigil } from '../../../src/keeper/vigil.js'

const hello = { kind: 'hello', unattendedMaxMs: 5_000 } as never
const marketAt = (index: number) => ({ id: `market-${index}`, strategy: './mine.ts' })

const textOf = (calls: number): string => {
  const vigil = createVigil(5_000)
  vigil.hear({ kind: 'hung', market: 7, what: 'decide', calls })
  return hangText({ hello, vigil, marketAt })
}

describe('why a daemon is taken for hung', () => {
  test('names a strategy that does not return', () =>
    expect(textOf(1)).toBe('strategy ./mine.ts did not return from "decide" in market market-7 for 5 s'))

  test('names the last strategy of many slow calls, and their number', () =>
    expect(textOf(31)).toBe(
      'the daemon sent no message for 5 s: it called "decide" of its strategies 31 times in a row, last of ./mine.ts in market market-7',
    ))

  test('names no strategy if none was being asked', () =>
    expect(hangText({ hello, vigil: createVigil(5_000), marketAt })).toBe('the daemon sent no message for 5 s'))
})
