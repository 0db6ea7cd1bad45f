import { describe, expect, it } from 'vitest'
import { payRebates } from '../../../src/exchange/server/operator/pay-pending.js'
import { createClient } from './client.js'
import { folder } from './exchanges.js'
import { type InsideOptions, openInside } from './inside.js'

const ONE = 10n ** 18n
const tag = (id: string, makerRebateBps: number) => ({ id, name: `Tag ${id}`, level: 1, parentId: null, makerRebateBps })
const MARKETS = [
  {
    question: 'Will it pay back?',
    endsInMinutes: null,
    feeRateBps: 200,
    category: { slug: 'back', title: 'Back', tags: [tag('11', 1_000), tag('12', 2_500)] },
  },
  { question: 'Will it not?', endsInMinutes: null, feeRateBps: 200 },
]

const ready = async (options: InsideOptions = {}) => {
  const opened = await openInside({ markets: MARKETS, ...options })
  const [maker, other, taker] = [0, 1, 2].map(who => createClient(opened.exchange, who)) as [Client, Client, Client]
  for (const client of [maker, other, taker]) await client.login()
  const pending = (client: Client): bigint => opened.inside.reads.wallets.rebates.pending(client.account.address.toLowerCase())
  return { ...opened, maker, other, taker, pending, plain: opened.exchange.markets[1]?.id ?? 0 }
}
type Client = ReturnType<typeof createClient>

describe('maker rebates', () => {
  it('are the promised part of the fee, in dollars, shared by what each maker’s own leg would have paid', async () => {
    const { maker, other, taker, market, pending } = await ready()
    await maker.limit({ market, cents: 40, shares: 100 })
    await other.limit({ market, cents: 40, shares: 50 })
    await taker.limit({ market, outcome: 'no', cents: 60, shares: 150 })
    // Two percent of 0.40 on each share, taken in shares that cost 0.60; a quarter of it goes back.
    const fee = (150n * ONE * 2n * 40n) / 10_000n
    const back = fee / 4n
    const near = (found: bigint, wanted: bigint): void => expect(Number(found - wanted)).toBeCloseTo(0, -3)
    near(pending(maker), (back * 2n) / 3n)
    near(pending(other), back / 3n)
    expect(pending(maker) + pending(other)).toBeLessThanOrEqual(back)
    expect(pending(taker)).toBe(0n)
  })

  it('are none where no tag promises any, and none before the settlement', async () => {
    const { maker, taker, plain, pending } = await ready()
    await maker.limit({ market: plain, cents: 40, shares: 100 })
    await taker.limit({ market: plain, outcome: 'no', cents: 60, shares: 100 })
    expect(pending(maker)).toBe(0n)
    const late = await ready({ core: { settlementUs: 5_000_000 } })
    await late.maker.limit({ market: late.market, cents: 40, shares: 100 })
    await late.taker.limit({ market: late.market, outcome: 'no', cents: 60, shares: 100 })
    expect(late.pending(late.maker)).toBe(0n)
    late.pass(6)
    await late.maker.limit({ market: late.market, cents: 10, shares: 100 })
    expect(late.pending(late.maker)).toBeGreaterThan(0n)
  })

  it('become cash when the operator pays them, once, and are the same over a restart', async () => {
    const data = folder()
    const first = await ready({ data })
    await first.maker.limit({ market: first.market, cents: 40, shares: 100 })
    await first.taker.limit({ market: first.market, outcome: 'no', cents: 60, shares: 100 })
    const due = first.pending(first.maker)
    expect(due).toBeGreaterThan(0n)
    await first.exchange.close()
    const again = await ready({ data })
    expect(again.pending(again.maker)).toBe(due)
    const before = await again.maker.cash()
    expect(await payRebates(again.inside.writes, again.maker.account.address)).toEqual([
      { account: again.maker.account.address.toLowerCase(), amount: due },
    ])
    expect([await again.maker.cash(), again.pending(again.maker)]).toEqual([before + due, 0n])
    expect(await payRebates(again.inside.writes)).toEqual([])
    await again.exchange.close()
    const last = await ready({ data })
    expect(last.pending(last.maker)).toBe(0n)
  })
})
