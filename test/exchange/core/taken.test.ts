import { deserialize, serialize } from 'node:v8'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCore } from '../../../src/exchange/core/core.js'
import { optimistic, pessimistic, probabilistic } from '../../../src/exchange/core/fill-models.js'
import type { CoreState } from '../../../src/exchange/core/save-world.js'
import type { FillModel } from '../../../src/model/fill-model.js'
import { Price, Size } from '../../../src/model/money.js'
import { LotBook } from './lot-book.js'
import { at, type TryExchange, tryExchange } from './try-exchange.js'

const MODELS: readonly (readonly [FillModel, number])[] = [
  [pessimistic, 1_000_000],
  [probabilistic, 0],
  [optimistic, 0],
]
const GENEROUS = [probabilistic, optimistic] as const

const withModel = (model: FillModel): TryExchange => tryExchange({ fillModel: () => model })

const show = (exchange: TryExchange, shares: number, side: 'bid' | 'ask' = 'bid'): unknown =>
  exchange.do({
    kind: 'crowd-level',
    market: 1,
    side,
    price: Price.of(5_200),
    size: Size.ofShares(shares),
    cause: 'unexplained',
  })

/** Shows one size after the other, some seconds apart. */
function flicker(exchange: TryExchange, sizes: readonly number[], everySeconds: number, from = 0): number {
  let now = from
  for (const shares of sizes) {
    now += everySeconds
    exchange.wait(now)
    show(exchange, shares)
  }
  return now
}

const filled = (exchange: TryExchange, hash: string): number =>
  Number((exchange.core.order(hash)?.matched ?? 0n) / 10n ** 12n) / 1e6

/** An ask of 200 at 0.52, of one who holds no shares. */
const ask = (exchange: TryExchange): string => exchange.place('ann', 'buy no 0.48 200').hash

describe('what a fill took of a recorded level stays taken', () => {
  const times = Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? 19 : 20))

  it('for the pessimist, however often the level flickers, whether the order came after the level or before it', () => {
    const after = withModel(pessimistic)
    show(after, 20)
    const taker = ask(after)
    flicker(after, times, 0.1)
    expect(filled(after, taker)).toBe(20)

    const before = withModel(pessimistic)
    const maker = ask(before)
    show(before, 20)
    flicker(before, times, 0.1)
    expect(filled(before, maker)).toBe(20)
    expect(before.book()).toBe('ask 0.52 180')
  })

  it('for the pessimist also where the whole level comes and goes', () => {
    const exchange = withModel(pessimistic)
    const hash = ask(exchange)
    flicker(exchange, [20, 0, 20, 0, 20, 0, 20, 0, 20], 0.1)
    expect(filled(exchange, hash)).toBe(20)
  })

  it('for the other models too, but what a row adds is new', () => {
    for (const model of GENEROUS) {
      const exchange = withModel(model)
      show(exchange, 20)
      const hash = ask(exchange)
      flicker(exchange, [19, 20, 19, 20, 18, 20], 0.1)
      expect(filled(exchange, hash)).toBe(20 + 1 + 1 + 2)
      flicker(exchange, [0, 20], 0.1, 1)
      expect(filled(exchange, hash)).toBe(20 + 1 + 1 + 2 + 20)
    }
  })

  it('for the pessimist up to a second after the decrease; what comes later is new', () => {
    const exchange = withModel(pessimistic)
    show(exchange, 20)
    const hash = ask(exchange)
    const now = flicker(exchange, [17, 18, 20], 0.5)
    expect(filled(exchange, hash)).toBe(20)
    flicker(exchange, [19, 20, 19, 20], 1.1, now)
    expect(filled(exchange, hash)).toBe(22)
  })

  it('up to what left: of a growth beyond it the rest is new', () => {
    const exchange = withModel(pessimistic)
    show(exchange, 20)
    const hash = ask(exchange)
    flicker(exchange, [15, 30, 30, 30], 0.1)
    expect(filled(exchange, hash)).toBe(20 + 10)
  })

  it('each decrease for its own second', () => {
    const exchange = withModel(pessimistic)
    show(exchange, 20)
    const hash = ask(exchange)
    // Ten left at 0.0, and one at 0.9: at 1.8 only that one may come back.
    flicker(exchange, [10], 0)
    exchange.wait(0.9)
    show(exchange, 9)
    exchange.wait(1.8)
    show(exchange, 20)
    expect(filled(exchange, hash)).toBe(20 + 10)
  })

  it('and of what was not taken the rest is there again after a flicker', () => {
    for (const [model] of MODELS) {
      const exchange = withModel(model)
      show(exchange, 40)
      exchange.place('ann', 'buy no 0.48 5')
      flicker(exchange, [10, 40], 0.1)
      expect(exchange.book()).toBe('bid 0.52 35')
    }
  })

  it('over a whole book that is told again', () => {
    for (const [model] of MODELS) {
      const exchange = withModel(model)
      show(exchange, 20)
      const hash = ask(exchange)
      for (const shares of [20, 15, 20]) {
        exchange.do({ kind: 'crowd-clear', market: 1 })
        show(exchange, shares)
      }
      expect(filled(exchange, hash)).toBe(model === pessimistic ? 20 : 25)
      exchange.wait(2)
      exchange.do({ kind: 'crowd-clear', market: 1 })
      exchange.wait(4)
      show(exchange, 20)
      expect(filled(exchange, hash)).toBe(model === pessimistic ? 40 : 45)
    }
  })

  it('over a dark book: the lot that was taken is not there again when the book is', () => {
    for (const [model] of MODELS) {
      const exchange = withModel(model)
      show(exchange, 20)
      const hash = ask(exchange)
      expect(filled(exchange, hash)).toBe(20)
      exchange.do({ kind: 'crowd-clear', market: 1, isDark: true })
      exchange.wait(5)
      exchange.do({ kind: 'crowd-clear', market: 1 })
      show(exchange, 20)
      expect(filled(exchange, hash)).toBe(20)
      exchange.wait(7)
      show(exchange, 26)
      expect(filled(exchange, hash)).toBe(26)
    }
  })

  it('against everybody: two takers share what is displayed', () => {
    const exchange = withModel(pessimistic)
    show(exchange, 20)
    const [first, second] = [exchange.place('ann', 'buy no 0.48 15').hash, exchange.place('bob', 'buy no 0.48 15').hash]
    flicker(exchange, [19, 20], 0.1)
    expect([filled(exchange, first), filled(exchange, second)]).toEqual([15, 5])
  })

  it('in a core that is saved and goes on, and in its state hash', () => {
    const options = { fillModel: () => pessimistic }
    const exchange = tryExchange(options)
    show(exchange, 20)
    const hash = ask(exchange)
    flicker(exchange, [12], 0.1)
    exchange.core.drain()
    const again = createCore(options, deserialize(serialize(exchange.core.save())) as CoreState)
    expect(again.stateHash()).toBe(exchange.core.stateHash())
    const bid = { side: 'bid', price: Price.of(5_200), cause: 'unexplained' } as const
    for (const core of [exchange.core, again]) {
      core.crowd.level(at(0.5), 1, { ...bid, size: Size.ofShares(20) })
      expect(core.order(hash)?.matched).toBe(20n * 10n ** 18n)
      core.crowd.level(at(0.5), 1, { ...bid, size: Size.ofShares(21) })
      expect(core.order(hash)?.matched).toBe(21n * 10n ** 18n)
    }
    expect(again.stateHash()).toBe(exchange.core.stateHash())
  })

  it('and tells two states apart that display the same', () => {
    const [one, other] = [withModel(pessimistic), withModel(pessimistic)]
    for (const exchange of [one, other]) {
      show(exchange, 20)
      exchange.place('ann', 'buy no 0.48 5')
    }
    const before = one.core.stateHash()
    expect(other.core.stateHash()).toBe(before)
    // The one shows 15 of which nothing was taken, the other 20 of which 5 were.
    flicker(one, [0], 1.5)
    flicker(one, [15], 1.5, 1.5)
    other.wait(3)
    expect(one.book()).toBe(other.book())
    expect(one.core.stateHash()).not.toBe(other.core.stateHash())
  })
})

type Step =
  | { readonly kind: 'row'; readonly price: number; readonly size: number }
  | { readonly kind: 'whole'; readonly sizes: readonly number[] }
  | { readonly kind: 'ask'; readonly price: number; readonly size: number }
  | { readonly kind: 'print'; readonly price: number; readonly size: number }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'wait'; readonly ms: number }

const PRICES = [50, 51, 52]
const price = fc.constantFrom(...PRICES)
const size = fc.integer({ min: 0, max: 12 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('row' as const), price, size }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('whole' as const), sizes: fc.tuple(size, size, size) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('ask' as const), price, size: fc.integer({ min: 3, max: 15 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('print' as const), price, size: fc.integer({ min: 1, max: 9 }) }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'cancel' }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(100, 400, 1_000, 1_001) }) },
)

/** Asks of one account against recorded bids, and beside them the book that is kept share by share. */
class Compared {
  readonly exchange: TryExchange
  readonly lots: LotBook
  printed = 0
  #ms = 0
  readonly #asks: { readonly hash: string; readonly price: number }[] = []

  constructor(model: FillModel, flickerUs: number) {
    this.exchange = withModel(model)
    this.lots = new LotBook(flickerUs)
  }

  do(step: Step): void {
    if (step.kind === 'wait') {
      this.#ms += step.ms
      this.exchange.wait(this.#ms / 1_000)
    } else if (step.kind === 'row') this.#row(step)
    else if (step.kind === 'whole') this.#whole(step.sizes)
    else if (step.kind === 'ask') this.#ask(step)
    else if (step.kind === 'print') this.#print(step)
    else this.exchange.do({ kind: 'remove', account: 'ann', hashes: this.#asks.map(({ hash }) => hash) })
  }

  /** What the order still wants. */
  #wanted(least: number): number {
    return this.#asks
      .filter(each => each.price <= least && this.exchange.status(each.hash) === 'OPEN')
      .reduce((sum, { hash }) => sum + this.#left(hash), 0)
  }

  #left(hash: string): number {
    const order = this.exchange.core.order(hash)
    return order === null || order === undefined ? 0 : Number((order.spec.shares - order.matched) / 10n ** 18n)
  }

  #row({ price, size }: { readonly price: number; readonly size: number }): void {
    const wanted = this.#wanted(price)
    this.lots.show(this.#ms * 1_000, price, size)
    this.lots.takeAt(price, wanted)
    this.#show(price, size)
  }

  #whole(sizes: readonly number[]): void {
    const levels = PRICES.map((each, index) => ({ price: each, size: sizes[index] ?? 0 })).filter(each => each.size > 0)
    this.exchange.do({ kind: 'crowd-clear', market: 1 })
    this.lots.whole(this.#ms * 1_000, new Map(levels.map(each => [each.price, each.size])))
    for (const each of levels) {
      this.lots.takeAt(each.price, this.#wanted(each.price))
      this.#show(each.price, each.size)
    }
    // What comes in the very moment of a clear belongs to its whole book.
    this.do({ kind: 'wait', ms: 1 })
  }

  #show(cents: number, shares: number): void {
    const row = { price: Price.of(cents * 100), size: Size.ofShares(shares) }
    this.exchange.do({ kind: 'crowd-level', market: 1, side: 'bid', ...row, cause: 'unexplained' })
  }

  #ask({ price, size }: { readonly price: number; readonly size: number }): void {
    const { hash } = this.exchange.place('ann', `buy no 0.${100 - price} ${size}`)
    this.#asks.push({ hash, price })
    this.lots.take(price, size)
  }

  #print({ price, size }: { readonly price: number; readonly size: number }): void {
    const before = this.matched()
    this.exchange.do({ kind: 'crowd-print', market: 1, side: 'ask', price: Price.of(price * 100), size: Size.ofShares(size) })
    this.printed += this.matched() - before
  }

  matched(): number {
    return this.#asks.reduce((sum, { hash }) => sum + filled(this.exchange, hash), 0)
  }
}

const sum = (amounts: Iterable<number>): number => [...amounts].reduce((total, amount) => total + amount, 0)

describe('on random books', () => {
  it.each(MODELS.map(([model, flickerUs]) => [model.name, model, flickerUs] as const))(
    'no more is taken of a level over its whole life than came to it, and exactly what a book of single shares gives (%s)',
    (_name, model, flickerUs) => {
      fc.assert(
        fc.property(fc.array(step, { minLength: 5, maxLength: 80 }), steps => {
          const compared = new Compared(model, flickerUs)
          const { exchange, lots } = compared
          for (const each of steps) {
            compared.do(each)
            const shown = exchange.core.levels(1, 'bid').map(level => [level.price / 100, level.size / 1e6])
            expect(shown).toEqual(lots.left())
          }
          for (const [at, taken] of lots.filled) expect(taken).toBeLessThanOrEqual(lots.came.get(at) ?? 0)
          expect(compared.matched()).toBe(sum(lots.filled.values()) + compared.printed)
        }),
        { numRuns: 150, seed: 5 },
      )
    },
  )
})
