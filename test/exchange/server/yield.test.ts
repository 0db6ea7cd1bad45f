import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { payYield } from '../../../src/exchange/server/operator/pay-pending.js'
import { createYield } from '../../../src/exchange/server/read-models/yield.js'
import { Timestamp } from '../../../src/model/time.js'
import { createClient } from './client.js'
import { folder } from './exchanges.js'
import { type InsideOptions, openInside } from './inside.js'

const YEAR = 31_536_000
const ONE = 10n ** 18n
const MARKETS = [
  { question: 'Will it bear?', endsInMinutes: null, isYieldBearing: true, feeRateBps: 0 },
  { question: 'Will it not?', endsInMinutes: null, isYieldBearing: false, feeRateBps: 0 },
]

const ready = async (options: InsideOptions = {}) => {
  const opened = await openInside({ markets: MARKETS, ...options })
  const [maker, taker] = [createClient(opened.exchange), createClient(opened.exchange, 1)]
  await Promise.all([maker.login(), taker.login()])
  const pending = async (client = maker) => (await client.get('/v1/yield/pending')).body.data
  return { ...opened, maker, taker, pending, other: opened.exchange.markets[1]?.id ?? 0 }
}

describe('pending yield', () => {
  it('is what half a dollar a share has earned for as long as it was held, in yield-bearing markets alone', async () => {
    const { maker, taker, market, other, pass, pending, inside } = await ready()
    for (const id of [market, other]) {
      await maker.limit({ market: id, cents: 40, shares: 100 })
      await taker.limit({ market: id, outcome: 'no', cents: 60, shares: 100 })
    }
    expect(await pending()).toEqual({ totalUsd: '0', ratePercentPerYear: 4, updatedAt: '2027-01-15T08:00:00.000Z' })
    pass(3_600)
    // Fifty dollars at four percent for an hour.
    expect((await pending()).totalUsd).toBe(`0.${String((50n * ONE * 4n * 3_600n) / (100n * BigInt(YEAR))).padStart(18, '0')}`)
    expect((await pending(taker)).totalUsd).toBe((await pending()).totalUsd)
    await inside.writes.sequencer.apply({ command: { kind: 'resolve', at: inside.writes.sequencer.now(), market, yes: 1 } })
    const atResult = (await pending()).totalUsd
    pass(3_600)
    expect((await pending()).totalUsd).toBe(atResult)
  })

  it('becomes cash when the operator pays it, once, and is the same to the wei over a restart', async () => {
    const data = folder()
    const first = await ready({ data, yieldPercentPerYear: 10 })
    const { maker, taker, market, pass, inside, exchange } = first
    await maker.limit({ market, cents: 40, shares: 100 })
    await taker.limit({ market, outcome: 'no', cents: 60, shares: 100 })
    pass(30 * 86_400)
    await maker.login()
    const [before, supply] = [await maker.cash(), inside.writes.sequencer.core.supply]
    const due = (await first.pending()).totalUsd
    const payments = await payYield(inside.writes)
    const wallets = [maker, taker].map(({ account }) => account.address.toLowerCase())
    expect(payments.map(({ account }) => account).toSorted()).toEqual(wallets.toSorted())
    expect(await maker.cash()).toBe(before + (payments[0]?.amount ?? 0n))
    expect(inside.writes.sequencer.core.supply).toBe(supply + payments.reduce((sum, { amount }) => sum + amount, 0n))
    expect((await first.pending()).totalUsd).toBe('0')
    expect(Number(due)).toBeCloseTo((50 * 0.1 * 30) / 365, 12)
    expect(await payYield(inside.writes)).toEqual([])
    pass(7)
    const kept = await first.pending()
    await exchange.close()
    const again = await ready({ data, yieldPercentPerYear: 10, now: 1_800_000_000 + 30 * 86_400 + 7 })
    expect(await again.pending()).toEqual(kept)
    expect(await payYield(again.inside.writes, maker.account.address)).toHaveLength(1)
  })

  it('does not depend on the order in which changes are told, and a memory gives it back', () => {
    const change = fc.record({ at: fc.integer({ min: 0, max: 1_000_000 }), shares: fc.bigInt({ min: 1n, max: 10n ** 24n }) })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), fc.integer({ min: 1_000_000, max: 2_000_000 }), (changes, seconds) => {
        const of = (list: typeof changes) => {
          const held = createYield(4)
          held.enter?.({ command: { kind: 'market', market: { id: 1, isYieldBearing: true } } } as never)
          for (const { at, shares } of list)
            held.enter?.({
              command: { kind: 'split', at: Timestamp.ofSeconds(at), account: '0x1', market: 1, shares },
            } as never)
          return held
        }
        const now = Timestamp.ofSeconds(seconds)
        const one = of(changes)
        const earned = changes.reduce((sum, { at, shares }) => sum + shares * BigInt(seconds - at), 0n)
        expect(one.pending('0x1', now)).toBe((earned * 4n) / (100n * BigInt(YEAR)))
        expect(of(changes.toReversed()).pending('0x1', now)).toBe(one.pending('0x1', now))
        const copy = createYield(4)
        copy.memory?.load(structuredClone(one.memory?.save()))
        expect(copy.pending('0x1', now)).toBe(one.pending('0x1', now))
      }),
      { seed: 11 },
    )
  })
})
