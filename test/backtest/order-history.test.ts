import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBacktest } from '../../backtest/run.js'
import { optimistic, pessimistic } from '../../src/exchange/core/fill-models.js'
import { Wei } from '../../src/model/money.js'
import { changes, makesAndTakes, randomMarkets, row, tapeOf } from './random-tape.js'
import { after, always, backtest, level, optionsOf, Tape } from './try-backtest.js'

describe('what became of the orders of a backtest', () => {
  test('is told of each: where it stood, when it left and arrived, how it ended and what was filled', async () => {
    const tape = new Tape()
      .book(0, 'ask 0.60 50 / bid 0.40 20')
      .wait(500)
      .print(1_000, 'bid 0.40 24')
      .level(1_000, 'bid 0.40 1', 'traded')
      .wait(4_000)
    const { accounts } = await backtest(tape, always({ bid: level(0.4, 10) }), {
      keepsOrders: true,
    })
    const [first] = accounts[0]?.sent ?? []
    expect(first).toMatchObject({
      ...{ market: 0, outcome: 'yes', side: 'buy', style: 'post-only', price: 4_000, size: 10_000_000 },
      ...{ sentAt: after(0), arrivedAt: after(0), endedAt: null, ended: 'open', why: null },
    })
    expect(Wei.toNumber(first?.filled ?? Wei.ZERO)).toBe(4)
  })

  test('adds up to fills and counts, whatever happens; no search keeps the orders', async () => {
    let ends: string[] = []
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 10, maxLength: 80 }), changes, async (rows, { terms, ...rest }) => {
        const options = optionsOf(makesAndTakes, {
          ...rest,
          ...(terms === undefined ? {} : { terms }),
          markets: randomMarkets(),
          models: [pessimistic, optimistic],
          limits: { positionMaxShares: 15 },
        })
        const run = async (keepsOrders: boolean) => {
          const running = createBacktest({ ...options, keepsOrders })
          running.add(await tapeOf(rows).chunk())
          return running.finish()
        }
        const [kept, bare] = [await run(true), await run(false)]
        expect(kept.accounts.map(account => ({ ...account, sent: [] }))).toEqual(bare.accounts)
        for (const { sent, orders, fills, refusals } of kept.accounts) {
          expect(sent).toHaveLength(orders.placed)
          expect(new Set(sent.map(({ id }) => id)).size).toBe(sent.length)
          const orderOf = new Map(sent.map(order => [order.id, order]))
          for (const { order, market, outcome, side } of fills)
            expect(orderOf.get(order)).toMatchObject({ market, outcome, side })
          const filledOf = (id: string) => fills.filter(({ order, isSettled }) => order === id && isSettled)
          for (const { id, filled } of sent) expect(filledOf(id).reduce((sum, { shares }) => sum + shares, 0n)).toBe(filled)
          expect(Object.values(refusals.limits).reduce((sum, times) => sum + times, 0)).toBe(orders.refused)
          for (const { sentAt, arrivedAt, endedAt, ended } of sent) {
            expect(arrivedAt ?? sentAt).toBeGreaterThanOrEqual(sentAt)
            expect(endedAt === null).toBe(ended === 'open' || ended === 'sent')
          }
          ends = [...new Set([...ends, ...sent.map(({ ended }) => ended)])]
        }
      }),
      { numRuns: 30, seed: 8 },
    )
    expect(ends.toSorted()).toEqual(['ended', 'filled', 'open', 'refused', 'removed', 'sent'])
  })
})

describe('refusals', () => {
  test('are counted by the limit that refused and by the rule of the venue', async () => {
    const falling = new Tape().book(0, 'ask 0.60 50 / bid 0.40 20').level(5, 'ask 0.45 5', 'added').wait(4_000)
    const { accounts } = await backtest(falling, always({ bid: level(0.5, 10) }), {
      latency: { feed: () => 0, entry: () => 10_000, answer: () => 10_000 },
    })
    expect(Object.keys(accounts[0]?.refusals.venue ?? {})).toEqual(['post-only'])
    expect(accounts[0]?.refusals.limits).toEqual({})
    const poor = await backtest(falling, always({ bid: level(0.5, 10) }), { limits: { worstCaseLossMaxUsdt: 4 } })
    expect(Object.keys(poor.accounts[0]?.refusals.limits ?? {})).toEqual(['worstCaseLossMaxUsdt'])
  })
})
