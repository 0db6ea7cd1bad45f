import { expect, test } from 'vitest'
import { constantLatency } from '../../backtest/latency.js'
import type { BacktestResult } from '../../backtest/result.js'
import { createBacktest } from '../../backtest/run.js'
import type { MarketEvent } from '../../src/model/event.js'
import { pull } from '../../src/model/quote.js'
import { after, always, level, optionsOf, strategyOf, Tape } from './try-backtest.js'

const at = (ms: number) => ({ at: after(ms), receivedAt: after(ms) })
const btc = (ms: number, value: number): MarketEvent => ({ ...at(ms), kind: 'reference', name: 'btc', value })

/** A backtest over a live book and these rows, with what its strategy saw of each reference that it declares. */
async function backtest(references: readonly string[], rows: readonly MarketEvent[], feedMs = 0) {
  const seen: string[] = []
  const definition = {
    ...strategyOf(({ now, reference }) => {
      for (const name of references) {
        const read = reference(name)
        const word = `${name} ${read.state === 'live' ? read.value : read.why} at ${(now - after(0)) / 1_000}`
        seen.push(word)
      }
      return pull('only looking')
    }),
    references,
  }
  const options = optionsOf(() => pull(''), { latency: constantLatency({ feedMs, entryMs: 0, answerMs: 0 }) })
  const running = createBacktest({
    ...options,
    assignments: options.assignments.map(assignment => ({ ...assignment, definition })),
  })
  const tape = new Tape().book(0, 'bid 0.40 10 / ask 0.60 10')
  tape.events.push(...rows)
  running.add(await tape.wait(200).chunk())
  const result: BacktestResult = running.finish()
  return { seen, warnings: result.accounts[0]?.warnings ?? [] }
}

test('a strategy is asked at each change of its reference, when the feed brings it', async () => {
  const rows: readonly MarketEvent[] = [
    btc(10, 1),
    { ...at(20), kind: 'reference', name: 'eth', value: 9 },
    { ...at(30), kind: 'reference-feed', name: 'btc', state: 'suspect', why: 'silent' },
    btc(40, 1),
  ]
  const { seen, warnings } = await backtest(['btc'], rows, 5)
  expect(seen.filter(word => / at (15|25|35|45)$/.test(word))).toEqual(['btc 1 at 15', 'btc silent at 35', 'btc 1 at 45'])
  expect(warnings).toEqual(['no order was placed: dark 100.0 % (pulled 100.0: only looking)'])
})

test('a reference that the recording never tells is dark, and the result says so', async () => {
  const { seen, warnings } = await backtest(['btcc'], [btc(10, 1)])
  expect(new Set(seen.map(word => word.split(' at ')[0]))).toEqual(new Set(['btcc no value has come yet']))
  expect(warnings).toEqual([
    expect.stringContaining('never tells a value of the reference btcc'),
    'no order was placed: dark 100.0 % (pulled 100.0: only looking)',
  ])
})

test.each([
  { referenceAgeMaxMs: null, fills: [5_000, 8_000], canceled: 0 },
  // The last value before the gap came at 2,000, the next one comes at 7,000.
  { referenceAgeMaxMs: 2_000, fills: [8_000], canceled: 1 },
])(
  'with a limit of $referenceAgeMaxMs ms, a gap of five seconds in the reference is quoted or not',
  async ({ referenceAgeMaxMs, fills, canceled }) => {
    const bid = always({ bid: level(0.45, 10) })
    const options = optionsOf(bid, { limits: { referenceAgeMaxMs } })
    const running = createBacktest({
      ...options,
      assignments: options.assignments.map(assignment => ({
        ...assignment,
        definition: { ...assignment.definition, references: ['btc'] },
      })),
    })
    const tape = new Tape().book(0, 'bid 0.40 10 / ask 0.60 10')
    for (let ms = 1; ms <= 9_000; ms += 500) if (ms <= 2_001 || ms > 7_000) tape.events.push(btc(ms - 1, 1))
    tape.print(5_000, 'bid 0.44 10').print(8_000, 'bid 0.44 10').wait(9_000)
    tape.events.sort((a, b) => a.at - b.at)
    running.add(await tape.chunk())
    const [account] = running.finish().accounts
    expect(account?.fills.map(({ at }) => (at - after(0)) / 1_000)).toEqual(fills)
    expect(account?.orders.canceled).toBe(canceled)
  },
)
