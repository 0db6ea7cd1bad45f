import { beforeAll, describe, expect, it } from 'vitest'
import { createCore } from '../../../src/exchange/core/core.js'
import { createFairValue } from '../../../src/exchange/crowd/fair-value.js'
import { createSyntheticCrowd } from '../../../src/exchange/crowd/synthetic.js'
import { type BookSide, Price, Wei } from '../../../src/model/money.js'
import { toJson } from '../../../src/model/plain.js'
import { Timestamp } from '../../../src/model/time.js'

const MARKET = 7
const START = Timestamp.ofSeconds(1_800_000_000)
const STEP_US = 100_000

const world = (seed: number, minutes = 360) => {
  const endsAt = Timestamp.add(START, minutes * 60_000_000)
  const fair = createFairValue({ seed, market: MARKET, startsAt: START, endsAt })
  const core = createCore({ settlementUs: 1_500_000 })
  const market = {
    id: MARKET,
    tick: Price.of(100),
    feeRateBps: 200,
    isNegRisk: false,
    isYieldBearing: false,
    endsAt,
    resolvesTo: fair.outcome,
  }
  core.apply({ kind: 'market', at: START, market })
  const crowd = createSyntheticCrowd({ seed })
  crowd.join(MARKET, fair)
  let now = START
  /** One step of the crowd; gives the commands and what became of them. */
  const step = () => {
    now = Timestamp.add(now, STEP_US)
    core.advance(now)
    const commands = crowd.step(now, core)
    const answers = commands.map(command => core.apply(command))
    return { commands, answers }
  }
  return { core, fair, step, now: () => now, endsAt }
}

const best = (core: ReturnType<typeof createCore>, side: BookSide): number =>
  core.levels(MARKET, side, 1)[0]?.price ?? Number.NaN

describe('the synthetic crowd', () => {
  it('does the same for the same seed and something else for another', () => {
    const run = (seed: number): string => {
      const { step } = world(seed)
      return Array.from({ length: 600 }, () => toJson(step().commands)).join('\n')
    }
    expect(run(1)).toBe(run(1))
    expect(run(1)).not.toBe(run(2))
  })

  it('goes when the result of its market is known, and leaves no account behind', () => {
    const { core, step, now } = world(4)
    const { supply } = core
    for (let count = 0; count < 300; count++) step()
    expect([...core.accounts()].filter(({ id }) => id.startsWith(`crowd-${MARKET}-`))).toHaveLength(8)
    core.apply({ kind: 'resolve', at: now(), market: MARKET, yes: 1 })
    const answers = Array.from({ length: 40 }, () => step().answers).flat()
    expect(answers.filter(answer => answer.kind === 'refused')).toEqual([])
    expect([...core.accounts()].map(({ id }) => id).toSorted()).toEqual(['crowd', 'fees'])
    expect(core.supply).toBeGreaterThan(supply)
    const cash = [...core.accounts()].reduce((total, account) => total + account.cash, 0n)
    expect(core.supply).toBe(cash + (core.market(MARKET)?.locked ?? 0n))
  })

  describe('in ten minutes', () => {
    let refused = 0
    let oneSided = 0
    let crossed = 0
    let ordersMax = 0
    let widest = 0
    let trades = 0
    beforeAll(() => {
      const { core, step } = world(3)
      for (let count = 0; count < 6_000; count++) {
        refused += step().answers.filter(answer => answer.kind === 'refused').length
        const [bid, ask] = [best(core, 'bid'), best(core, 'ask')]
        if (Number.isNaN(bid) || Number.isNaN(ask)) oneSided++
        else widest = Math.max(widest, ask - bid)
        if (bid >= ask) crossed++
        if (count % 50 === 0)
          ordersMax = Math.max(ordersMax, [...core.accounts()].flatMap(({ id }) => core.openOrdersOf(id)).length)
      }
      trades = core.matches().length
    })

    it('keeps a two-sided book that is never crossed and a few ticks wide', () => {
      expect([oneSided, crossed]).toEqual([0, 0])
      expect(widest).toBeLessThanOrEqual(1_200)
    })
    it('trades about once a second', () => {
      expect(trades).toBeGreaterThan(300)
      expect(trades).toBeLessThan(1_200)
    })
    it('rests fewer than a hundred orders and sends none that is refused', () => {
      expect(ordersMax).toBeLessThan(100)
      expect(refused).toBe(0)
    })
  })

  it.each([1, 2, 3, 4, 5])('fills a quote inside the spread on both sides within a minute, with seed %i', seed => {
    const { core, step, now } = world(seed)
    const bot = '0x2222222222222222222222222222222222222222'
    core.apply({ kind: 'fund', at: now(), account: bot, cash: Wei.of(Wei.ONE * 1_000n) })
    core.apply({ kind: 'approve', at: now(), account: bot, cash: true, shares: true })
    for (let count = 0; count < 20; count++) step()
    const filled = { bid: false, ask: false }
    let made = 0
    let quotes: { side: BookSide; hash: string }[] = []
    for (let count = 0; count < 600; count++) {
      if (count % 20 === 0) {
        core.apply({ kind: 'remove', at: now(), account: bot, hashes: quotes.map(quote => quote.hash) })
        quotes = (['bid', 'ask'] as const).map(side => {
          const hash = `0x${String(++made).padStart(64, '0')}`
          const bid = best(core, 'bid')
          const ask = best(core, 'ask')
          const improved = ask - bid > 200 ? 100 : 0
          const cents = (side === 'bid' ? bid + improved : 10_000 - ask + improved) / 100
          const order = {
            hash,
            account: bot,
            market: MARKET,
            outcome: side === 'bid' ? ('yes' as const) : ('no' as const),
            side: 'buy' as const,
            strategy: 'LIMIT' as const,
            shares: Wei.of(Wei.ONE * 20n),
            limit: Wei.of(BigInt(Math.round(cents)) * 10n ** 16n),
            budget: null,
            expiresAt: Timestamp.add(now(), 60_000_000),
            isPostOnly: true,
            isFillOrKill: false,
            selfTradePrevention: 'cancel-taker' as const,
          }
          core.apply({ kind: 'place', at: now(), order })
          return { side, hash }
        })
      }
      step()
      for (const { side, hash } of quotes) if ((core.order(hash)?.matched ?? 0n) > 0n) filled[side] = true
    }
    expect(filled).toEqual({ bid: true, ask: true })
  })

  it('stops at the market’s end, and the market pays what the hidden value ended at', () => {
    const { core, step, fair, endsAt } = world(4, 3)
    for (let count = 0; count < 1_900; count++) {
      const { commands } = step()
      if (count > 1_800) expect(commands.filter(({ kind }) => kind !== 'retire')).toEqual([])
    }
    core.advance(Timestamp.add(endsAt, 60_000_000))
    expect(core.market(MARKET)?.result).toBe(fair.outcome)
  })
})

describe('a hidden value', () => {
  it('starts in the middle, stays between 0 and 1 and arrives at its outcome', () => {
    let ones = 0
    for (let seed = 0; seed < 200; seed++) {
      const endsAt = Timestamp.add(START, 3_600_000_000)
      const fair = createFairValue({ seed, market: 1, startsAt: START, endsAt })
      const first = fair.at(START)
      expect(first).toBeGreaterThan(0.25)
      expect(first).toBeLessThan(0.75)
      expect(Math.round(fair.at(endsAt))).toBe(fair.outcome)
      ones += fair.outcome
    }
    expect(ones).toBeGreaterThan(60)
    expect(ones).toBeLessThan(140)
  })
})
