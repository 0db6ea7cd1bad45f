import { scenario, strategyContract } from 'oddsmith/testing'
import { describe, test } from 'vitest'
import { strategy } from '../strategies/my-stream.js'

const BOOK = 'ask 0.56 100 / bid 0.52 100'

describe('my-stream', () => {
  test('quotes around the microprice once the book has stood still', () => {
    scenario(strategy).book(BOOK).expectQuotes('').wait(1).expectQuotes('ask 0.55 20 / bid 0.53 20')
  })

  test('pulls the side that would add to a full position', () => {
    scenario(strategy, { parameters: { positionMaxShares: 20 } })
      .book(BOOK)
      .wait(1)
      .fill('bid 0.53 20')
      .expectQuotes('ask 0.55 20')
  })
})

describe('my-stream keeps the contract of strategies: it', () => {
  for (const { name, run } of strategyContract({ strategy, file: 'strategies/my-stream.ts' })) test(name, run)
})
