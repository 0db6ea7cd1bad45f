import { describe, expect, test } from 'vitest'
import { ourLegs } from '../../backtest/calibrate/core-orders.js'
import { marketSpec, orderSpec } from '../../backtest/order-spec.js'
import { freshDeskState } from '../../src/engine/desk-state.js'
import { feeBound, roundingBound } from '../../src/engine/fee-bound.js'
import { Ledger } from '../../src/engine/ledger.js'
import { type Core, createCore } from '../../src/exchange/core/core.js'
import type { Leg, Match } from '../../src/exchange/core/core-event.js'
import { type FeeFunction, predictFees } from '../../src/model/fees.js'
import { OrderId } from '../../src/model/ids.js'
import type { Approved, Place } from '../../src/model/intent.js'
import type { Market } from '../../src/model/market.js'
import { Price, Size, Wei } from '../../src/model/money.js'
import { Timestamp } from '../../src/model/time.js'
import { PROFILES, withProfile } from '../../src/model/venue-profiles.js'
import { pick, type Random, randomOf } from '../engine/random-session.js'
import { ceil, type Fraction, floor, fraction, inUnits, writtenWei } from '../model/slow-fees.js'
import { coreFillOf } from './core-fill.js'
import { marketOf } from './try-backtest.js'

const US = 'crowd-desk'
const FUND = Wei.of(5_000n * 10n ** 18n)
const START = Timestamp.ofSeconds(1_700_000_000)
const END = Timestamp.add(START, 86_400_000_000)

const under = (fees: FeeFunction): Market => withProfile(marketOf(), { ...PROFILES.kalshi, fees })
const VENUES = [
  ['Predict.fun’s', under(predictFees(173))],
  ['Kalshi’s', under({ ...PROFILES.kalshi.fees, makerBps: 175 })],
  ['Polymarket’s', under(PROFILES.polymarket.fees)],
] as const

interface Sent {
  readonly place: Place
  readonly legs: { readonly match: Match; readonly leg: Leg }[]
}

/** Orders, levels and prints at random, told to a ledger as the desk hears of them. */
class Agreement {
  readonly sent = new Map<string, Sent>()
  readonly #core: Core
  readonly #ledger: Ledger
  readonly #market: Market
  readonly #random: Random
  #now = START

  constructor(market: Market, random: Random, options: { readonly delayUs: number; readonly failsEach: number }) {
    this.#market = market
    this.#random = random
    const settles = (match: number): boolean => match % options.failsEach !== 0
    this.#core = createCore({ settlementUs: options.delayUs, settles })
    this.#core.apply({ at: START, kind: 'fund', account: US, cash: FUND })
    this.#core.apply({ at: START, kind: 'market', market: marketSpec(market) })
    this.#core.drain()
    this.#ledger = new Ledger(freshDeskState(1), [market])
    const snapshot = { orders: [], cash: FUND, fills: [], shares: new Map() }
    this.#ledger.report({ at: START, receivedAt: START, kind: 'snapshot', snapshot })
  }

  step(): void {
    const random = this.#random
    this.#now = Timestamp.add(this.#now, Math.floor(random() * 400_000))
    const price = Price.of(100 * (40 + Math.floor(random() * 20)))
    const side = pick(random, ['bid', 'ask'] as const)
    const size = Size.of(10_000 * (1 + Math.floor(random() * pick(random, [30, 3_000]))))
    const row = { at: this.#now, market: 1, side, price, size }
    const luck = random()
    if (luck < 0.35)
      this.#core.apply({ ...row, kind: 'crowd-level', cause: 'unexplained', size: random() < 0.3 ? Size.ZERO : size })
    else if (luck < 0.6) this.#core.apply({ ...row, kind: 'crowd-print' })
    else if (luck < 0.95) this.#place(price, size)
    else this.#core.apply({ at: this.#now, kind: 'remove', account: US, hashes: [...this.sent.keys()].slice(-5) })
    this.#hear()
    this.#expectSame()
  }

  finish(): void {
    this.#core.advance(END)
    this.#hear()
    this.#expectSame()
    expect(this.#core.account(US)?.reservedCash).toBe(0n)
  }

  #place(price: Price, size: Size): void {
    const random = this.#random
    const { index } = this.#market
    const style = pick(random, ['post-only', 'post-only', 'limit', 'market', 'fill-or-kill'] as const)
    const terms = { outcome: pick(random, ['yes', 'no'] as const), side: pick(random, ['buy', 'buy', 'sell'] as const) }
    const place: Place = { kind: 'place', market: index, ...terms, price, size, style, expiresAt: END }
    const id = OrderId.of(1, this.sent.size + 1)
    const submit = { kind: 'submit', id, order: place as Approved<Place> } as const
    this.sent.set(id, { place, legs: [] })
    this.#ledger.submit(submit, this.#now)
    this.#core.apply({ at: this.#now, kind: 'place', order: orderSpec(id, place, US) })
  }

  #hear(): void {
    for (const event of this.#core.drain()) {
      if (event.kind !== 'matched' && event.kind !== 'settled' && event.kind !== 'failed') continue
      for (const leg of ourLegs(event.match)) {
        const fill = coreFillOf(event.match, leg, OrderId.parse(leg.order.spec.hash))
        this.#ledger.report({ at: event.at, receivedAt: event.at, kind: event.kind, fill })
        if (event.kind === 'settled') this.sent.get(leg.order.spec.hash)?.legs.push({ match: event.match, leg })
      }
    }
  }

  /** The venue's account and the desk's ledger, to the wei; and nothing is made or lost. */
  #expectSame(): void {
    const account = this.#core.account(US)
    const { cash, positions } = this.#ledger.state
    const held = account?.holdings.get(1)
    const position = positions.get(this.#market.id)
    expect([cash, position?.yes.shares ?? 0n, position?.no.shares ?? 0n]).toEqual([
      account?.cash,
      held?.yes ?? 0n,
      held?.no ?? 0n,
    ])
    expect((account?.reservedCash ?? 0n) >= 0n && (account?.reservedCash ?? 0n) <= cash).toBe(true)
    let all = this.#core.market(1)?.locked ?? 0n
    for (const each of this.#core.accounts()) all = Wei.of(all + each.cash)
    expect(all).toBe(this.#core.supply)
  }
}

/** The fee of a leg as the venue writes it, level by level, in fractions: whole units where each is cut. */
function writtenOf(fees: FeeFunction, { match, leg }: Sent['legs'][number]): Fraction {
  const { side, outcome } = leg
  const levels = leg.isMaker ? [leg] : match.makers
  let sum = fraction(0)
  for (const level of levels) {
    const at = Number((level.value * 10_000n) / level.shares)
    const price = level.outcome === outcome ? at : 10_000 - at
    const size = Number(level.shares / 10n ** 12n)
    const written = writtenWei(fees, { role: leg.isMaker ? 'maker' : 'taker', side, price, size })
    const one = fees.rounding === 'up' ? written : fraction(floor(inUnits(written, fees.unit)) * fees.unit)
    sum = fraction(sum.over * one.under + one.over * sum.under, sum.under * one.under)
  }
  return sum
}

const costsOf = (legs: Sent['legs']) => {
  const sum = { shares: 0n, value: 0n, cash: 0n }
  for (const { leg } of legs) {
    sum.shares += leg.shares
    sum.value += leg.value
    if (leg.fee.in === 'cash') sum.cash += leg.fee.amount
  }
  return sum
}

describe('core, ledger and worst case', () => {
  test.each(VENUES)('agree about %s fees, to the wei, over random fills', (_, market) => {
    const fees = market.fees as FeeFunction
    const seen = { maker: 0, taker: 0, paid: 0n }
    for (let seed = 1; seed <= 12; seed++) {
      const options = { delayUs: seed % 3 === 0 ? 900_000 : 0, failsEach: seed % 4 === 0 ? 5 : 1_000_000 }
      const agreement = new Agreement(market, randomOf(seed), options)
      for (let i = 0; i < 250; i++) agreement.step()
      agreement.finish()
      for (const { place, legs } of agreement.sent.values()) {
        if (legs.length === 0) continue
        for (const { leg } of legs) {
          seen[leg.isMaker ? 'maker' : 'taker']++
          seen.paid += leg.fee.amount
        }
        expectWritten(fees, legs, options.delayUs === 0 && options.failsEach > 100)
        expectBounded(place, legs, market)
      }
    }
    expect(seen.maker).toBeGreaterThan(100)
    expect(seen.taker).toBeGreaterThan(50)
    expect(seen.paid).toBeGreaterThan(0n)
  })
})

function expectWritten(fees: FeeFunction, legs: Sent['legs'], isPlain: boolean): void {
  if (fees.rounding === 'down') {
    for (const one of legs) expect(one.leg.fee.amount).toBe(floor(writtenOf(fees, one)))
    return
  }
  let written = fraction(0)
  let charged = 0n
  for (const one of legs) {
    const next = writtenOf(fees, one)
    written = fraction(written.over * next.under + next.over * written.under, written.under * next.under)
    charged += one.leg.fee.amount
    expect(one.leg.fee.amount % fees.unit).toBe(0n)
  }
  // What is told of a fill that waits for its settlement, or fails, is rounded by itself.
  if (isPlain) expect(charged).toBe(ceil(inUnits(written, fees.unit)) * fees.unit)
  else expect(charged < ceil(written) + fees.unit).toBe(true)
}

/** What an order cost stays within what it counts as before it is sent. */
function expectBounded(place: Place, legs: Sent['legs'], market: Market): void {
  const { shares, value, cash } = costsOf(legs)
  const size = Size.of(Number(shares / 10n ** 12n))
  const bound = BigInt(feeBound(place, size, market) + roundingBound(place, market)) * 10n ** 8n
  const atLimit = BigInt(place.price) * BigInt(size) * 10n ** 8n
  if (place.side === 'buy') expect(value + cash <= atLimit + bound).toBe(true)
  else expect(value - cash >= atLimit - bound).toBe(true)
}
