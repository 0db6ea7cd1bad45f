import { describe, expect, test } from 'vitest'
import { constantLatency } from '../../backtest/latency.js'
import { pull } from '../../src/model/quote.js'
import { after, backtest, level, Tape, toldOf } from './try-backtest.js'

const BOOK = 'ask 0.55 20 / ask 0.54 10 / bid 0.52 15 / bid 0.51 30'
const SLOW = { latency: constantLatency({ feedMs: 0, entryMs: 50, answerMs: 50 }) }

/** Bids above the book from the first row on, and pulls from a moment on. */
const bidsUntil =
  (ms: number): Parameters<typeof backtest>[1] =>
  ({ book, now }) =>
    book.state === 'live' && now < after(ms) ? book.quote({ bid: level(0.53, 10) }) : pull('enough')

/** Until when the order rested at the venue, in milliseconds. */
async function restedUntil(pullsAtMs: number): Promise<number> {
  const tape = new Tape().book(0, BOOK).wait(pullsAtMs).wait(1_000)
  const [account] = (await backtest(tape, bidsUntil(pullsAtMs), SLOW)).accounts
  return ((account?.quotes[0]?.to ?? Number.NaN) - after(0)) / 1_000
}

describe('a cancel in a backtest leaves when it would leave live:', () => {
  test('where its create was answered, at once', async () => {
    expect(await restedUntil(300)).toBe(300 + 50)
  })

  test('where its create is on its way, with the answer to it', async () => {
    expect(await restedUntil(10)).toBe(100 + 50)
    expect(await restedUntil(99)).toBe(100 + 50)
    expect(await restedUntil(100)).toBe(100 + 50)
  })

  test('so an order that was regretted early may still be filled', async () => {
    const tape = new Tape().book(0, BOOK).wait(10).print(120, 'bid 0.53 4').wait(1_000)
    expect(toldOf(await backtest(tape, bidsUntil(10), SLOW))).toEqual(['buy yes 4 for 2.12'])
  })
})
