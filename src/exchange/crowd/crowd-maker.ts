import { type BookSide, inYesTerms, Price, Size } from '../../model/money.js'
import { Timestamp } from '../../model/time.js'
import type { CoreCommand } from '../core/command.js'
import type { CoreOrder } from '../core/core-event.js'
import type { CoreMarket } from '../core/core-reads.js'
import { type CrowdPen, type CrowdView, leastSize } from './crowd-pen.js'
import type { Random } from './random.js'

/** A market maker: keeps a ladder on both sides of its estimate of the value. */
export interface CrowdMaker {
  readonly account: string
  /** Commands for one moment; mostly none. `fair` is the true value, 0 < p < 1. */
  step(scene: MakerScene): readonly CoreCommand[]
}

export interface MakerScene {
  readonly now: Timestamp
  readonly fair: number
  readonly market: CoreMarket
  readonly view: CrowdView
  readonly pen: CrowdPen
}

export interface MakerTraits {
  readonly account: string
  readonly halfSpreadTicks: number
  /** Size of the first level in whole shares; each further level is 1.5 times the one before. */
  readonly firstShares: number
}

const LEVELS = 5
/** Time until a maker looks at the market again, varied at random. */
const LOOK_US = 1_500_000
/** Ticks that the maker's view must move before its ladder moves. */
const PATIENCE_TICKS = 0.7
/** Error of a maker's opinion, in ticks. */
const ERROR_TICKS = 0.4
/** A level is filled up when less than this part of it is left. */
const REFILL_BELOW = 0.5

type Targets = ReadonlyMap<string, { readonly side: BookSide; readonly price: Price; readonly size: Size }>

/** Creates a maker with its own random stream. It reads its resting orders from the exchange, so it goes on after a restart. */
export const createCrowdMaker = (traits: MakerTraits, random: Random): CrowdMaker => {
  let dueAt = Timestamp.ZERO
  let middle: number | null = null
  return {
    account: traits.account,
    step: scene => {
      if (scene.now < dueAt) return []
      dueAt = Timestamp.add(scene.now, Math.round(LOOK_US * (0.5 + random.uniform())))
      const { tick } = scene.market
      const opinion = scene.fair * 10_000 + random.normal() * ERROR_TICKS * tick
      if (middle === null || Math.abs(opinion - middle) > PATIENCE_TICKS * tick) middle = opinion
      return reconcile(scene, traits, ladder(scene, traits, middle))
    },
  }
}

/** The wanted levels on both sides; none crosses the orders of others. */
const ladder = ({ market, view }: MakerScene, traits: MakerTraits, middle: number): Targets => {
  const { tick, spec } = market
  const half = traits.halfSpreadTicks * tick
  const askMin = (view.levels(spec.id, 'bid', 1)[0]?.price ?? 0) + tick
  const bidMax = (view.levels(spec.id, 'ask', 1)[0]?.price ?? 10_000) - tick
  const bid = Math.min(Price.floor(middle - half, tick), bidMax)
  const ask = Math.max(Price.ceil(middle + half, tick), askMin)
  const targets = new Map<string, { side: BookSide; price: Price; size: Size }>()
  for (let level = 0; level < LEVELS; level++) {
    const shares = Math.round(traits.firstShares * 1.5 ** level)
    for (const [side, value] of [
      ['bid', bid - level * tick],
      ['ask', ask + level * tick],
    ] as const) {
      if (value <= 0 || value >= 10_000) continue
      const size = Size.ofShares(shares)
      const least = leastSize(Math.min(value, 10_000 - value))
      targets.set(`${side}:${value}`, { side, price: Price.of(value), size: size < least ? least : size })
    }
  }
  return targets
}

/** Removes orders that are no longer wanted and places what is missing. */
const reconcile = (scene: MakerScene, traits: MakerTraits, targets: Targets): readonly CoreCommand[] => {
  const { now, market, view, pen } = scene
  const missing = new Map(targets)
  const unwanted: string[] = []
  for (const order of view.openOrdersOf(traits.account)) {
    if (order.spec.market !== market.spec.id || !order.isResting) continue
    const key = keyOf(order)
    const target = missing.get(key)
    if (target !== undefined && leftOf(order) >= target.size * REFILL_BELOW) missing.delete(key)
    else unwanted.push(order.spec.hash)
  }
  const places = [...missing.values()].map(target =>
    pen.write({ account: traits.account, market: market.spec.id, isTaker: false, ...target }),
  )
  return unwanted.length === 0 ? places : [{ kind: 'remove', at: now, account: traits.account, hashes: unwanted }, ...places]
}

const keyOf = ({ spec }: CoreOrder): string => {
  const { side, price } = inYesTerms({ ...spec, price: Price.of(Number(spec.limit / 10n ** 14n)) })
  return `${side}:${price}`
}

const leftOf = (order: CoreOrder): number => Number((order.spec.shares - order.matched) / 10n ** 12n)
