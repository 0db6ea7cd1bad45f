import { expect, it } from 'vitest'
import { Wei } from '../../src/model/money.js'
import { after, always, backtest, level, marketOf, Tape, toldOf } from './try-backtest.js'

const BOOK = 'ask 0.55 20 / ask 0.54 10 / bid 0.52 15 / bid 0.51 30'
const bidding = always({ bid: level(0.53, 10) })
const LIMITS = { limits: { positionMaxShares: 10 } }

const equities = async (tape: Tape, market = marketOf()) => {
  const { accounts } = await backtest(tape, bidding, { ...LIMITS, markets: [market] })
  const [account] = accounts
  return {
    equities: account?.samples.map(({ equity }) => Wei.toNumber(equity)) ?? [],
    drawdown: Wei.toNumber(account?.maxDrawdown ?? Wei.ZERO),
  }
}

/** Ten YES bought at 0.53, and then the book goes, from the best level to the worst. */
const bought = () => new Tape().book(0, BOOK).print(100, 'bid 0.53 10').level(1_500, 'bid 0.50 5')
const emptied = (tape: Tape, ms: number) => {
  for (const price of [0.52, 0.51, 0.5]) tape.gone(ms, 'bid', price)
  for (const price of [0.54, 0.55]) tape.gone(ms, 'ask', price)
  return tape
}

it('has no spike in equity and no drawdown when a market closes, empties and pays', async () => {
  const tape = emptied(bought(), 2_500).define(2_500, marketOf(0, { trading: 'closed' }))
  const paid = { trading: 'closed', result: { yes: 1, at: after(6_500) } } as const
  tape.wait(4_500).define(6_500, marketOf(0, paid)).wait(7_500)
  const { equities: seen, drawdown } = await equities(tape)
  // 10 shares for 5.30, marked at 0.52 until they pay 1 each.
  expect(seen.slice(1, 6).every(equity => Math.abs(equity + 0.1) < 1e-9)).toBe(true)
  expect(seen.at(-1)).toBeCloseTo(4.7, 9)
  expect(drawdown).toBeCloseTo(0.1, 9)
})

it('goes by the last whole book of a market that is past its end, whatever is shown after it', async () => {
  const tape = bought().book(3_000, 'ask 0.99 5 / bid 0.02 5').wait(4_500)
  expect((await equities(tape, marketOf(0, { endsAt: after(2_000) }))).equities.at(-1)).toBeCloseTo(-0.1, 9)
  expect((await equities(tape)).equities.at(-1)).toBeCloseTo(-5.1, 9)
})

it('counts shares without bids by the lesser of their last mark and the best ask while the market trades', async () => {
  const gone = (ask: string) => emptied(bought(), 2_500).level(2_500, ask).level(4_500, ask)
  expect((await equities(gone('ask 0.20 5'))).equities.at(-1)).toBeCloseTo(-3.3, 9)
  expect((await equities(gone('ask 0.80 5'))).equities.at(-1)).toBeCloseTo(-0.1, 9)
})

it('leaves a mark alone while the book is dark', async () => {
  const tape = bought()
  const stamp = { at: after(2_500), receivedAt: after(2_500) }
  tape.events.push({ ...stamp, kind: 'feed', market: marketOf().index, state: 'lost', why: 'gone' })
  tape.level(3_500, 'bid 0.52 0 / bid 0.51 0').level(4_500, 'ask 0.54 10')
  expect((await equities(tape)).equities.at(-1)).toBeCloseTo(-0.1, 9)
})

it('the spread of a fill is its distance to the book before the rows of its moment, not to one that they made only in part', async () => {
  const tape = new Tape()
    .book(0, 'ask 0.56 20 / bid 0.52 20')
    // One push: the bid goes, an ask reaches our bid, and others follow.
    .gone(300, 'bid', 0.52)
    .level(300, 'ask 0.53 10')
    .level(300, 'bid 0.40 20')
    .gone(300, 'ask', 0.56)
    .wait(1_000)
  const result = await backtest(tape, always({ bid: level(0.53, 10) }), { limits: { positionMaxShares: 10 } })
  const { spread, drift, total } = result.accounts[0]!.profit
  expect(toldOf(result)).toEqual(['buy yes 10 for 5.3'])
  // The middle was 0.54; the mark at the end is the bid of 0.40.
  expect([spread, drift, total].map(Wei.toNumber)).toEqual([0.1, -1.4, -1.3])
})
