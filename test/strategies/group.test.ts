import fc from 'fast-check'
import { drawView } from 'oddsmith/testing'
import { describe, expect, it } from 'vitest'
import { drawMarket } from '../../src/testing/drawn-market.js'
import { strategy } from '../../strategies/group.js'
import { expectResting, said } from './expect-resting.js'

interface Other {
  readonly id?: string
  readonly book: string | null
  readonly yesShares?: number
}

const groupOf = (size: number) => ({ id: 'league', isNegRisk: true, isExhaustive: true, size })
const parametersOf = (given: object) => strategy.parameters.parse({ halfSpreadTicks: 1, ...given })

/** The answer for the first of the outcomes; the others are its siblings. `size`: how many the group has. */
function answerOf([own, ...others]: readonly [Other, ...Other[]], given: object = {}, size = others.length + 1) {
  const parameters = parametersOf(given)
  const sceneOf = ({ id = 'own', book, yesShares = 0 }: Other) => ({
    ...{ book, held: { yesShares }, market: { id, group: groupOf(size) } },
  })
  const group = others.map((other, at) => sceneOf({ id: `other${at}`, ...other }))
  return strategy.create(parameters).decide(drawView({ ...sceneOf(own), parameters, group }))
}

const EVEN = [
  { book: 'ask 0.42 100 / bid 0.38 100' },
  { book: 'ask 0.42 100 / bid 0.38 100' },
  { book: 'ask 0.22 100 / bid 0.18 100' },
] as const

describe('group', () => {
  it('quotes around the microprice where the group adds up', () => {
    expect(said(answerOf(EVEN))).toEqual(['bid 0.39 20', 'ask 0.41 20'])
  })

  it('moves its price by what its book leaves open of what the group misses', () => {
    const dear = { book: 'ask 0.32 100 / bid 0.28 100' }
    expect(said(answerOf([EVEN[0], EVEN[1], dear]))).toEqual(['bid 0.35 20', 'ask 0.39 20'])
    expect(said(answerOf([EVEN[0], EVEN[1], dear], { coherence: 0 }))).toEqual(['bid 0.39 20', 'ask 0.41 20'])
    const wide = { book: 'ask 0.60 100' }
    expect(said(answerOf([EVEN[0], EVEN[1], wide]))).toEqual(['bid 0.38 20', 'ask 0.41 20'])
  })

  it('leans against what is held of the whole group, and not against the same shares of every outcome', () => {
    const held = (...[own, first, second]: readonly [number, number, number]) =>
      said(
        answerOf(
          [
            { ...EVEN[0], yesShares: own },
            { ...EVEN[1], yesShares: first },
            { ...EVEN[2], yesShares: second },
          ],
          { positionMaxShares: 200, leanPriceAtFull: 0.7 },
        ),
      )
    expect(held(0, 0, 0)).toEqual(['bid 0.39 20', 'ask 0.41 20'])
    expect(held(100, 0, 0)).toEqual(['bid 0.29 20', 'ask 0.39 20'])
    expect(held(0, 100, 0)).toEqual(['bid 0.41 20', 'ask 0.48 20'])
    expect(held(100, 100, 100)).toEqual(['bid 0.39 20', 'ask 0.41 20'])
  })

  it('moves nothing where outcomes are missing, and leans as if these were one', () => {
    expect(said(answerOf([EVEN[0], { book: 'ask 0.72 100 / bid 0.68 100' }], {}, 3))).toEqual(['bid 0.39 20', 'ask 0.41 20'])
    const [bid] = said(answerOf([{ ...EVEN[0], yesShares: 100 }], { positionMaxShares: 200, leanPriceAtFull: 0.7 }, 3))
    expect(bid).toBe('bid 0.29 20')
  })

  it('pulls while a book of its group is dark, and says which', () => {
    expect(said(answerOf([EVEN[0], EVEN[1], { id: 'm7', book: null }]))).toEqual([
      'pull: market m7 of its group has no live book',
    ])
    expect(said(answerOf([{ book: 'bid 0.40 5' }]))).toEqual(['pull: no two-sided book'])
  })

  it('rests on the grid, whatever the group shows and holds', () => {
    const touch = fc.record({
      bid: fc.integer({ min: 0, max: 98 }),
      gap: fc.integer({ min: 1, max: 30 }),
      yesShares: fc.integer({ min: 0, max: 100_000 }),
    })
    const bookOf = ({ bid, gap }: { readonly bid: number; readonly gap: number }) =>
      [...(bid + gap > 99 ? [] : [`ask ${(bid + gap) / 100} 50`]), ...(bid === 0 ? [] : [`bid ${bid / 100} 70`])].join(' / ')
    fc.assert(
      fc.property(fc.array(touch, { minLength: 1, maxLength: 6 }), fc.boolean(), (touches, isWhole) => {
        const [own, ...others] = touches.map(each => ({ book: bookOf(each) || null, yesShares: each.yesShares }))
        const answer = answerOf([own!, ...others], {}, isWhole ? touches.length : touches.length + 2)
        if (answer.kind === 'quotes') expectResting(answer, own!.book!, drawMarket())
      }),
      { numRuns: 300, seed: 5 },
    )
  })
})
