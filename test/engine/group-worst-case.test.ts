import { describe, expect, it } from 'vitest'
import { createBooks } from '../../src/engine/books.js'
import { deriveSlot } from '../../src/engine/derive-slot.js'
import { freshDeskState } from '../../src/engine/desk-state.js'
import { Ledger } from '../../src/engine/ledger.js'
import { lossIfHalf } from '../../src/engine/loss-if-half.js'
import { referenceReader } from '../../src/engine/references.js'
import { Scopes } from '../../src/engine/scopes.js'
import { Slot } from '../../src/engine/slot.js'
import type { ScopeStance } from '../../src/engine/stance.js'
import { UNITS } from '../../src/engine/units.js'
import { worstCaseOf } from '../../src/engine/worst-case.js'
import { FillKey, MarketIndex, OrderId } from '../../src/model/ids.js'
import type { Approved, Place, Submit } from '../../src/model/intent.js'
import type { Limits } from '../../src/model/limits.js'
import type { Market } from '../../src/model/market.js'
import type { Outcome, Side } from '../../src/model/money.js'
import { type Decision, keep } from '../../src/model/quote.js'
import { Timestamp } from '../../src/model/time.js'
import type { View } from '../../src/strategy/view.js'
import { after, clockAt, fillOf, level, market, START, settings, type Told, usdt } from './desk-bench.js'
import { bruteForceGroup } from './group-oracle.js'
import { pick, type Random, RandomSession, randomOf } from './random-session.js'

const NOW = after(10_000)
const GROUP = { id: 'who wins', isNegRisk: true, isExhaustive: true }
const NONE = { positionMaxUsdt: null, openNotionalMaxUsdt: null, worstCaseLossMaxUsdt: null }
/** Limits that are there, and that nothing reaches. */
const wide = (countsVoid: boolean): Partial<Limits> => ({
  account: { positionMaxUsdt: null, worstCaseLossMaxUsdt: 900_000 },
  group: { worstCaseLossMaxUsdt: 900_000, countsVoid },
  strategies: [{ ...NONE, name: 'first', perMarket: {}, worstCaseLossMaxUsdt: 900_000 }],
})

/** A group with what was bought and ordered in it, as a desk would have it at `NOW`. */
class Drawn {
  readonly ledger: Ledger
  readonly #markets: readonly Market[]
  #counter = 0

  constructor(markets: readonly Market[]) {
    this.#markets = markets
    this.ledger = new Ledger(freshDeskState(7), markets)
  }

  order(index: number, side: Side, outcome: Outcome, price: number, count: number): Submit {
    const place: Place = {
      kind: 'place',
      ...{ market: MarketIndex.of(index), side, outcome, style: 'post-only', expiresAt: Timestamp.add(START, 120_000_000) },
      ...level(price, count),
    }
    const submit: Submit = { kind: 'submit', id: OrderId.of(7, ++this.#counter), order: place as Approved<Place> }
    this.ledger.submit(submit, START)
    return submit
  }

  tell(told: Told, ms: number): void {
    this.ledger.report({ ...told, at: after(ms), receivedAt: after(ms) })
  }

  /** Bought long ago. */
  held(index: number, outcome: Outcome, price: number, count: number): this {
    const submit = this.order(index, 'buy', outcome, price, count)
    const fill = { ...fillOf(submit, count), key: FillKey.of(`held ${submit.id}`, `0x${submit.id}` as never, 0) }
    this.tell({ kind: 'settled', fill }, 1)
    return this
  }

  /** What each market's scopes say, and what the worst case is by each of them. `stanzaOf`: the strategy of a market. */
  stances(limits: Partial<Limits>, stanzaOf: (index: number) => number | undefined = () => 0) {
    for (const { id, result } of this.#markets) if (result !== null) this.ledger.portfolio.pay(id, result.yes)
    const books = createBooks(this.#markets)
    const clock = clockAt(NOW, { grace: 3_000_000 })
    const desk = settings({ limits })
    const scopes = new Scopes(desk.limits, this.ledger, clock)
    const reads = {
      sibling: () => undefined,
      group: () => [],
      references: [],
      reference: referenceReader([]),
      clock,
      ledger: this.ledger,
    }
    const slots = this.#markets.map(({ index }) => {
      const assignment = { market: index, stanza: stanzaOf(index), definition: { name: 'none', create: () => ({}) } }
      const slot = new Slot({
        depth: books.depth(index),
        assignment: assignment as never,
        limits: desk.limits,
        ...reads,
      })
      deriveSlot(slot, this.ledger, clock, desk)
      scopes.join(slot)
      return slot
    })
    return slots.map(slot => {
      const stances = scopes.stand(slot)
      const own = { ...worstCaseOf(slot, clock), ifHalf: lossIfHalf(slot) }
      const worst = (whose: ScopeStance['whose']): number | null => {
        const scope = stances.find(each => each.whose === whose)
        if (scope === undefined) return null
        const { ifWins, ifLoses, ifVoid, rest } = scope
        return Math.max(0, own.ifYes + ifWins, own.ifNo + ifLoses, own.ifHalf + ifVoid) + rest
      }
      return { slot, stances, worst }
    })
  }
}

const groupOf = (count: number, change: (index: number) => Partial<Market> = () => ({})): readonly Market[] =>
  Array.from({ length: count }, (_, index) => market(index, { group: GROUP, minValue: usdt(0), ...change(index) }))

const sizeOf = (size: number | undefined): { readonly size?: number } => (size === undefined ? {} : { size })

describe('the worst case of a neg-risk group', () => {
  // Held 100 YES of A and of B for 65, resting: buy 100 YES of C at 0.30, buy 50 NO of A at 0.60. models.md D8.
  const vector = (isExhaustive: boolean): number | null => {
    const drawn = new Drawn(groupOf(3, () => ({ group: { ...GROUP, isExhaustive } })))
    drawn.held(0, 'yes', 0.35, 100).held(1, 'yes', 0.3, 100)
    drawn.order(2, 'buy', 'yes', 0.3, 100)
    drawn.order(0, 'buy', 'no', 0.6, 50)
    const found = drawn.stances(wide(false)).map(({ worst }) => worst('group'))
    expect(new Set(found).size).toBe(1)
    return found[0]!
  }

  it('is 65 where one of its markets wins, 95 where another one may, and not the 125 of every order at its full cost', () => {
    expect(vector(true)).toBe(65 * UNITS)
    expect(vector(false)).toBe(95 * UNITS)
  })

  it('is that of a whole group where as many markets joined as the venue lists, and of no whole one where there are more', () => {
    const held = (size: number | undefined, last: number | undefined = size): number | null => {
      const drawn = new Drawn(
        groupOf(3, index => ({
          group: { id: GROUP.id, isNegRisk: true, isExhaustive: false, ...sizeOf(index === 2 ? last : size) },
        })),
      )
      drawn.held(0, 'yes', 0.35, 100).held(1, 'yes', 0.3, 100).held(2, 'yes', 0.3, 100)
      return drawn.stances(wide(false)).map(({ worst }) => worst('group'))[0]!
    }
    // YES of each of three for 95: one of them pays 100, unless there is a fourth.
    expect(held(3)).toBe(0)
    expect(held(4)).toBe(95 * UNITS)
    expect(held(undefined)).toBe(95 * UNITS)
    // One of them was told that the group grew.
    expect(held(3, 4)).toBe(95 * UNITS)
  })

  it('counts a void group where it is asked for: NO of each of four pays three if one wins, and two if each pays half', () => {
    const drawn = new Drawn(groupOf(4))
    for (const index of [0, 1, 2, 3]) drawn.held(index, 'no', 0.7, 100)
    const worst = (countsVoid: boolean) => drawn.stances(wide(countsVoid)).map(({ worst }) => worst('group')! / UNITS)
    expect(worst(false)).toEqual([0, 0, 0, 0])
    expect(worst(true)).toEqual([80, 80, 80, 80])
  })

  it('of markets that may all win is no group: each of them counts alone', () => {
    const drawn = new Drawn(groupOf(2, () => ({ group: { ...GROUP, isNegRisk: false } })))
    drawn.held(0, 'yes', 0.4, 10).held(1, 'no', 0.5, 10)
    const [first] = drawn.stances(wide(true))
    expect(first?.stances.map(({ whose }) => whose)).toEqual(['strategy', 'account'])
    expect(first?.worst('account')).toBe(9 * UNITS)
  })

  it('of a part of it, which another strategy has the rest of, is not exhaustive', () => {
    const drawn = new Drawn(groupOf(3))
    for (const index of [0, 1, 2]) drawn.held(index, 'yes', 0.3, 100)
    const [first] = drawn.stances(wide(false), index => (index === 2 ? undefined : 0))
    expect([first?.worst('group'), first?.worst('strategy')]).toEqual([0, 60 * UNITS])
  })

  it('goes by the results that are known: a market that lost cannot win, and one that won leaves the others their loss', () => {
    const withResult = (yes: number) => {
      const result = { yes, at: START }
      const drawn = new Drawn(groupOf(3, index => (index === 0 ? { result } : {})))
      drawn.held(0, 'yes', 0.2, 100).held(1, 'yes', 0.3, 100).held(2, 'yes', 0.4, 100)
      return drawn.stances(wide(false))[1]?.worst('group')
    }
    // 90 was paid. Of B and C one still pays 100; where A has won, none of the others does, and A has paid.
    expect(withResult(0)).toBe(0)
    expect(withResult(1)).toBe(0)
    // Half was paid for A; what the others pay is open.
    expect(withResult(0.5)).toBe(40 * UNITS)
  })

  it('is what trying every ending with every set of orders and fills finds, in 800 drawn groups', () => {
    const random = randomOf(11)
    let looks = 0
    const seen = { exhaustive: 0, voided: 0, decided: 0 }
    for (let n = 0; n < 800; n++) {
      const { drawn, markets } = draw(random)
      const countsVoid = random() < 0.5
      const found = drawn.stances(wide(countsVoid))
      if (markets.every(({ result }) => result !== null)) continue
      const state = drawn.ledger.save()
      const paid = bruteForceGroup(state, markets, NOW, { countsVoid })
      if (paid === null) throw new Error('few enough orders were expected')
      for (const { slot, worst } of found) {
        if (slot.market.result !== null) continue
        looks++
        for (const whose of ['group', 'account', 'strategy'] as const)
          expect(Math.abs(worst(whose)! - Math.max(0, paid)), `group ${n}`).toBeLessThan(20)
      }
      seen.exhaustive += Number(markets.every(({ group }) => group?.isExhaustive))
      seen.decided += Number(markets.some(({ result }) => result !== null))
      if (countsVoid && paid > bruteForceGroup(state, markets, NOW, { countsVoid: false })! + 20) seen.voided++
    }
    expect(looks).toBeGreaterThan(1_200)
    // Each kind of case was there.
    for (const times of Object.values(seen)) expect(times).toBeGreaterThan(20)
  })
})

describe('limits that markets have together', () => {
  const LIMIT = 14
  const group = { group: { ...GROUP, isExhaustive: true } }
  const alone = { group: null }
  it.each([
    ['a group', { group: { worstCaseLossMaxUsdt: LIMIT, countsVoid: true } }, group],
    ['the account', { account: { positionMaxUsdt: null, worstCaseLossMaxUsdt: LIMIT } }, group],
    ['the account, of markets in no group', { account: { positionMaxUsdt: null, worstCaseLossMaxUsdt: LIMIT } }, alone],
    ['a strategy', { strategies: [{ ...NONE, name: 'first', perMarket: {}, worstCaseLossMaxUsdt: LIMIT }] }, group],
  ] as const)('never are passed by the worst case of %s in any session', (_, limits, terms) => {
    // The session's venue lets no order expire, so none lives to see its expiration.
    const desk = settings({ limits, requote: { orderLifeSeconds: 3_600 } })
    const seen = { looks: 0, most: 0, refused: 0 }
    for (let seed = 1; seed <= 4; seed++) {
      const session = new RandomSession(seed, true, desk, requoting, undefined, terms)
      for (let i = 0; i < 100; i++) {
        const { refusals } = session.step()
        seen.refused += refusals.filter(({ rule }) => rule.endsWith('.worstCaseLossMaxUsdt')).length
        const { desk, now, markets } = session.bench
        const parts = terms.group === null ? markets.map(one => [one]) : [markets]
        const losses = parts.map(part => bruteForceGroup(desk.state(), part, now, { countsVoid: terms.group !== null }))
        if (losses.includes(null)) continue
        const loss = losses.reduce<number>((sum, each) => sum + Math.max(0, each ?? 0), 0)
        expect(loss).toBeLessThanOrEqual(LIMIT * UNITS + 20)
        seen.looks++
        seen.most = Math.max(seen.most, loss)
      }
    }
    expect(seen.looks).toBeGreaterThan(160)
    expect(seen.refused).toBeGreaterThan(10)
    // The limit was reached, so it was what held.
    expect(seen.most).toBeGreaterThan((LIMIT - 1) * UNITS)
  })
})

/** Quotes both sides, now and then elsewhere, so that orders are removed and others wanted in their place. */
const requoting = ({ book }: View<unknown>, random: Random): Decision => {
  if (book.state !== 'live' || random() < 0.4) return keep()
  const bid = 0.42 + Math.floor(random() * 6) / 100
  const size = pick(random, [3, 5, 8])
  return book.quote({ bid: level(bid, size), ask: level(bid + 0.06, size) })
}

/** A group of two to four markets, some with a result, with up to seven orders of every kind. */
function draw(random: Random): { readonly drawn: Drawn; readonly markets: readonly Market[] } {
  const isExhaustive = random() < 0.6
  const winner = random() < 0.1 ? 0 : -1
  const split = random() < 0.05 ? 1 : -1
  const count = 2 + Math.floor(random() * 3)
  const markets = groupOf(count, index => {
    const yes = index === winner ? 1 : index === split ? 0.5 : winner === 0 || random() < 0.15 ? 0 : null
    const result = yes === null || index === count - 1 ? null : { yes, at: START }
    return { group: { ...GROUP, isExhaustive }, result }
  })
  const drawn = new Drawn(markets)
  // Pairs lose and gain nothing, and there is something to sell.
  for (const { index } of markets) drawn.held(index, 'yes', 0.5, 300).held(index, 'no', 0.5, 300)
  // NO of all of them is what a void group pays badly.
  if (random() < 0.4) for (const { index } of markets) drawn.held(index, 'no', 0.6, 40)
  const orders = 1 + Math.floor(random() * 7)
  for (let n = 0; n < orders; n++) drawOrder(random, drawn, count)
  return { drawn, markets }
}

function drawOrder(random: Random, drawn: Drawn, count: number): void {
  const size = 4 * (1 + Math.floor(random() * 10))
  const price = (1 + Math.floor(random() * 99)) / 100
  const submit = drawn.order(
    Math.floor(random() * count),
    pick(random, ['buy', 'buy', 'sell']),
    pick(random, ['yes', 'no']),
    price,
    size,
  )
  const part = pick(random, [0, 0, 0.25, 0.5, 1])
  if (part > 0) drawn.tell({ kind: 'matched', fill: fillOf(submit, size * part) }, 10)
  if (part > 0 && random() < 0.7)
    drawn.tell({ kind: pick(random, ['settled', 'settled', 'failed']), fill: fillOf(submit, size * part) }, 20)
  const end = pick(random, ['working', 'unknown', 'ghost', 'gone'])
  if (end === 'unknown') drawn.tell({ kind: 'unanswered', order: submit.id, what: 'submit' }, 30)
  if (end === 'ghost') drawn.tell({ kind: 'removal', order: submit.id, answer: 'removed' }, 9_000)
  if (end === 'gone') drawn.tell({ kind: 'removal', order: submit.id, answer: 'removed' }, 40)
}
