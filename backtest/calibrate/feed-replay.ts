import { marketChange, TRADING } from '../../src/exchange/crowd/market-change.js'
import type { MarketEvent } from '../../src/model/event.js'
import type { FillModel } from '../../src/model/fill-model.js'
import type { Market } from '../../src/model/market.js'
import { Size } from '../../src/model/money.js'
import { Timestamp } from '../../src/model/time.js'
import { coreMarket, marketSpec, orderSpec } from '../order-spec.js'
import { OrderCore } from './order-core.js'
import { OwnDisplayed } from './own-displayed.js'
import { failedAt, type RunOrder, type TimedFill } from './run-order.js'

interface FeedReplayOptions {
  /** By index, as the orders name them. */
  readonly markets: readonly Market[]
  readonly models: readonly FillModel[]
  readonly orders: readonly RunOrder[]
}

type Action = { readonly at: Timestamp } & ({ readonly place: RunOrder } | { readonly remove: string })

/**
 * Replays a run's orders, at the times when they reached the venue, against the feed that the run recorded, once for each fill model. The run's own
 * displayed orders are subtracted from the recorded levels. At the same time, rows come before orders.
 */
export class FeedReplay {
  readonly #options: FeedReplayOptions
  readonly #markets: Market[]
  readonly #cores: readonly OrderCore[]
  readonly #own: OwnDisplayed
  readonly #actions: readonly Action[]
  #next = 0
  #now = Timestamp.ZERO

  constructor(options: FeedReplayOptions) {
    this.#options = options
    this.#markets = [...options.markets]
    this.#cores = options.models.map(model => new OrderCore(model))
    this.#own = new OwnDisplayed(options.orders)
    this.#actions = options.orders.flatMap(actionsOf).toSorted((a, b) => a.at - b.at)
  }

  /** Takes the next event, in the order of arrival. */
  add(event: MarketEvent): void {
    // A first snapshot may describe a time before the run; times never go back.
    const at = Timestamp.max(this.#now, event.at > event.receivedAt ? event.receivedAt : event.at)
    if (this.#now === Timestamp.ZERO) this.#open(at)
    this.#act(action => action.at < at)
    this.#now = at
    for (const replayed of this.#cores) {
      this.#apply(replayed, event)
      replayed.look()
    }
    if (event.kind === 'market' || event.kind === 'joined') this.#markets[event.market.index] = event.market
  }

  /** The fills of each order, for each model in the order of the models; ends the replay. */
  finish(): readonly (readonly (readonly TimedFill[])[])[] {
    this.#act(() => true)
    return this.#cores.map(core => this.#options.orders.map(({ submit }) => core.fillsOf(submit.id)))
  }

  #open(at: Timestamp): void {
    for (const core of this.#cores) for (const market of this.#markets) openMarket(core, at, market)
  }

  #act(isDue: (action: Action) => boolean): void {
    for (let action = this.#actions[this.#next]; action !== undefined && isDue(action); ) {
      const { at } = action
      for (const core of this.#cores)
        if ('remove' in action) core.remove(at, [action.remove])
        else core.place(at, orderSpec(action.place.submit.id, action.place.submit.order, ''))
      action = this.#actions[++this.#next]
    }
  }

  #apply(replayed: OrderCore, event: MarketEvent): void {
    const { core } = replayed
    const at = this.#now
    switch (event.kind) {
      case 'clear':
        return core.crowd.clear(at, coreMarket(event.market))
      case 'trade':
        return void core.crowd.print(at, coreMarket(event.market), event)
      case 'level': {
        const ours = Size.of(this.#own.at(at, event.market, event))
        return void core.crowd.level(at, coreMarket(event.market), { ...event, size: Size.less(event.size, ours) })
      }
      case 'market':
      case 'joined': {
        const last = this.#markets[event.market.index]
        if (last === undefined) return openMarket(replayed, at, event.market)
        const where = { at, market: coreMarket(event.market.index) }
        for (const command of marketChange(last, event.market, where)) core.apply(command)
        return
      }
      case 'confirmed':
      case 'feed':
      case 'left':
      case 'reference':
      case 'reference-feed':
      case 'venue':
        return
      default:
        event satisfies never
    }
  }
}

function openMarket(core: OrderCore, at: Timestamp, market: Market): void {
  const { index, trading } = market
  core.open(at, marketSpec(market))
  if (trading !== 'open') core.apply({ at, kind: 'trading', market: coreMarket(index), status: TRADING[trading] })
}

/** An order with a failed settlement is compared up to that moment. */
const actionsOf = (order: RunOrder): readonly Action[] => {
  const placed = { at: order.arrivedAt, place: order }
  const goneAt = [order.removedAt, failedAt(order)].filter(at => at !== null)
  return goneAt.length === 0 ? [placed] : [placed, { at: Timestamp.of(Math.min(...goneAt)), remove: order.submit.id }]
}
