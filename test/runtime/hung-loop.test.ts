import { describe, expect, test } from 'vitest'
import { HungLoop } from '../../src/runtime/hung-loop.js'

/** Looks every 100 ms at a loop that does not turn; answers what was reported. */
function looks(
  from: number,
  to: number,
  asked: (now: number) => { market: number | null; calls: number },
  loop = new HungLoop(),
) {
  const told = []
  for (let now = from; now <= to; now += 100) {
    const hung = loop.look({ now, turns: 7, asked: { ...asked(now), what: 'decide', at: 0 } })
    if (hung !== null) told.push({ at: now, ...hung })
  }
  return told
}

describe('a loop that does not turn', () => {
  test('by one call that does not return is reported once, with its market', () =>
    expect(looks(0, 5_000, () => ({ market: 3, calls: 40 }))).toEqual([{ at: 1_100, market: 3, what: 'decide', calls: 1 }]))

  test('by short calls in many markets is reported every second, with their number and the last market', () =>
    // 300 ms each, after 50 calls of earlier turns.
    expect(looks(0, 2_500, now => ({ market: Math.floor(now / 300), calls: 50 + Math.floor(now / 300) }))).toEqual([
      { at: 1_100, market: 3, what: 'decide', calls: 4 },
      { at: 2_100, market: 7, what: 'decide', calls: 8 },
    ]))

  test('by a call that does not return after many short ones names that call', () => {
    const told = looks(0, 4_000, now => {
      const calls = Math.min(12, Math.floor(now / 100))
      return { market: calls, calls: 50 + calls }
    })
    expect(told.at(-1)).toEqual({ at: 2_300, market: 12, what: 'decide', calls: 1 })
  })

  test('without a strategy that is being asked at most looks is not reported as one', () =>
    expect(looks(0, 5_000, now => ({ market: now % 400 === 0 ? 2 : null, calls: now }))).toEqual([]))

  test('that turns between short calls is well', () => {
    const loop = new HungLoop()
    for (let now = 0; now < 5_000; now += 100)
      expect(loop.look({ now, turns: now, asked: { market: 1, calls: now, what: 'decide', at: 0 } })).toBeNull()
  })

  test('is reported again if the report could not be sent', () => {
    const loop = new HungLoop()
    const asked = () => ({ market: 3, calls: 40 })
    expect(looks(0, 1_200, asked, loop)).toHaveLength(1)
    loop.again()
    expect(looks(1_300, 1_400, asked, loop)).toHaveLength(1)
  })
})
