import { describe, expect, test } from 'vitest'
import { constantLatency } from '../../backtest/latency.js'
import { optimistic, pessimistic, probabilistic } from '../../src/exchange/core/fill-models.js'
import { Size, Wei } from '../../src/model/money.js'
import { keep } from '../../src/model/quote.js'
import { always, backtest, level, marketOf, Tape, toldOf } from './try-backtest.js'

const ALL = [pessimistic, probabilistic, optimistic]
const BOOK = 'ask 0.55 20 / ask 0.54 10 / bid 0.52 15 / bid 0.51 30'
const bidding = (price: number, shares: number) => always({ bid: level(price, shares) })

describe('complaints about other backtests, each a drawn book, a trade and the fill it justifies', () => {
  test('one trade never fills two of our orders in full (nautechsystems/nautilus_trader#2564)', async () => {
    const tape = new Tape().book(0, BOOK).print(100, 'bid 0.51 12').wait(200)
    const result = await backtest(tape, always({ bid: [level(0.53, 10), level(0.52, 10)] }))
    expect(toldOf(result)).toEqual(['buy yes 10 for 5.3', 'buy yes 2 for 1.04'])
  })

  test('a partial fill is booked as what it is, and the rest goes on resting (nkaz001/hftbacktest#316)', async () => {
    const tape = new Tape().book(0, BOOK).print(100, 'bid 0.53 4').wait(200).print(300, 'bid 0.53 3').wait(400)
    const result = await backtest(tape, bidding(0.53, 10), { limits: { positionMaxShares: 10 } })
    expect(toldOf(result)).toEqual(['buy yes 4 for 2.12', 'buy yes 3 for 1.59'])
    expect(result.accounts[0]?.samples.at(-1)?.net).toEqual([7])
    expect(result.accounts[0]?.orders).toMatchObject({ placed: 1, filled: 0 })
  })

  test('who leaves the queue without a trade does not move us forward (nautechsystems/nautilus_trader#4370)', async () => {
    const tape = new Tape()
      .book(0, BOOK)
      .level(50, 'bid 0.52 10', 'removed')
      .print(100, 'bid 0.52 8')
      .level(100, 'bid 0.52 2', 'traded')
      .wait(200)
    const result = await backtest(tape, bidding(0.52, 10), { models: ALL, limits: { positionMaxShares: 10 } })
    expect(toldOf(result, 0)).toEqual([])
    expect(toldOf(result, 2)).toEqual(['buy yes 10 for 5.2'])
  })

  test('the queue ahead is eaten trade by trade, and each trade counts again (nautechsystems/nautilus_trader#2194)', async () => {
    const tape = new Tape().book(0, BOOK)
    tape
      .print(100, 'bid 0.52 10')
      .level(100, 'bid 0.52 5', 'traded')
      .print(200, 'bid 0.52 7')
      .gone(200, 'bid', 0.52, 'traded')
      .print(300, 'bid 0.52 1')
      .wait(400)
    const result = await backtest(tape, bidding(0.52, 10), { limits: { positionMaxShares: 10 } })
    expect(toldOf(result)).toEqual(['buy yes 2 for 1.04', 'buy yes 1 for 0.52'])
    expect(result.accounts[0]?.fills[0]?.aheadAtJoin).toBe(Size.ofShares(15))
  })

  test('an order that arrives after a trade meets the book that the trade left (nautechsystems/nautilus_trader#5017)', async () => {
    const tape = new Tape().book(0, BOOK).print(20, 'ask 0.54 10').gone(20, 'ask', 0.54, 'traded').wait(200)
    let isDone = false
    const take = async () =>
      backtest(
        tape,
        ({ book }) => {
          if (isDone || book.state !== 'live') return keep()
          isDone = true
          return book.take('yes', 'buy', level(0.55, 5))
        },
        { latency: constantLatency({ feedMs: 0, entryMs: 50, answerMs: 0 }) },
      )
    expect(toldOf(await take())).toEqual(['buy yes 5 for 2.75'])
  })

  test('every fill names the row that justified it (nkaz001/hftbacktest#158)', async () => {
    const tape = new Tape().book(0, BOOK).print(100, 'bid 0.53 4').wait(200)
    const [account] = (await backtest(tape, bidding(0.53, 10))).accounts
    expect(account?.fills.map(({ evidence }) => evidence)).toEqual([tape.events.find(({ kind }) => kind === 'trade')])
  })

  test('a fill where the recorded book displayed no other order within a tick is marked (nkaz001/hftbacktest#14)', async () => {
    const tape = new Tape().book(0, 'ask 0.60 20 / bid 0.50 15').print(100, 'bid 0.50 4').wait(200)
    const [alone] = (await backtest(tape, bidding(0.55, 10))).accounts
    expect(alone?.fills[0]?.isAlone).toBe(true)
    expect(alone?.warnings.join()).toContain('no other order was displayed within one tick')
    const [near] = (await backtest(tape, bidding(0.51, 10))).accounts
    expect(near?.fills[0]?.isAlone).toBe(false)
  })

  test('a price that only comes near fills nothing (QuantConnect/Lean#963)', async () => {
    const tape = new Tape().book(0, BOOK).level(100, 'ask 0.53 50').wait(200)
    expect(toldOf(await backtest(tape, bidding(0.52, 10)))).toEqual([])
  })

  test('the same displayed size fills once, however often it is told (QuantConnect/Lean#4445)', async () => {
    const tape = new Tape()
      .book(0, 'ask 0.55 20 / bid 0.50 15')
      .level(100, 'ask 0.52 4')
      .level(110, 'ask 0.52 4')
      .level(120, 'ask 0.52 4')
      .wait(200)
    const result = await backtest(tape, bidding(0.52, 10), { limits: { positionMaxShares: 10 } })
    expect(toldOf(result)).toEqual(['buy yes 4 for 2.08'])
  })

  test('filling on a touch is the optimistic bound and never the headline (c9s/bbgo#2555)', async () => {
    const tape = new Tape().book(0, BOOK).print(100, 'bid 0.52 1').level(100, 'bid 0.52 14', 'traded').wait(200)
    const result = await backtest(tape, bidding(0.52, 10), { models: ALL, limits: { positionMaxShares: 10 } })
    expect(result.accounts.map(({ model }) => model)).toEqual(['pessimistic', 'probabilistic', 'optimistic'])
    expect([0, 1, 2].map(account => toldOf(result, account).length)).toEqual([0, 0, 1])
  })

  test('a post-only order that would take on arrival is cancelled, and a maker pays no fee (jesse-ai/jesse#589)', async () => {
    const tape = new Tape().book(0, BOOK).level(20, 'ask 0.53 9').wait(200)
    const late = { latency: constantLatency({ feedMs: 0, entryMs: 50, answerMs: 0 }) }
    const [account] = (await backtest(tape, bidding(0.53, 10), late)).accounts
    expect(account?.fills).toEqual([])
    expect(account?.quotes).toEqual([])
  })

  test('a taker pays the fee of the schedule, in shares when it buys (jesse-ai/jesse#342)', async () => {
    let isDone = false
    const tape = new Tape().book(0, BOOK).wait(200)
    const result = await backtest(tape, ({ book }) => {
      if (isDone || book.state !== 'live') return keep()
      isDone = true
      return book.take('yes', 'buy', level(0.54, 10))
    })
    const [fill] = result.accounts[0]?.fills ?? []
    // 10 shares x 2 % x min(p, 1 - p) / p
    expect(fill?.fee).toEqual({ in: 'shares', amount: (10n * 10n ** 18n * 200n * 4_600n) / (10_000n * 5_400n) })
    expect(Wei.toNumber(result.accounts[0]?.profit.fees ?? Wei.ZERO)).toBeLessThan(0)
  })

  test('a run in which nothing could be sent says how much was refused (hummingbot/hummingbot#8157)', async () => {
    const tape = new Tape().book(0, BOOK).wait(2_000).wait(4_000)
    const [account] = (await backtest(tape, bidding(0.52, 10), { limits: { worstCaseLossMaxUsdt: 1 } })).accounts
    expect(account?.orders.placed).toBe(0)
    expect(account?.orders.refused).toBeGreaterThan(0)
  })

  test('fills are stamped by the venue and heard later, and equity is theirs at once (hummingbot/hummingbot#7286)', async () => {
    const heard: number[] = []
    const tape = new Tape().book(0, BOOK).print(100, 'bid 0.53 4').wait(110).wait(149).wait(151).wait(300)
    const result = await backtest(
      tape,
      ({ book, position, now }) => {
        if (position.net !== 0 && heard.length === 0) heard.push(now)
        return book.state === 'live' ? book.quote({ bid: level(0.53, 10) }) : keep()
      },
      { latency: constantLatency({ feedMs: 0, entryMs: 0, answerMs: 50 }) },
    )
    const [fill] = result.accounts[0]?.fills ?? []
    expect((heard[0] ?? 0) - (fill?.at ?? 0)).toBe(50_000)
  })

  test('books without prints fill pessimistically only when the other side reaches or passes our price', async () => {
    const shrinking = new Tape().book(0, BOOK).level(100, 'bid 0.52 1').gone(200, 'bid', 0.52).gone(300, 'bid', 0.51).wait(400)
    expect(toldOf(await backtest(shrinking, bidding(0.52, 10)))).toEqual([])
    const reaching = new Tape().book(0, BOOK).book(100, 'ask 0.52 6 / bid 0.50 5').wait(200)
    expect(toldOf(await backtest(reaching, bidding(0.52, 10), { limits: { positionMaxShares: 10 } }))).toEqual([
      'buy yes 6 for 3.12',
    ])
    const passing = new Tape().book(0, BOOK).book(100, 'ask 0.49 60 / bid 0.45 5').wait(200)
    expect(toldOf(await backtest(passing, bidding(0.52, 10), { limits: { positionMaxShares: 10 } }))).toEqual([
      'buy yes 10 for 5.2',
    ])
  })

  test('a market that resolves pays what is held, at its time and to the wei', async () => {
    const tape = new Tape().book(0, BOOK).print(100, 'bid 0.53 4').wait(500)
    const result = { yes: 1, at: tape.events[0]!.at } as const
    tape.define(1_000, marketOf(0, { trading: 'closed', result })).wait(1_100)
    const ended = await backtest(tape, bidding(0.53, 4), { limits: { positionMaxShares: 4 } })
    const [account] = ended.accounts
    expect(account?.profit).toMatchObject({
      total: Wei.of(188n * 10n ** 16n),
      settlement: Wei.of(188n * 10n ** 16n),
      spread: Wei.ZERO,
    })
    expect(ended.resolutions).toBe(1)
  })
})
