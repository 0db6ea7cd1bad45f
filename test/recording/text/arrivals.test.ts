import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Arrivals, type Arrived, LINES_AHEAD, withArrivals } from '../../../src/recording/text/arrivals.js'

const T0 = 1_786_410_060_000_000
const HOUR = 3_600_000_000

async function settled(told: readonly number[], groupOf = 7): Promise<{ readonly times: number[]; readonly repaired: number }> {
  const groups = (async function* () {
    for (let from = 0; from < told.length; from += groupOf) yield told.slice(from, from + groupOf)
  })()
  const lines: Arrived<number>[] = []
  for await (const group of withArrivals(groups, { file: 'a.gz', arrivalOf: told => told })) lines.push(...group)
  return { times: lines.map(({ receivedAt }) => receivedAt), repaired: lines.filter(({ isMoved }) => isMoved).length }
}

/** The rule as it is written in the documents, with all lines at hand. */
function slowly(told: readonly number[]): { readonly times: number[]; readonly repaired: number } {
  const isTime = (time: number): boolean => time >= 1e15 && time <= Date.UTC(2100, 0, 1) * 1_000
  const times: number[] = []
  let repaired = 0
  for (const [place, time] of told.entries()) {
    const next = told.slice(place + 1, place + 65)
    const last = times.at(-1)
    const earlier = next.filter(other => isTime(other) && other < time && other >= (last ?? 0)).length
    const later = next.filter(other => isTime(other) && other >= time).length
    const isOut = earlier > later && (earlier > 1 || last !== undefined)
    const kept = isTime(time) && !isOut ? Math.max(time, last ?? 0) : (last ?? Math.min(...next.filter(isTime)))
    if (kept !== time && !Number.isNaN(time)) repaired++
    times.push(kept)
  }
  return { times, repaired }
}

const steps = fc.array(fc.integer({ min: 0, max: 50_000 }), { minLength: 1, maxLength: 300 })
const inOrder = steps.map(each => each.reduce<number[]>((times, step) => [...times, (times.at(-1) ?? T0) + step], []))

describe('arrivals', () => {
  test('are what the slow twin makes of them, however the lines are grouped, and never run backwards', async () => {
    const wrong = fc.record({
      place: fc.nat(299),
      by: fc.constantFrom(HOUR, -HOUR, 1_000, -70_000, Number.NaN, 9e18, -2e15),
      many: fc.constantFrom(1, 1, 2, 40),
    })
    await fc.assert(
      fc.asyncProperty(
        inOrder,
        fc.array(wrong, { maxLength: 6 }),
        fc.integer({ min: 1, max: 130 }),
        async (times, faults, group) => {
          const told = [...times]
          for (const { place, by, many } of faults)
            for (let line = place + 1; line < Math.min(place + 1 + many, told.length); line++) told[line] = told[line]! + by
          const found = await settled(told, group)
          expect(found).toEqual(slowly(told))
          expect(found.times).toEqual(found.times.toSorted((a, b) => a - b))
        },
      ),
      { numRuns: 400, seed: 12 },
    )
  })

  test('of one line that is far ahead or far behind move that line alone, wherever it stands', async () => {
    await fc.assert(
      fc.asyncProperty(
        inOrder.filter(({ length }) => length > 3),
        fc.nat(299),
        fc.constantFrom(HOUR, -HOUR, 9e18),
        async (times, at, by) => {
          // Nothing follows the last line, and nothing comes before the first one, so these two are believed.
          const place = 1 + (at % (times.length - 2))
          const told = times.map((time, line) => (line === place ? time + by : time))
          const { times: found, repaired } = await settled(told)
          expect(found).toEqual(times.map((time, line) => (line === place ? times[place - 1] : time)))
          expect(repaired).toBe(1)
        },
      ),
      { numRuns: 300, seed: 2 },
    )
  })

  test('that no clock can have stamped are moved wherever they stand, and a source with no others is refused', async () => {
    const good = Array.from({ length: 9 }, (_, line) => T0 + line)
    expect(await settled([9e18, ...good, 0])).toEqual({ times: [T0, ...good, T0 + 8], repaired: 2 })
    await expect(settled([9e18, 9e18])).rejects.toThrow(
      /a\.gz: expected lines that say when they arrived, found no time between/,
    )
  })

  test('wait for no more lines than they look at', () => {
    const arrivals = new Arrivals('a.gz')
    for (let line = 0; line <= LINES_AHEAD; line++) arrivals.add(T0 + line)
    expect(arrivals.ready).toBe(1)
    arrivals.next()
    expect(arrivals.ready).toBe(0)
    arrivals.end()
    expect(arrivals.ready).toBe(LINES_AHEAD)
  })
})
