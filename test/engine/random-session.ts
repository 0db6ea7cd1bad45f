import type { Turn } from '../../src/engine/news.js'
import type { Fill } from '../../src/model/fill.js'
import { MarketIndex, type OrderId } from '../../src/model/ids.js'
import type { Submit } from '../../src/model/intent.js'
import type { Market } from '../../src/model/market.js'
import { Price, Wei } from '../../src/model/money.js'
import type { OpenOrder } from '../../src/model/order.js'
import { type Decision, halt, keep, pull } from '../../src/model/quote.js'
import type { View } from '../../src/strategy/view.js'
import { type Asked, DeskBench, fillOf, hashOf, level, market, picture, rows, settings, type Told } from './desk-bench.js'

export type Random = () => number

/** Numbers below 1 from a seed: the same for the same seed, everywhere. */
export const randomOf = (seed: number): Random => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Resting {
  readonly submit: Submit
  left: number
  fills: number
}

/** What the session's venue takes of a fill, and how it hears what became of it. */
export interface SessionFees {
  charge(submit: Submit, count: number, key: string): Fill['fee']
  close(key: string, kind: 'settled' | 'failed'): void
}

/** A desk among books, answers, fills, cuts and commands that come at random, but never against the venue's own rules. */
export class RandomSession {
  readonly bench: DeskBench
  readonly random: Random
  readonly #open = new Map<OrderId, Resting>()
  readonly #unsettled: { readonly submit: Submit; readonly count: number; readonly key: string; readonly fill: Fill }[] = []
  readonly #late: Told[] = []

  readonly #isPrompt: boolean
  readonly #fees: SessionFees | null

  /**
   * `isPrompt`: the venue tells of a match at once, so that the desk knows all there is to know. `decide` replaces the session's own whims,
   * `before` comes before them.
   */
  constructor(
    seed: number,
    isPrompt = false,
    desk = settings({ limits: { positionMaxShares: 60, worstCaseLossMaxUsdt: 40 } }),
    decide?: (view: View<unknown>, random: Random) => Decision,
    before?: (view: View<unknown>) => void,
    terms: Partial<Market> = {},
    fees: SessionFees | null = null,
  ) {
    this.random = randomOf(seed)
    this.#fees = fees
    this.#isPrompt = isPrompt
    this.bench = new DeskBench({
      decide: view => {
        before?.(view)
        return decide?.(view, this.random) ?? this.#decide(view)
      },
      references: ['coin'],
      parameters: { halfSpreadTicks: 2, hours: [{ from: 9, to: 17 }] },
      settings: desk,
      markets: [market(0, terms), market(1, { tick: Price.of(10), ...terms })],
    })
    this.bench.open()
    this.bench.turn({ events: [...picture('ask 0.60 100 / bid 0.40 100', 0), ...picture('ask 0.52 100 / bid 0.48 100', 1)] })
  }

  run(steps: number): this {
    for (let i = 0; i < steps; i++) this.step()
    return this
  }

  step(): Turn {
    const reports = this.#reports()
    const events = this.random() < 0.6 ? this.#rows() : []
    const controls = this.random() < 0.02 ? [this.#control()] : []
    const afterMs = pick(this.random, [1, 1, 5, 50, 400, 3_000, 20_000])
    const turn = this.bench.turn({ events, reports, controls, timer: this.random() < 0.2, afterMs })
    for (const command of turn.commands) {
      if (command.kind === 'submit') this.#answer(command)
      else if (this.#open.has(command.order as OrderId)) this.#remove(command.order as OrderId)
    }
    return turn
  }

  #control(): Asked | 'halt' | 'resume' | 'pause' | 'cancel-all' {
    const close = { what: 'close', scope: 'all', closing: { crossTicks: pick(this.random, [null, 0, 3]) } } as const
    return pick(this.random, ['halt', 'resume', 'pause', 'cancel-all', 'resume', 'resume', close, 'resume'] as const)
  }

  #decide({ book, market }: View<unknown>): Decision {
    const luck = this.random()
    if (luck > 0.9995) return halt('luck')
    if (book.state !== 'live' || luck < 0.1) return luck < 0.05 ? keep() : pull('luck')
    const bid = 0.4 + Math.floor(this.random() * 8) / 100
    const ask = bid + 0.02 + Math.floor(this.random() * 8) / 100
    const size = 5 + Math.floor(this.random() * 20)
    if (luck < 0.15) return book.take(pick(this.random, ['yes', 'no']), pick(this.random, ['buy', 'sell']), level(0.5, size))
    if (luck < 0.3 && market.index === 1)
      return book.quote({ bid: [level(bid, size), level(bid - 0.02, size)], ask: level(ask, size) })
    return book.quote({ bid: luck < 0.9 ? level(bid, size) : null, ask: luck > 0.2 ? level(ask, size) : null })
  }

  #rows() {
    const index = pick(this.random, [0, 1])
    const price = (0.38 + Math.floor(this.random() * 10) / 100).toFixed(2)
    const side = this.random() < 0.5 ? `bid ${price}` : `ask ${(Number(price) + 0.1).toFixed(2)}`
    return this.random() < 0.05
      ? picture('ask 0.60 100 / bid 0.40 100', index)
      : rows(`${side} ${Math.floor(this.random() * 3) * 10}`, index)
  }

  #answer(submit: Submit): void {
    const { id } = submit
    const luck = this.random()
    if (luck < 0.1) this.#late.push({ kind: 'rejected', order: id, slug: 'no' })
    else {
      this.#open.set(id, { submit, left: submit.order.size / 1_000_000, fills: 0 })
      if (luck < 0.2) this.#late.push({ kind: 'unanswered', order: id, what: 'submit' })
      else if (luck < 0.95) this.#late.push({ kind: 'accepted', order: id, venueId: 'v', lockedUntil: null })
    }
  }

  #remove(id: OrderId): void {
    const luck = this.random()
    if (luck < 0.7) {
      this.#open.delete(id)
      this.#late.push({ kind: 'removal', order: id, answer: 'removed' })
      if (luck < 0.3) this.#late.push({ kind: 'ended', order: id, how: 'canceled', why: null })
    } else
      this.#late.push(
        luck < 0.9 ? { kind: 'removal', order: id, answer: 'noop' } : { kind: 'unanswered', order: id, what: 'cancel' },
      )
  }

  #reports(): readonly Told[] {
    const { random } = this
    const reports: Told[] = []
    while (this.#late.length > 0 && random() < 0.7)
      reports.push(...this.#late.splice(Math.floor(random() * this.#late.length), 1))
    const resting = [...this.#open.values()]
    if (resting.length > 0 && random() < 0.3) this.#fill(pick(random, resting), reports)
    if (this.#unsettled.length > 0 && random() < 0.3) {
      const next = pick(random, this.#unsettled)
      this.#unsettled.splice(this.#unsettled.indexOf(next), 1)
      const kind = random() < 0.8 ? 'settled' : 'failed'
      reports.push({ kind, fill: next.fill })
      this.#fees?.close(next.key, kind)
    }
    if (reports.length > 0 && random() < 0.2) reports.push(pick(random, reports))
    if (random() < 0.02) reports.push({ kind: 'link', state: 'lost' })
    if (random() < 0.05) reports.push({ kind: 'link', state: 'live' }, { kind: 'snapshot', snapshot: this.#snapshot() })
    return reports
  }

  #fill(resting: Resting, reports: Told[]): void {
    const { submit } = resting
    // Fees that are rounded show in fills that are small.
    const most = this.#fees === null ? 1 + Math.floor(this.random() * 10) : pick(this.random, [0.01, 0.37, 1, 2.5, 8])
    const count = Math.min(resting.left, most)
    resting.left = Math.round((resting.left - count) * 1e6) / 1e6
    const key = `${submit.id}/${++resting.fills}`
    const free = fillOf(submit, count, key)
    const fill = this.#fees === null ? free : { ...free, fee: this.#fees.charge(submit, count, key) }
    this.#unsettled.push({ submit, count, key, fill })
    if (this.#isPrompt || this.random() < 0.8) reports.push({ kind: 'matched', fill })
    if (resting.left <= 0) this.#open.delete(submit.id)
  }

  #snapshot() {
    const { cash } = this.bench.desk.state()
    const orders = [...this.#open.values()].map(({ submit, left }): OpenOrder => {
      const { market, outcome, side, price, size } = submit.order
      const filled = Wei.sub(Wei.ofSize(size), Wei.of(BigInt(Math.round(left * 1_000_000)) * 10n ** 12n))
      return { id: submit.id, hash: hashOf(submit.id), venueId: 'v', market, outcome, side, price, size, filled, rewardRate: 0 }
    })
    const fills = this.#unsettled.map(({ fill }) => ({ fill, state: 'matched' as const }))
    return {
      orders,
      cash: this.random() < 0.5 ? cash : Wei.of(cash + 10n ** 17n),
      fills,
      shares: new Map([[MarketIndex.of(0), this.#held()]]),
    }
  }

  #held() {
    const held = this.bench.desk.state().positions.get(market(0).id)
    return { yes: held?.yes.shares ?? Wei.ZERO, no: held?.no.shares ?? Wei.ZERO }
  }
}

export const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
