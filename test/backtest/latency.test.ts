import { describe, expect, test } from 'vitest'
import { CommandRing } from '../../backtest/command-ring.js'
import { constantLatency, drawnLatency, measuredLatency } from '../../backtest/latency.js'
import { Word, WordRing } from '../../src/engine/word-ring.js'
import { Timestamp } from '../../src/model/time.js'
import { after } from './try-backtest.js'

const at = after(0)

describe('latency', () => {
  test('a constant one is the same on every message, in microseconds', () => {
    const latency = constantLatency({ feedMs: 1.5, entryMs: 50, answerMs: 0 })
    expect([latency.feed(at), latency.entry(at), latency.answer(after(7))]).toEqual([1_500, 50_000, 0])
    expect(() => constantLatency({ feedMs: -1, entryMs: 0, answerMs: 0 })).toThrow('found -1')
  })

  test('a drawn one depends on seed, direction and moment alone, and follows its quantiles', () => {
    const options = { seed: 5, feedMs: [1, 2, 40], entryMs: [1, 2, 40], answerMs: [3] }
    const [one, same, other] = [options, options, { ...options, seed: 6 }].map(drawnLatency)
    const moments = Array.from({ length: 2_000 }, (_, index) => after(index * 13))
    const draws = moments.map(moment => one?.feed(moment) ?? 0)
    expect(moments.map(moment => same?.feed(moment))).toEqual(draws)
    expect(moments.map(moment => other?.feed(moment))).not.toEqual(draws)
    expect(moments.map(moment => one?.entry(moment))).not.toEqual(draws)
    expect(Math.min(...draws)).toBeGreaterThanOrEqual(1_000)
    expect(Math.max(...draws)).toBeLessThanOrEqual(40_000)
    const belowMedian = draws.filter(draw => draw <= 2_000).length
    expect(belowMedian / draws.length).toBeCloseTo(0.5, 1)
    expect(one?.answer(at)).toBe(3_000)
    expect(() => drawnLatency({ ...options, feedMs: [2, 1] })).toThrow('do not fall')
  })

  test('a measured one is half of what a call took at that moment, between measurements in between', () => {
    const latency = measuredLatency(
      [
        { at: after(100), us: 40_000 },
        { at: after(0), us: 20_000 },
      ],
      2,
    )
    expect([after(-5), after(0), after(50), after(100), after(900)].map(moment => latency.entry(moment))).toEqual([
      10_000, 10_000, 15_000, 20_000, 20_000,
    ])
    expect(latency.answer(after(50))).toBe(15_000)
    expect(latency.feed(at)).toBe(2_000)
    expect(() => measuredLatency([], 0)).toThrow('at least one')
  })
})

describe('a ring of commands', () => {
  test('brings what is sent later never earlier, and says beforehand when the next one arrives', () => {
    const ring = new CommandRing()
    for (const [number, due] of [10, 30, 20].entries()) ring.send(due, number, false)
    const brought: (readonly [number, number])[] = []
    for (; ring.dueAt < Number.POSITIVE_INFINITY; ring.drop()) brought.push([ring.dueAt, ring.order])
    expect(brought).toEqual([
      [10, 0],
      [30, 1],
      [30, 2],
    ])
  })

  test('goes on bringing what is sent while it brings', () => {
    const ring = new CommandRing()
    for (let sent = 0; sent < 5_000; sent++) {
      ring.send(sent, sent, false)
      ring.send(sent, -sent, true)
      if (sent % 3 === 0) continue
      const expected = ring.order
      ring.drop()
      expect(Math.abs(expected)).toBeLessThanOrEqual(sent)
    }
    const left: number[] = []
    for (; ring.dueAt < Number.POSITIVE_INFINITY; ring.drop()) left.push(ring.dueAt)
    expect(left).toEqual(left.toSorted((a, b) => a - b))
    expect(left).toHaveLength(10_000 - 3_333)
  })
})

describe('a ring of words', () => {
  test('keeps its rows in order while it grows and is read', () => {
    const ring = new WordRing()
    const [said, heard]: [number[], number[]] = [[], []]
    for (let number = 1; number <= 2_000; number++) {
      ring.pushLocked(number * 2, number % 2 === 0 ? Word.ACCEPTED : Word.REMOVED, number, Timestamp.of(number * 3))
      said.push(number * 2, number % 2 === 0 ? Word.ACCEPTED : Word.REMOVED, number, number * 3)
      if (number % 3 === 0) hear(ring, heard)
    }
    while (ring.dueAt < Number.POSITIVE_INFINITY) hear(ring, heard)
    expect(heard).toEqual(said)
  })
})

function hear(ring: WordRing, into: number[]): void {
  into.push(ring.at, ring.word, ring.order, ring.lockedUntil)
  ring.drop()
}
