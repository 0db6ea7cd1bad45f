import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RESOLUTIONS, type Resolution, Series, type SeriesPoint } from '../../../src/exchange/server/read-models/series.js'
import { Timestamp } from '../../../src/model/time.js'

const START = 1_800_000_000
const at = (seconds: number): Timestamp => Timestamp.of(seconds * 1_000_000)
const EVER = { from: 0, to: 4_000_000_000, limit: 100_000 }

interface Change {
  readonly seconds: number
  readonly value: number
}

/** What a list of all changes says: the value it began with, and that after everything that happened before each whole point. */
const naive = (changes: readonly Change[], resolution: Resolution, now: number): SeriesPoint[] => {
  const { seconds, kept } = RESOLUTIONS[resolution]
  const newest = Math.floor(now / seconds)
  const points: SeriesPoint[] = START % seconds === 0 ? [] : [{ x: START, y: 50 }]
  for (let index = Math.ceil(START / seconds); index <= newest; index++) {
    const x = index * seconds
    if (index >= newest - kept) points.push({ x, y: changes.findLast(change => change.seconds < x)?.value ?? 50 })
  }
  return points
}

const resolution = fc.constantFrom<Resolution>('1m', '5m', '1h', '1d')

describe('a series', () => {
  it('is at every point of every resolution what the list of all changes says', () => {
    const gap = fc.oneof(
      fc.double({ min: 0, max: 90, noNaN: true }),
      fc.integer({ min: 0, max: 90 }),
      fc.constant(60),
      fc.constant(7_200),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(gap, fc.integer({ min: 0, max: 6 })), { maxLength: 60 }), resolution, (steps, asked) => {
        const series = new Series(at(START), 50)
        const changes: Change[] = []
        let now = START + 1
        for (const [wait, value] of steps) {
          now += wait
          const seconds = at(now) / 1_000_000
          changes.push({ seconds, value })
          series.record(at(now), value)
          if (value === 0) series.trim(at(now))
        }
        expect(series.points({ ...EVER, resolution: asked }, at(now))).toEqual(naive(changes, asked, now))
        expect(series.newest).toBe(changes.at(-1)?.value ?? 50)
        const again = Series.load(structuredClone(series.save()))
        expect(again.points({ ...EVER, resolution: asked }, at(now))).toEqual(
          series.points({ ...EVER, resolution: asked }, at(now)),
        )
      }),
      { seed: 43, numRuns: 200 },
    )
  })

  it('forgets minutes after two days and keeps hours, with a bounded memory', () => {
    const series = new Series(at(START), 0)
    const minutes = 10_000
    for (let minute = 1; minute <= minutes; minute++) series.record(at(START + minute * 60 - 1), minute)
    const now = at(START + minutes * 60)
    const found = series.points({ ...EVER, resolution: '1m' }, now)
    expect(found).toHaveLength(2_881)
    expect(found.at(0)).toEqual({ x: START + (minutes - 2_880) * 60, y: minutes - 2_880 })
    expect(series.points({ ...EVER, resolution: '1h' }, now)).toHaveLength(167)
    for (const { times } of series.save().lanes) expect(times.length).toBeLessThan(3_200)
  })

  it('has a first point in the second in which it begins, and none before it, after now or out of its range', () => {
    const series = new Series(at(START + 30), 50)
    const asked = (from: number, to: number, limit = 10) =>
      series.points({ resolution: '1m', from, to, limit }, at(START + 200))
    expect(asked(0, 4e9)).toEqual([30, 60, 120, 180].map(x => ({ x: START + x, y: 50 })))
    expect(asked(START + 61, START + 179)).toEqual([{ x: START + 120, y: 50 }])
    expect(asked(START + 150, START + 100)).toEqual([])
    expect(asked(0, 4e9, 1)).toEqual([{ x: START + 30, y: 50 }])
    expect(asked(START + 31, 4e9, 1)).toEqual([{ x: START + 60, y: 50 }])
    expect(asked(999_999_999_999_999, 999_999_999_999_999)).toEqual([])
    const first = (started: number) => new Series(at(started), 50).points({ ...EVER, resolution: '1m' }, at(START + 200))[0]?.x
    expect([START - 0.5, START, START + 0.5].map(first)).toEqual([START - 1, START, START])
  })
})
