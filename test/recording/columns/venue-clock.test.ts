import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterFirst, CLOCK_LINES, clockText, compareClocks } from '../../../src/recording/columns/clock-offset.js'

describe("a venue's clock", () => {
  const delay = fc.integer({ min: 5_000, max: 400_000 })
  const delays = fc.array(delay, { minLength: 100, maxLength: 600 })

  test('that is ahead by more than the delays is found, to within the least of them', () => {
    fc.assert(
      fc.property(delays, fc.integer({ min: 500_000, max: 9_000_000_000 }), (honest, ahead) => {
        const clock = compareClocks(honest.map(each => each - ahead))!
        expect(clock.aheadUs).toBe(-clock.leastDelayUs)
        expect(ahead - clock.aheadUs).toBeGreaterThanOrEqual(Math.min(...honest))
        // All but a hundredth of the lines lie not before their venue time then.
        expect(honest.filter(each => each - ahead + clock.aheadUs < 0).length).toBeLessThanOrEqual(honest.length / 100)
      }),
      { numRuns: 200, seed: 3 },
    )
  })

  test('is not believed to be ahead for the sake of a few wrong stamps, nor by a few lines', () => {
    fc.assert(
      fc.property(delays, honest => {
        const told = honest.map((each, line) => (line % 150 === 0 && line > 0 ? each - 3_600_000_000 : each))
        expect(compareClocks(told)).toMatchObject({ aheadUs: 0 })
      }),
      { numRuns: 100, seed: 4 },
    )
    expect(compareClocks(Array.from({ length: 99 }, () => -1_000))).toBeNull()
  })

  test('is asked for with the first lines, which then follow in the groups they came in', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(0, 1, 3_000, CLOCK_LINES), { maxLength: 7 }), async lengths => {
        let next = 0
        const groups = lengths.map(length => ({ lines: Array.from({ length }, () => next++) }))
        const begun: (readonly number[])[] = []
        const given: (typeof groups)[number][] = []
        const source = (async function* () {
          yield* groups
        })()
        for await (const group of afterFirst(source, first => begun.push(first))) {
          expect(begun).toHaveLength(1)
          given.push(group)
        }
        expect(given).toEqual(groups)
        const [first = []] = begun
        expect(begun).toHaveLength(1)
        expect(groups.flatMap(({ lines }) => lines).slice(0, first.length)).toEqual(first)
        expect(first.length >= CLOCK_LINES || first.length === next).toBe(true)
      }),
      { numRuns: 60, seed: 6 },
    )
  })

  test('is told in a sentence', () => {
    const clock = (aheadUs: number) => ({ source: 'a', aheadUs, leastDelayUs: -aheadUs })
    expect(clockText([])).toBe('not known: too few lines tell both times')
    expect(clockText([clock(0)])).toBe('not ahead of the recorder’s')
    expect(clockText([clock(60_000)])).toBe('ahead of the recorder’s by 60.0 ms; venue times were set back by that')
    expect(clockText([clock(0), clock(12_300), clock(60_000)])).toContain('by 12.3 to 60.0 ms in 2 of 3 sources')
  })
})
