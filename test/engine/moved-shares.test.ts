import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Adjustment, freshDeskState } from '../../src/engine/desk-state.js'
import { foldDesk } from '../../src/engine/fold.js'
import { Ledger } from '../../src/engine/ledger.js'
import type { Fill } from '../../src/model/fill.js'
import { FillKey, MarketIndex } from '../../src/model/ids.js'
import type { JournalEntry } from '../../src/model/journal-entry.js'
import type { Outcome, Side } from '../../src/model/money.js'
import { Wei } from '../../src/model/money.js'
import type { Report } from '../../src/model/report.js'
import { after, market, snapshotOf, type Told } from './desk-bench.js'

const MARKETS = [market(0), market(1), market(2)]
const UNIT = 10n ** 18n
const OUTCOMES: readonly Outcome[] = ['yes', 'no']

/** A ledger, and the wallet that it is compared with: a fill settles there before its report arrives. */
class Wallet {
  readonly ledger = new Ledger(freshDeskState(7), MARKETS)
  readonly journal: JournalEntry[] = []
  readonly booked: Adjustment[] = []
  /** Pairs that transactions made, below 0: turned into cash. */
  readonly moved = MARKETS.map(() => 0n)
  cash = 1_000n * UNIT
  readonly groups: readonly (readonly MarketIndex[])[]
  readonly shares = MARKETS.map(() => ({ yes: 100n * UNIT, no: 100n * UNIT }))
  #now = 0
  #fills = 0
  readonly #matched: Fill[] = []
  readonly #settled: Fill[] = []

  constructor(isGroup = false) {
    this.groups = isGroup ? [MARKETS.map(({ index }) => index)] : []
    this.look()
    this.booked.length = 0
  }

  move(at: number, pairs: bigint): void {
    const held = this.shares[at]!
    held.yes += pairs
    held.no += pairs
    this.cash -= pairs
    this.moved[at]! += pairs
  }

  /** NO of some markets becomes YES of the others, and cash. `feeBps`: the venue keeps a part. */
  convert(given: readonly number[], shares: bigint, feeBps = 0n): void {
    const kept = shares - (shares * feeBps) / 10_000n
    for (const [at, held] of this.shares.entries())
      if (given.includes(at)) held.no -= shares
      else held.yes += kept
    this.cash += BigInt(given.length - 1) * kept
  }

  match(at: number, side: Side, outcome: Outcome, count: bigint, price: bigint): void {
    const fill: Fill = {
      ...{ key: FillKey.parse(`fill-${this.#fills++}`), order: null, market: MarketIndex.of(at), role: 'maker' },
      ...{ outcome, side, shares: Wei.of(count), value: Wei.of((count * price) / 100n) },
      fee: { in: 'shares', amount: side === 'buy' ? Wei.of(count / 50n) : Wei.ZERO },
    }
    this.#matched.push(fill)
    this.#tell({ kind: 'matched', fill })
  }

  /** The oldest match settles on the chain, and no report says so yet. */
  settle(): void {
    const fill = this.#matched.shift()
    if (fill === undefined) return
    const isBuy = fill.side === 'buy'
    this.shares[fill.market]![fill.outcome] += isBuy ? fill.shares - fill.fee.amount : -fill.shares
    this.cash += isBuy ? -fill.value : fill.value
    this.#settled.push(fill)
  }

  /** The report of the oldest settlement arrives. */
  hear(): void {
    const fill = this.#settled.shift()
    if (fill !== undefined) this.#tell({ kind: 'settled', fill })
  }

  look(): void {
    const shares = new Map(this.shares.map(({ yes, no }, at) => [MarketIndex.of(at), { yes: Wei.of(yes), no: Wei.of(no) }]))
    this.#tell({ kind: 'snapshot', snapshot: snapshotOf({ cash: Wei.of(this.cash), shares, groups: this.groups }) })
  }

  /** Everything settles and is reported, and the wallet is looked at a last time. */
  rest(): void {
    while (this.#matched.length > 0) this.settle()
    while (this.#settled.length > 0) this.hear()
    this.look()
  }

  pairsBooked(at: number): bigint {
    const own = this.booked.filter(({ what, market: id }) => what === 'pairs' && id === MARKETS[at]!.id)
    return own.reduce((sum, { why, amount }) => sum + (why === 'split' ? amount : -amount), 0n)
  }

  #tell(told: Told): void {
    const now = after(++this.#now)
    const report = { ...told, at: now, receivedAt: now } satisfies Report
    this.journal.push({ kind: 'report', report, at: now })
    this.booked.push(...this.ledger.report(report))
  }
}

test('a merge is booked while the fill of another market is pending, whether the chain has settled that or not', () => {
  for (const isSettled of [false, true]) {
    const wallet = new Wallet()
    wallet.match(1, 'buy', 'yes', 20n * UNIT, 45n)
    if (isSettled) wallet.settle()
    wallet.move(0, -15n * UNIT)
    wallet.look()
    expect(wallet.booked).toMatchObject([{ why: 'merge', what: 'pairs', market: MARKETS[0]!.id, amount: 15n * UNIT }])
    wallet.rest()
    expect(wallet.booked).toHaveLength(1)
    expect(wallet.ledger.state.cash).toBe(1_000n * UNIT + 15n * UNIT - 9n * UNIT)
  }
})

test('pairs of a market with a pending fill are booked when it has settled', () => {
  const wallet = new Wallet()
  wallet.match(0, 'buy', 'yes', 20n * UNIT, 45n)
  wallet.move(0, -15n * UNIT)
  wallet.look()
  expect(wallet.booked).toEqual([])
  wallet.rest()
  expect(wallet.booked).toMatchObject([{ why: 'merge', what: 'pairs', amount: 15n * UNIT }])
})

test('pairs that left without their cash are differences, also while a fill is pending', () => {
  const wallet = new Wallet()
  wallet.match(1, 'buy', 'yes', 20n * UNIT, 45n)
  wallet.move(0, -15n * UNIT)
  wallet.cash -= 30n * UNIT
  wallet.look()
  expect(wallet.booked.map(({ why, what }) => `${why} ${what}`)).toEqual(['unexplained yes', 'unexplained no'])
})

test('a conversion is booked as one: NO for its cash, and YES for nothing', () => {
  const wallet = new Wallet(true)
  wallet.convert([0, 1], 20n * UNIT)
  wallet.look()
  expect(wallet.booked).toMatchObject([
    { why: 'convert', what: 'no', market: MARKETS[0]!.id, amount: -20n * UNIT, cash: 10n * UNIT },
    { why: 'convert', what: 'no', market: MARKETS[1]!.id, amount: -20n * UNIT, cash: 10n * UNIT },
    { why: 'convert', what: 'yes', market: MARKETS[2]!.id, amount: 20n * UNIT },
  ])
  expect(wallet.ledger.state.cash).toBe(wallet.cash)
  expect(wallet.ledger.state.adjusted).toBe(1_300n * UNIT)
})

test('a conversion of one NO, one of all, and one with a fee are told from differences', () => {
  for (const [given, feeBps] of [
    [[1], 0n],
    [[0, 1, 2], 0n],
    [[0, 2], 150n],
    [[2], 150n],
  ] as const) {
    const wallet = new Wallet(true)
    wallet.convert(given, 12n * UNIT + 7n, feeBps)
    wallet.look()
    expect(new Set(wallet.booked.map(({ why }) => why))).toEqual(new Set(['convert']))
    expect(wallet.ledger.state.cash).toBe(wallet.cash)
  }
})

test('shares of a group that left without the cash of a conversion are differences, and so are those of markets without a group', () => {
  for (const isGroup of [true, false]) {
    const wallet = new Wallet(isGroup)
    wallet.convert([0, 1], 20n * UNIT)
    if (isGroup) wallet.cash -= 15n * UNIT
    wallet.look()
    expect(new Set(wallet.booked.map(({ why }) => why))).toEqual(new Set(['unexplained']))
  }
})

test('a conversion waits while a fill of its group is pending, and is then booked as one', () => {
  const wallet = new Wallet(true)
  wallet.match(2, 'buy', 'yes', 5n * UNIT, 45n)
  wallet.convert([0, 1], 20n * UNIT)
  wallet.look()
  expect(wallet.booked).toEqual([])
  wallet.rest()
  expect(wallet.booked.map(({ why, what }) => `${why} ${what}`)).toEqual(['convert no', 'convert no', 'convert yes'])
})

test('any conversions, merges and splits of a group between two looks leave nothing unexplained, and a fold has the same books', () => {
  const deed = fc.oneof(
    fc.record({ at: fc.nat(2), pairs: fc.bigInt(-7n * UNIT, 7n * UNIT) }),
    fc.record({ given: fc.subarray([0, 1, 2], { minLength: 1 }), shares: fc.bigInt(1n, 9n * UNIT) }),
  )
  fc.assert(
    fc.property(fc.array(fc.array(deed, { maxLength: 5 }), { maxLength: 4 }), looks => {
      const wallet = new Wallet(true)
      for (const deeds of looks) {
        for (const one of deeds)
          if ('pairs' in one) wallet.move(one.at, one.pairs)
          else wallet.convert(one.given, one.shares)
        wallet.look()
      }
      expect(wallet.booked.filter(({ why }) => why === 'unexplained')).toEqual([])
      expect(wallet.ledger.state.cash).toBe(wallet.cash)
      for (const [at, { yes, no }] of wallet.shares.entries())
        expect(wallet.ledger.portfolio.position(MARKETS[at]!.id)).toMatchObject({ yes: { shares: yes }, no: { shares: no } })
      expect(wallet.ledger.state.adjusted).toBe(1_300n * UNIT)
      expect(foldDesk(freshDeskState(7), MARKETS, wallet.journal)).toEqual(wallet.ledger.save())
    }),
    { numRuns: 400 },
  )
})

const step = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), at: fc.nat(2), pairs: fc.bigInt(-7n * UNIT, 7n * UNIT) }),
  fc.record({
    kind: fc.constant('match' as const),
    at: fc.nat(2),
    side: fc.constantFrom<Side>('buy', 'sell'),
    outcome: fc.constantFrom(...OUTCOMES),
    count: fc.bigInt(1n, 3n * UNIT),
    price: fc.bigInt(1n, 99n),
  }),
  fc.record({ kind: fc.constantFrom('settle' as const, 'hear' as const, 'look' as const) }),
)

test('whatever settles in between, moved pairs are booked as such, nothing is unexplained, and a fold has the same books', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), steps => {
      const wallet = new Wallet()
      for (const one of steps)
        if (one.kind === 'move') wallet.move(one.at, one.pairs)
        else if (one.kind === 'match') wallet.match(one.at, one.side, one.outcome, one.count, one.price)
        else wallet[one.kind]()
      wallet.rest()
      expect(wallet.booked.filter(({ why }) => why === 'unexplained')).toEqual([])
      expect(MARKETS.map((_, at) => wallet.pairsBooked(at))).toEqual(wallet.moved)
      expect(wallet.ledger.state.cash).toBe(wallet.cash)
      expect(foldDesk(freshDeskState(7), MARKETS, wallet.journal)).toEqual(wallet.ledger.save())
    }),
    { numRuns: 500 },
  )
})
