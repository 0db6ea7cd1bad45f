import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { BacktestOptions } from '../../backtest/backtest-options.js'
import { createBacktest } from '../../backtest/run.js'
import { keep, pull } from '../../src/model/quote.js'
import { after, level, marketOf, optionsOf, Tape } from './try-backtest.js'

type Definition = BacktestOptions['assignments'][number]['definition']

/** Worth a hundredth more with every decision from 0.31 on; the third pulls, the fourth keeps, and from the fifth on it quotes again. */
const counting = (terms: (count: number) => Readonly<Record<string, number | string>>): Definition => ({
  name: 'counting',
  version: 1,
  watches: 'depth',
  parameters: z.unknown(),
  create: () => {
    let count = 0
    return {
      decide: ({ book }) => {
        if (book.state !== 'live') return pull('no book')
        count++
        if (count === 3) return pull('the third')
        return count === 4 ? keep() : book.quote({ bid: level(0.4, 1 + count) })
      },
      terms: () => terms(count),
    }
  },
})

const TAPE = new Tape().book(0, 'ask 0.60 10 / bid 0.40 10').wait(1_500).wait(2_500).wait(3_500).wait(4_500).wait(6_200)

async function played(definition: Definition, more: Partial<BacktestOptions> = {}) {
  const markets = [marketOf(0), marketOf(1)]
  const assignments = markets.slice(0, 1).map(({ index }) => ({ market: index, definition, parameters: {} }))
  const running = createBacktest({ ...optionsOf(() => keep(), { markets, timerMs: 0 }), assignments, ...more })
  running.add(await TAPE.chunk())
  return running.finish()
}

describe('what a strategy holds a market to be worth', () => {
  test('is the fair of its terms once a second where it changed, as a number or as text, and nothing while it pulls', async () => {
    for (const terms of [
      (count: number) => ({ fair: 0.3 + count / 100 }),
      (count: number) => ({ fair: `${0.3 + count / 100}` }),
    ]) {
      const { accounts } = await played(counting(terms), { keepsFairs: true })
      const seconds = accounts[0]!.fairs.map(({ at, market, fair }) => [Math.round((at - after(0)) / 1e6), market, fair])
      expect(seconds).toEqual([
        [1, 0, 0.31],
        [2, 0, 0.32],
        [3, 0, null],
        [5, 0, expect.closeTo(0.35, 9)],
        [6, 0, expect.closeTo(0.36, 9)],
      ])
    }
  })

  test.each([
    ['names none', () => ({ load: 3 })],
    ['names no price', () => ({ fair: 5_200 })],
    [
      'throws',
      () => {
        throw new Error('not now')
      },
    ],
  ])('is unknown where the strategy %s', async (_words, terms) => {
    const { accounts } = await played(counting(terms), { keepsFairs: true })
    expect(accounts[0]!.fairs).toEqual([])
  })

  test('is asked for without a change to anything else, and not at all unless it is wanted', async () => {
    let asked = 0
    const definition = counting(count => {
      asked++
      return { fair: 0.3 + count / 100 }
    })
    const bare = await played(definition)
    expect([asked, bare.accounts[0]!.fairs]).toEqual([0, []])
    const watched = await played(definition, { keepsFairs: true })
    expect(asked).toBeGreaterThan(3)
    expect({ ...watched.accounts[0]!, fairs: [] }).toEqual(bare.accounts[0])
  })

  test('leaves markets of one strategy siblings of each other', async () => {
    const seen: (string | undefined)[] = []
    const definition: Definition = {
      ...counting(() => ({ fair: 0.5 })),
      create: () => ({
        decide: ({ sibling, market }) => {
          seen.push(sibling(marketOf(1 - market.index).id)?.market.id)
          return keep()
        },
        terms: () => ({}),
      }),
    }
    const assignments = [0, 1].map(index => ({ market: marketOf(index).index, definition, parameters: {} }))
    await played(definition, { keepsFairs: true, assignments })
    expect(seen).toContain('m1')
  })
})
