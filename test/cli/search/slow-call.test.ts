import { describe, expect, test } from 'vitest'
import { SlowCall } from '../../../src/cli/search/slow-call.js'
import type { AskedNow } from '../../../src/engine/asking.js'
import { MarketId } from '../../../src/model/ids.js'

const names = {
  markets: [MarketId.of('KX-0'), MarketId.of('KX-1')],
  strategies: ['mine (/a/mine.ts)'],
  areBuiltIn: false,
  places: [0, 0],
}
const at = Date.UTC(2026, 7, 11, 1, 0, 1) * 1_000

/** What is printed, by its second, where a look comes every half second. */
function printed(seconds: number, asked: (second: number) => Partial<AskedNow>, call = new SlowCall(names)) {
  const texts: (readonly [number, string])[] = []
  for (let ms = 0; ms <= seconds * 1_000; ms += 500) {
    const text = call.look(ms, { market: 1, calls: 5, what: 'decide', at, ...asked(ms / 1_000) })
    if (text !== null) texts.push([ms / 1_000, text])
  }
  return texts
}

describe('a call that does not return', () => {
  test('is named after ten seconds, with strategy, file, market and recorded time, then at growing intervals', () => {
    const told = (seconds: number) =>
      `strategy mine (/a/mine.ts) has not returned from "decide" for ${seconds} s: market KX-1, recorded time 2026-08-11T01:00:01.000Z`
    expect(printed(100, () => ({}))).toEqual([
      [10, `${told(10)}. It may be an endless loop; Ctrl-C ends this program`],
      [20, told(20)],
      [40, told(40)],
      [80, told(80)],
    ])
  })

  test('is not named while calls return, however slow they are together', () =>
    expect(printed(60, second => ({ calls: Math.floor(second / 9) }))).toEqual([]))

  test('is not named once it is over', () => expect(printed(60, second => ({ market: second < 9 ? 1 : null }))).toEqual([]))

  test('of a trial is named with its parameters, and a create before the first row without a time', () => {
    const call = new SlowCall({ ...names, parameters: { rungs: 3 } })
    const [first] = printed(10, () => ({ what: 'create', at: 0, market: 0 }), call)
    expect(first?.[1]).toContain('"create" for 10 s: market KX-0, before the first row, parameters {"rungs":3}.')
  })
})
