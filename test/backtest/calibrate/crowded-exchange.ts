import type { ExchangeHistory } from '../../../backtest/calibrate/exact-replay.js'
import type { CoreCommand, OrderSpec } from '../../../src/exchange/core/command.js'
import { type Core, createCore } from '../../../src/exchange/core/core.js'
import type { CoreOptions } from '../../../src/exchange/core/core-options.js'
import { createFairValue } from '../../../src/exchange/crowd/fair-value.js'
import { createRandom } from '../../../src/exchange/crowd/random.js'
import { createSyntheticCrowd } from '../../../src/exchange/crowd/synthetic.js'
import { type BookSide, Price, Wei } from '../../../src/model/money.js'
import { Timestamp } from '../../../src/model/time.js'

export const WALLET = '0x2222222222222222222222222222222222222222'
const MARKET = 7
const START = Timestamp.ofSeconds(1_800_000_000)
const STEP_US = 100_000
const OPTIONS: CoreOptions = { settlementUs: 1_500_000 }

/** What one exchange went through while a wallet queued in its book among the synthetic crowd, and where it stood half way. */
interface CrowdedHistory {
  readonly whole: ExchangeHistory
  readonly secondHalf: ExchangeHistory
}

interface Crowded {
  readonly seed: number
  readonly steps: number
  /** Whether every fifth settlement fails. Each comes at once then: later ones would bring orders of others back to where they stood, which no recording can say. */
  readonly hasFailures?: boolean
}

/** A wallet that joins, splits its size over orders, improves, takes and changes its mind, at random. */
export function crowdedHistory({ seed, steps, hasFailures = false }: Crowded): CrowdedHistory {
  const options = hasFailures ? { settlementUs: 0, settles: (match: number) => match % 5 !== 0 } : OPTIONS
  const core = createCore(options)
  const commands: CoreCommand[] = []
  const take = (command: CoreCommand): void => {
    commands.push(command)
    core.apply(command)
  }
  const endsAt = Timestamp.add(START, 3_600_000_000)
  const fair = createFairValue({ seed, market: MARKET, startsAt: START, endsAt })
  const market = { id: MARKET, tick: Price.of(100), feeRateBps: 200, isNegRisk: false, isYieldBearing: false }
  take({ kind: 'market', at: START, market: { ...market, endsAt, resolvesTo: fair.outcome } })
  take({ kind: 'fund', at: START, account: WALLET, cash: Wei.of(Wei.ONE * 1_000_000n) })
  take({ kind: 'approve', at: START, account: WALLET, cash: true, shares: true })
  const crowd = createSyntheticCrowd({ seed, noiseASecond: 4 })
  crowd.join(MARKET, fair)
  const us = createQuoter(core, seed)
  let half: { readonly state: ReturnType<Core['save']>; readonly from: number } | null = null
  for (let step = 1; step <= steps; step++) {
    const now = Timestamp.add(START, step * STEP_US)
    core.advance(now)
    for (const command of crowd.step(now, core)) take(command)
    for (const command of us(Timestamp.add(now, 33_333))) take(command)
    core.drain()
    if (step === steps >> 1) half = { state: structuredClone(core.save()), from: commands.length }
  }
  const from = half?.from ?? 0
  return {
    whole: { options, state: undefined, commands: () => commands },
    secondHalf: { options, state: half?.state, commands: () => commands.slice(from) },
  }
}

function createQuoter(core: Core, seed: number): (now: Timestamp) => readonly CoreCommand[] {
  const random = createRandom(seed, 99)
  let made = 0
  const order = (now: Timestamp, side: BookSide, price: number, isTaker = false): CoreCommand => {
    const spec: OrderSpec = {
      hash: `0x${String(++made).padStart(64, '0')}`,
      account: WALLET,
      market: MARKET,
      outcome: side === 'bid' ? 'yes' : 'no',
      side: 'buy',
      strategy: isTaker ? 'MARKET' : 'LIMIT',
      shares: Wei.of(Wei.ONE * BigInt(5 + Math.floor(random.uniform() * 30))),
      limit: Wei.of(BigInt(side === 'bid' ? price : 10_000 - price) * 10n ** 14n),
      budget: null,
      expiresAt: Timestamp.add(now, 9_000_000),
      isPostOnly: !isTaker,
      isFillOrKill: false,
      selfTradePrevention: isTaker ? 'cancel-maker' : 'cancel-taker',
    }
    return { kind: 'place', at: now, order: spec }
  }
  return now => {
    const [bid, ask] = [core.levels(MARKET, 'bid', 1)[0]?.price, core.levels(MARKET, 'ask', 1)[0]?.price]
    const draw = random.uniform()
    if (bid === undefined || ask === undefined || draw > 0.5) return []
    const open = core.openOrdersOf(WALLET)
    const side = random.uniform() < 0.5 ? 'bid' : 'ask'
    const best = side === 'bid' ? bid : ask
    const better = side === 'bid' ? bid + 100 : ask - 100
    if (draw < 0.05 || open.length > 12) {
      const gone = open.filter(() => random.uniform() < 0.6).map(({ spec }) => spec.hash)
      return [{ kind: 'remove', at: now, account: WALLET, hashes: gone }]
    }
    if (draw < 0.08) return [order(now, side, side === 'bid' ? Math.min(ask + 100, 9_900) : Math.max(bid - 100, 100), true)]
    if (draw < 0.15) return [order(now, side, Math.min(9_900, Math.max(100, better)))]
    if (draw < 0.25) return [order(now, side, Math.min(9_900, Math.max(100, side === 'bid' ? best - 100 : best + 100)))]
    return [order(now, side, best)]
  }
}
