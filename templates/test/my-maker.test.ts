import { scenario, strategyContract } from 'oddsmith/testing'
import { describe, test } from 'vitest'
import { strategy } from '../strategies/my-maker.js'

const BOOK = 'ask 0.56 100 / bid 0.52 100'

describe('my-maker', () => {
  test('quotes both sides around the microprice', () => {
    scenario(strategy).book(BOOK).expectQuotes('ask 0.55 20 / bid 0.53 20')
  })

  test('leans against what it holds, and pulls the side that would add to a full position', () => {
    scenario(strategy, { parameters: { positionMaxShares: 40 } })
      .book(BOOK)
      .fill('bid 0.53 20')
      .expectQuotes('ask 0.54 20 / bid 0.52 20')
      .fill('bid 0.52 20')
      .expectQuotes('ask 0.53 20')
  })

  test('pulls where a side of the book is empty', () => {
    scenario(strategy).book(BOOK).book('bid 0.52 100').expectPull('no two-sided book').expectResting('')
  })
})

describe('my-maker keeps the contract of strategies: it', () => {
  for (const { name, run } of strategyContract({ strategy, file: 'strategies/my-maker.ts' })) test(name, run)
})
