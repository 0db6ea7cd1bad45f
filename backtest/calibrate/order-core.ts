import type { AccountId, CoreAnswer, CoreCommand, MarketSpec, OrderSpec } from '../../src/exchange/core/command.js'
import { type Core, createCore } from '../../src/exchange/core/core.js'
import type { CoreOptions } from '../../src/exchange/core/core-options.js'
import type { FillModel } from '../../src/model/fill-model.js'
import { Size, Wei } from '../../src/model/money.js'
import type { Timestamp } from '../../src/model/time.js'
import { ourLegs } from './core-orders.js'
import type { TimedFill } from './run-order.js'

/** An account without keys, whose finished orders are forgotten. */
const US: AccountId = 'crowd-run'
/** Whether there was money for an order was decided when it was sent; here there always is. */
const PLENTY = Wei.of(Wei.ONE * 1_000_000_000n)

/** Replays sent orders in a core of their own: the recorded crowd is everyone else, and one fill model decides where they queue. */
export class OrderCore {
  readonly core: Core
  readonly #fills = new Map<string, TimedFill[]>()

  /** The rows were recorded with these orders at the venue, so they show what was taken; `options` lists exceptions. */
  constructor(model: FillModel, options: Pick<CoreOptions, 'takerDelayUs' | 'crowdShowsTaken'> = {}) {
    this.core = createCore({ fillModel: () => model, crowdShowsTaken: () => true, ...options, matchesKept: 1_000 })
  }

  open(at: Timestamp, market: MarketSpec): void {
    this.apply({ at, kind: 'market', market: { ...market, rewards: null } })
    this.apply({ at, kind: 'fund', account: US, cash: Wei.of(PLENTY * 2n) })
    this.apply({ at, kind: 'split', account: US, market: market.id, shares: PLENTY })
  }

  place(at: Timestamp, order: OrderSpec): void {
    this.apply({ at, kind: 'place', order: { ...order, account: US } })
  }

  remove(at: Timestamp, hashes: readonly string[]): void {
    this.apply({ at, kind: 'remove', account: US, hashes })
  }

  apply(command: CoreCommand): CoreAnswer {
    const answer = this.core.apply(command)
    this.look()
    return answer
  }

  /** Records the fills since the last call. */
  look(): void {
    if (!this.core.hasNews) return
    for (const event of this.core.drain())
      if (event.kind === 'matched')
        for (const { order, shares } of ourLegs(event.match)) this.#note(order.spec.hash, event.at, Size.floorWei(shares))
  }

  fillsOf(hash: string): readonly TimedFill[] {
    return this.#fills.get(hash) ?? []
  }

  #note(hash: string, at: Timestamp, size: number): void {
    const fills = this.#fills.get(hash)
    if (fills === undefined) this.#fills.set(hash, [{ at, size }])
    else fills.push({ at, size })
  }
}
