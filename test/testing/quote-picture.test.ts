import { keep, Price, pull, Size, type StrategyDefinition, z } from 'oddsmith'
import { quotePicture } from 'oddsmith/testing'
import { expect, test } from 'vitest'
import { drawnStage } from '../../src/testing/drawn-stage.js'
import { quoteSamples } from '../../src/testing/quote-samples.js'
import { strategy as twoSided } from '../../strategies/two-sided.js'

const samplesOf = <S extends z.ZodType>(
  strategy: StrategyDefinition<S>,
  options: { parameters?: z.input<S>; book?: string } = {},
) => quoteSamples(strategy, drawnStage(strategy, options))

const plain = (decide: StrategyDefinition<z.ZodType>['create']): StrategyDefinition<z.ZodType> => ({
  ...{ name: 'a < b & c', version: 1, watches: 'touch', parameters: z.strictObject({}), create: decide },
})

test('samples are what the strategy wants at that position, with the others’ book as drawn', () => {
  const book = 'ask 0.60 100 / bid 0.50 100'
  const { flat, axes } = samplesOf(twoSided, { parameters: { positionMaxShares: 50, sizeShares: 7 }, book })
  const level = (price: number) => [{ price: Price.of(price), size: Size.ofShares(7) }]
  expect(flat).toEqual({ bids: level(5_400), asks: level(5_600), why: null })
  const [byPosition, byTime, ...others] = axes
  expect(others).toEqual([])
  expect(byPosition?.labels).toEqual(['−50', '0', '+50'])
  const { samples = [] } = byPosition ?? {}
  expect(samples[0]).toEqual({ bids: level(5_600), asks: [], why: null })
  expect(samples[(samples.length - 1) / 2]).toEqual(flat)
  expect(samples.at(-1)).toEqual({ bids: [], asks: level(5_400), why: null })
  // It has no schedule near the end.
  expect(byTime?.samples.every(({ bids }) => bids[0]?.price === 5_400)).toBe(true)
})

test('time goes to the end, and a reference that is read goes about its start', () => {
  const seen: { seconds: number | null; coin: number }[] = []
  const strategy: StrategyDefinition<z.ZodType> = {
    ...plain(() => ({
      decide: ({ secondsLeft, reference, market }) => {
        const coin = reference('coin')
        seen.push({ seconds: secondsLeft, coin: coin.state === 'live' ? coin.value : Number.NaN })
        return pull(market.priceFeed?.name ?? 'no round')
      },
    })),
    references: ['coin'],
  }
  const { flat, axes } = samplesOf(strategy)
  expect(flat.why).toBe('coin')
  expect(axes.map(({ title }) => title)).toEqual(['by net position, in shares', 'by time left', 'by reference'])
  expect(Math.max(...seen.map(({ seconds }) => seconds ?? -1))).toBe(360)
  expect(Math.min(...seen.map(({ seconds }) => seconds ?? -1))).toBe(0)
  expect(Math.min(...seen.map(({ coin }) => coin))).toBeCloseTo(0.999, 9)
  expect(Math.max(...seen.map(({ coin }) => coin))).toBeCloseTo(1.001, 9)
})

test('each sample has an instance of its own, with a minute of books and prints before it', () => {
  let made = 0
  let trades = 0
  const strategy = plain(() => {
    made += 1
    let asked = 0
    return {
      decide: view => {
        asked += 1
        trades += view.trades.length
        return asked === 61 ? pull(`asked ${asked}`) : keep()
      },
    }
  })
  const { flat, axes } = samplesOf(strategy)
  expect(flat.why).toBe('asked 61')
  expect(made).toBe(1 + axes.reduce((sum, { samples }) => sum + samples.length, 0))
  expect(trades).toBe(20 * made)
})

test('quotes that are kept are those of before, and the drawing says why nothing rests and escapes what it is told', () => {
  const first = plain(() => {
    let isFirst = true
    return {
      decide: ({ book }) => {
        const answer =
          isFirst && book.state === 'live' ? book.quote({ bid: { price: Price.of(4_400), size: Size.SHARE } }) : keep()
        isFirst = false
        return answer
      },
    }
  })
  expect(samplesOf(first).flat.bids).toEqual([{ price: 4_400, size: Size.SHARE }])
  const svg = quotePicture(plain(() => ({ decide: () => pull('a <b> & "c"') })))
  expect(svg).toContain('>a &lt; b &amp; c<')
  expect(svg).toContain('>a &lt;b&gt; &amp; "c"<')
  expect(svg).toBe(quotePicture(plain(() => ({ decide: () => pull('a <b> & "c"') }))))
})

test('a quote that stays is one line, and its thickness is its size', () => {
  const strategy = plain(() => ({
    decide: ({ book, position }) =>
      book.state === 'live'
        ? book.quote({ ask: { price: Price.of(5_500), size: Size.ofShares(position.net > 0 ? 25 : 100) } })
        : pull('dark'),
  }))
  const asks = [...quotePicture(strategy).matchAll(/<g stroke="#c4501b">(.*?)<\/g>/g)].map(([, inner]) => inner)
  expect(asks).toHaveLength(2)
  const [byPosition = '', byTime = ''] = asks
  const thick = [...byPosition.matchAll(/d="([^"]*)" stroke-width="(\d)"/g)].map(([, path = '', width]) => [
    path.split('M').length - 1,
    width,
  ])
  expect(thick).toEqual([
    [1, '7'],
    [1, '4'],
  ])
  expect(byTime.match(/M/g)).toHaveLength(1)
})
