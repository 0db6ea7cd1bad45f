import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBacktest } from '../../backtest/run.js'
import { optimistic, pessimistic, probabilistic } from '../../src/exchange/core/fill-models.js'
import type { MarketEvent } from '../../src/model/event.js'
import { MarketIndex } from '../../src/model/ids.js'
import { Wei } from '../../src/model/money.js'
import { changes, makesAndTakes, row, tapeOf } from './random-tape.js'
import { createSlowBacktest } from './slow-backtest.js'
import { after, always, backtest, level, marketOf, optionsOf, Tape, toldOf } from './try-backtest.js'

const MARKETS = [marketOf(0), marketOf(1)]
const SECOND = MarketIndex.of(1)
const joining = new Set([marketOf(1).id])
const BOOK = 'ask 0.60 10 / bid 0.40 10'

const stamp = (ms: number) => ({ at: after(ms), receivedAt: after(ms) })
const joined = (ms: number): MarketEvent => ({ ...stamp(ms), kind: 'joined', market: marketOf(1) })
const left = (ms: number): MarketEvent => ({ ...stamp(ms), kind: 'left', market: SECOND })

/** The first market is there throughout, the second one from 100 ms to 900 ms; at 500 ms a market sell order trades against the second market's bids. */
function tape(isBack = false): Tape {
  const whole = new Tape().book(0, BOOK)
  whole.events.push(joined(100), ...new Tape(0, 1).book(110, BOOK).print(500, 'bid 0.50 30').events, left(900))
  if (isBack) whole.events.push(joined(3_000), ...new Tape(0, 1).book(3_010, BOOK).print(3_500, 'bid 0.50 30').events)
  return whole.wait(5_000)
}

const bids = always({ bid: level(0.5, 10) })

describe('a backtest in which a market joins', () => {
  test('quotes it from its first book until it leaves', async () => {
    const result = await backtest(tape(), bids, { markets: MARKETS, joining, keepsOrders: true })
    const [account] = result.accounts
    const times = account!.sent.filter(({ market }) => market === SECOND).map(({ sentAt }) => (sentAt - after(0)) / 1_000)
    expect(times[0]).toBe(110)
    expect(times.every(ms => ms >= 110 && ms <= 900)).toBe(true)
    expect(toldOf(result)).toEqual(['buy yes 10 for 5'])
    expect(result.markets.map(({ id }) => id)).toEqual(['m0', 'm1'])
  })

  test('goes on valuing what it holds there by the last book, and has it again when the market is back', async () => {
    const changes = { markets: MARKETS, joining, limits: { positionMaxShares: 10 } }
    const [once] = (await backtest(tape(), bids, changes)).accounts
    const [twice] = (await backtest(tape(true), bids, changes)).accounts
    const worth = Wei.toNumber(once!.profit.total)
    expect(worth).toBeCloseTo(10 * 0.4 - 5, 9)
    expect(once!.samples.at(-1)?.equity).toBe(once!.profit.total)
    // It holds as many as it may, so that the second print finds nothing of it.
    expect(twice!.fills).toHaveLength(1)
  })

  test('comes to what its slow twin comes to, with random rows', async () => {
    const steps = fc.array(fc.integer({ min: 10, max: 400 }), { minLength: 1, maxLength: 6 })
    let joins = 0
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 20, maxLength: 120 }), changes, steps, async (rows, chosen, waits) => {
        const whole = comingAndGoing(tapeOf(rows), waits)
        joins += whole.events.filter(({ kind }) => kind === 'joined').length
        const models = [pessimistic, probabilistic, optimistic]
        const options = optionsOf(makesAndTakes, { ...chosen, markets: MARKETS, joining, models, keepsOrders: true })
        const results = await Promise.all(
          [createBacktest, createSlowBacktest].map(async create => {
            const running = create(options)
            running.add(await whole.chunk())
            return running.finish()
          }),
        )
        expect(results[0]).toEqual(results[1])
      }),
      { numRuns: 30, seed: 14 },
    )
    expect(joins).toBeGreaterThan(40)
  })
})

/** The second market of a tape joins and leaves in turn; it has no rows while it is away, and begins each time with a whole book. */
function comingAndGoing({ events }: Tape, waits: readonly number[]): Tape {
  const told = new Tape(2)
  let isHere = false
  let turn = 0
  let at = 5
  for (const event of events) {
    while (turn < waits.length && event.at >= after(at)) {
      const late = { at: after(at), receivedAt: after(at + 2) }
      if (isHere) told.events.push({ ...left(at), ...late })
      else told.events.push({ ...joined(at), ...late }, ...new Tape(2, 1).book(at, 'ask 0.56 20 / bid 0.50 15').events)
      isHere = !isHere
      at += waits[turn++]!
    }
    const isOfSecond = 'market' in event && (event.kind === 'market' ? event.market.index === SECOND : event.market === SECOND)
    if (isHere || !isOfSecond || event.kind === 'market') told.events.push(event)
  }
  return told
}
