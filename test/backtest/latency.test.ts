import { describe, expect, test } from 'vitest'
import { constantLatency, drawnLatency, measuredLatency } from '../../backtest/latency.js'
import { Wire } from '../../backtest/wire.js'
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

describe('a wire', () => {
  test('brings what is sent later never earlier, and what is due together at once', () => {
    const wire = new Wire<string>()
    wire.send(10, 'a')
    wire.send(30, 'b')
    wire.send(20, 'c')
    expect(wire.dueAt).toBe(10)
    expect(wire.take()).toEqual(['a'])
    expect(wire.dueAt).toBe(30)
    expect(wire.take()).toEqual(['b', 'c'])
    expect(wire.dueAt).toBe(Number.POSITIVE_INFINITY)
  })

  test('things of a line are had one by one too, and it says beforehand when the next one arrives', () => {
    const wire = new Wire<number>()
    for (let sent = 0; sent < 3_000; sent++) {
      expect(wire.arrivalOf(sent - 5)).toBe(Math.max(0, sent - 1))
      wire.send(sent, sent)
    }
    for (let sent = 0; sent < 3_000; sent++) {
      expect(wire.dueAt).toBe(sent)
      expect(wire.next()).toBe(sent)
    }
    expect(wire.dueAt).toBe(Number.POSITIVE_INFINITY)
    expect(() => wire.next()).toThrow('found nothing')
  })
})
