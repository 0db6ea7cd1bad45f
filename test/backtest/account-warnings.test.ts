import { expect, test } from 'vitest'
import { sharedWarnings } from '../../backtest/report/shared-warnings.js'
import { summarizeBacktest } from '../../backtest/report/summary.js'
import { runTrial } from '../../backtest/sweep/trial.js'
import { backtestText } from '../../src/cli/search/backtest-text.js'
import { optimistic, pessimistic } from '../../src/exchange/core/fill-models.js'
import { type Price, Size, Wei } from '../../src/model/money.js'
import { type Decision, halt } from '../../src/model/quote.js'
import { generatedAbout } from './report/generated-result.js'
import { always, backtest, level, marketOf, optionsOf, Tape } from './try-backtest.js'

const QUOTES = always({ bid: level(0.4, 10) })
const MARKETS = Array.from({ length: 7 }, (_, index) => marketOf(index))

/** A book in each of seven markets, and then prints that fill bids at 0.40. */
function tape(): Tape {
  const all = new Tape()
  for (const { index } of MARKETS)
    all.events.push(...new Tape(0, index).book(0, 'bid 0.40 10 / ask 0.60 10').print(50, 'bid 0.40 15').events)
  all.events.sort((a, b) => a.at - b.at)
  return all
}

const mistake = (market: string): never => {
  throw new Error(`no rung in ${market}`)
}

test('strategies that fail are told once for each line of code, with the ids of their markets, in the terminal too', async () => {
  const failing = ({ market }: { readonly market: { readonly id: string } }): Decision =>
    market.id === 'm1' ? (Promise.resolve() as unknown as Decision) : mistake(market.id)
  const result = await backtest(tape(), failing, { markets: MARKETS, models: [pessimistic, optimistic] })
  const [first, second] = result.accounts[0]!.failures
  expect(first).toEqual({
    strategy: 'scripted',
    markets: ['m0', 'm2', 'm3', 'm4', 'm5', 'm6'],
    message: 'no rung in m0',
    where: expect.stringMatching(/account-warnings\.test\.ts:\d+$/),
  })
  expect(second).toMatchObject({ markets: ['m1'], message: expect.stringContaining('found a promise') })
  const text = backtestText(summarizeBacktest(result, generatedAbout({ warnings: [] })), 'out')
  expect(text).toContain(
    `  note: the strategy scripted failed in 6 markets (m0, m2, m3, m4, m5, …) and was not asked again there: no rung in m0 (${first!.where})\n`,
  )
  expect(text).toContain('  note: the strategy scripted failed in market m1 and was not asked again there: expected decide')
})

test('answers of which no order can be made are counted, with the first mistake', async () => {
  const dollars = always({ bid: { price: 0.45 as Price, size: Size.ofShares(10) } })
  const result = await backtest(tape(), dollars, { markets: MARKETS, models: [pessimistic] })
  const text = backtestText(summarizeBacktest(result, generatedAbout({ warnings: [] })), 'out')
  expect(text).toMatch(
    /note: no order could be made of \d+ answers of strategies in 7 markets \(m0, m1, m2, m3, m4, …\), the first: price 0\.45; expected a whole number/,
  )
})

test('a strategy that asks for a halt ends the quoting of its account, and the report says when and why', async () => {
  const halting = always({ bid: level(0.4, 10) })
  const result = await backtest(
    tape(),
    view => (view.market.id === 'm6' && view.trades.length > 0 ? halt('the crowd knows more') : halting(view)),
    { markets: MARKETS, models: [pessimistic] },
  )
  const { warnings, orders } = result.accounts[0]!
  expect(warnings).toEqual([
    expect.stringMatching(/^halted at \S+Z by a request of the strategy scripted: the crowd knows more \(market m6\)$/),
  ])
  expect(orders.placed).toBe(7)
})

test('an account that has too little cash for its quotes is told with when that began', async () => {
  const options = { markets: MARKETS, models: [pessimistic] }
  const poor = await backtest(tape(), QUOTES, { ...options, fund: Wei.ofSize(Size.ofShares(20)) })
  const { orders, refusals, warnings } = poor.accounts[0]!
  const short = refusals.limits['cash'] ?? 0
  expect([orders.placed > 0, short > 0]).toEqual([true, true])
  expect(warnings[0]).toMatch(
    new RegExp(`^${short} orders were refused because the account had too little cash, the first at \\d{4}-.*Z: the result`),
  )
  const rich = await backtest(tape(), QUOTES, options)
  expect(rich.accounts[0]!.warnings.join()).not.toContain('cash')
})

test('a warning of only some accounts names their models', () => {
  const accounts = [
    { model: 'pessimistic', warnings: ['of all', 'of two'] },
    { model: 'probabilistic', warnings: ['of all', 'of two'] },
    { model: 'optimistic', warnings: ['of all'] },
  ]
  expect(sharedWarnings(accounts)).toEqual(['of all', 'pessimistic, probabilistic: of two'])
})

test('a trial in which a strategy throws has no result, although its other markets have', async () => {
  const decide: typeof QUOTES = view => (view.market.id === 'm3' ? mistake('m3') : QUOTES(view))
  const chunk = await tape().chunk()
  expect(runTrial(optionsOf(QUOTES, { markets: MARKETS }), [chunk])).toMatchObject({ kind: 'done', result: { fills: 7 } })
  expect(runTrial(optionsOf(decide, { markets: MARKETS }), [chunk])).toEqual({
    kind: 'failed',
    message: expect.stringMatching(/^no rung in m3 \(.*account-warnings\.test\.ts:\d+, market m3\)$/),
  })
})
