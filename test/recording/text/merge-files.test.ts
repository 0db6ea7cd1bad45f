import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeFiles } from '../../../src/recording/text/merge-files.js'

const file = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 30 })

test('the lines of files come in the order of their arrival, of one moment file by file, and it is known which were alone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(60), file), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 7 }),
      async (drawn, size) => {
        const files = drawn
          .map(([start, steps]) => steps.reduce<number[]>((times, step) => [...times, (times.at(-1) ?? start) + step], []))
          .toSorted((a, b) => a[0]! - b[0]!)
        const sources = files.map((times, place) => ({
          name: String(place),
          startsAt: times[0]!,
          lines: async function* () {
            for (let from = 0; from < times.length; from += size)
              yield times
                .slice(from, from + size)
                .map((receivedAt, line) => ({ line: from + line, receivedAt, isMoved: false }))
          },
        }))
        const found: [number, number, number][] = []
        for await (const { lines, file: place, isAlone } of mergeFiles(sources))
          for (const { receivedAt, line } of lines) {
            found.push([receivedAt, place, line])
            const others = files.filter((_, other) => other !== place)
            // Strictly within another file's time the line is not alone; strictly outside of all it is.
            if (others.some(times => times[0]! < receivedAt && times.at(-1)! > receivedAt)) expect(isAlone).toBe(false)
            if (others.every(times => times[0]! > receivedAt || times.at(-1)! < receivedAt)) expect(isAlone).toBe(true)
          }
        const all = files.flatMap((times, place) => times.map((time, line): [number, number, number] => [time, place, line]))
        expect(found).toEqual(all.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]))
      },
    ),
    { numRuns: 400, seed: 14 },
  )
})
