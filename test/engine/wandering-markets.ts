import { MarketIndex, type OrderId } from '../../src/model/ids.js'
import type { Submit } from '../../src/model/intent.js'
import type { Market } from '../../src/model/market.js'
import { accepted, DeskBench, fillOf, level, market, picture, settings, type Told } from './desk-bench.js'

type Events = NonNullable<Parameters<DeskBench['turn']>[0]['events']>

const BOOK = 'ask 0.60 50 / bid 0.40 50'

/**
 * A desk among markets that come and go, at most four of a growing number at a time. Its orders are accepted, refused, filled and removed, or answered
 * late; a market may leave, and join again, before that.
 */
export class WanderingMarkets {
  readonly bench = new DeskBench({
    decide: ({ book }) =>
      book.state === 'live' ? book.quote({ bid: level(0.45, 20) }) : ({ kind: 'pull', why: 'dark' } as const),
    settings: settings({ desk: { graceMs: 3_000 }, requote: { requoteEveryMs: 0 } }),
    markets: [market(0)],
  })
  /** The markets of the desk, as a checkpoint of now numbers them. */
  numbered: readonly Market[] = [market(0)]
  #seed: number
  readonly #open = new Map<number, Market>([[0, market(0)]])
  readonly #free = new Set([1, 2, 3, 4, 5, 6, 7])
  readonly #past: Market[] = []
  #next = 1
  #waiting: Told[] = []

  constructor(seed: number) {
    this.#seed = seed
    this.bench.open()
  }

  run(turns: number): this {
    for (let turn = 0; turn < turns; turn++) this.#turn()
    return this
  }

  #turn(): void {
    const events = this.#events()
    const count = this.#draw(this.#waiting.length + 1)
    const reports = this.#waiting.splice(0, count)
    const told = this.bench.turn({ events, reports, timer: this.#draw(4) === 0, afterMs: 1 + this.#draw(800) })
    for (const command of told.commands)
      if (command.kind === 'submit') this.#answer(command)
      else
        this.#waiting.push({
          kind: 'removal',
          order: command.order as OrderId,
          answer: this.#draw(3) === 0 ? 'noop' : 'removed',
        })
    const { joined, left } = told
    for (const index of left) this.#free.add(index)
    const stays = this.numbered.filter(({ id, index }) => !left.includes(index) && !joined.some(one => one.id === id))
    this.numbered = [...stays, ...joined]
  }

  #events(): Events {
    const kind = this.#draw(10)
    if (kind === 0 && this.#open.size < 4) return this.#join(Math.min(...this.#free))
    if (this.#open.size === 0) return []
    const [index, one] = [...this.#open][this.#draw(this.#open.size)]!
    if (kind !== 1) return picture(BOOK, index)
    this.#open.delete(index)
    this.#past.push(one)
    return [{ kind: 'left', market: MarketIndex.of(index) }]
  }

  #join(index: number): Events {
    if (index === Number.POSITIVE_INFINITY) return []
    const again = this.#draw(3) === 0 ? this.#past.shift() : undefined
    const one = { ...(again ?? market(this.#next++)), index: MarketIndex.of(index) }
    this.#free.delete(index)
    this.#open.set(index, one)
    return [{ kind: 'joined', market: one }]
  }

  #answer(submit: Submit): void {
    if (this.#draw(8) === 0) return void this.#waiting.push({ kind: 'rejected', order: submit.id, slug: 'no' })
    this.#waiting.push(accepted(submit))
    if (this.#draw(3) > 0) return
    const fill = fillOf(submit, 1 + this.#draw(20))
    this.#waiting.push({ kind: 'matched', fill }, { kind: this.#draw(6) === 0 ? 'failed' : 'settled', fill })
  }

  #draw(below: number): number {
    this.#seed = (Math.imul(this.#seed, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((this.#seed / 2 ** 32) * below)
  }
}
