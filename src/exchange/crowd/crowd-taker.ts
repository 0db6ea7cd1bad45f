import { type BookSide, type Level, Price, Size } from '../../model/money.js'
import type { CoreCommand } from '../core/command.js'
import type { MakerScene } from './crowd-maker.js'
import { leastSize } from './crowd-pen.js'
import type { Random } from './random.js'

/** What takers see at one moment, and how long since they last looked. */
export interface TakerScene extends MakerScene {
  readonly elapsedUs: number
  readonly account: string
}

/** Size of orders that cross the spread, whole shares. */
const NOISE_SHARES = 8
const NOISE_SHARES_MEAN = 25
const NOISE_SHARES_MAX = 200
/** Noise traders trade at most this far from the true value. */
const NOISE_REACH_TICKS = 8
/** What an informed trader wants to gain for each share after the fee, in ticks. */
const EDGE_TICKS = 1
const INFORMED_A_SECOND = 2
const INFORMED_SHARES_MAX = 100

/** A noise trader trades now and then on either side, a little more often towards the true value. */
export const noiseTrade = (scene: TakerScene, random: Random, aSecond: number): readonly CoreCommand[] => {
  if (random.uniform() >= chance(aSecond, scene.elapsedUs)) return []
  const shares = Math.min(Math.round(NOISE_SHARES + NOISE_SHARES_MEAN * random.exponential()), NOISE_SHARES_MAX)
  const isUp = random.uniform() < 0.5 + lean(scene)
  const best = bestOf(scene, isUp)
  if (best === null) return []
  const { tick } = scene.market
  const distance = isUp ? best.price - scene.fair * 10_000 : scene.fair * 10_000 - best.price
  if (distance > NOISE_REACH_TICKS * tick) return []
  const worst = isUp ? Price.floor(best.price + tick, tick) : Price.ceil(best.price - tick, tick)
  return [take(scene, { isUp, price: worst, shares })]
}

/** An informed trader knows the true value, and takes a price that differs from it by more than the fee. */
export const informedTrade = (scene: TakerScene, random: Random): readonly CoreCommand[] => {
  if (random.uniform() >= chance(INFORMED_A_SECOND, scene.elapsedUs)) return []
  for (const isUp of [true, false]) {
    const best = bestOf(scene, isUp)
    if (best === null) continue
    const gain = isUp ? scene.fair * 10_000 - best.price : best.price - scene.fair * 10_000
    if (gain <= feeOf(scene, best.price) + EDGE_TICKS * scene.market.tick) continue
    const shares = Math.min(Math.ceil(best.size / 1_000_000), INFORMED_SHARES_MAX)
    return [take(scene, { isUp, price: best.price, shares })]
  }
  return []
}

const chance = (aSecond: number, elapsedUs: number): number => 1 - Math.exp((-aSecond * elapsedUs) / 1_000_000)

/** From -0.2 to 0.2: more buyers when the middle is below the true value. */
const lean = (scene: TakerScene): number => {
  const bid = bestOf(scene, false)
  const ask = bestOf(scene, true)
  if (bid === null || ask === null) return 0
  const gap = (scene.fair * 10_000 - (bid.price + ask.price) / 2) / scene.market.tick
  return Math.min(Math.max(gap / 10, -0.2), 0.2)
}

const bestOf = ({ view, market }: TakerScene, isUp: boolean): Level | null => {
  const side: BookSide = isUp ? 'ask' : 'bid'
  return view.levels(market.spec.id, side, 1)[0] ?? null
}

/** In 1/10,000 of a dollar a share. */
const feeOf = ({ market }: TakerScene, price: Price): number =>
  (market.spec.feeRateBps / 10_000) * Math.min(price, 10_000 - price)

const take = (scene: TakerScene, { isUp, price, shares }: { isUp: boolean; price: Price; shares: number }): CoreCommand => {
  const own = Math.min(price, 10_000 - price)
  const least = leastSize(own)
  const size = Size.ofShares(shares)
  return scene.pen.write({
    account: scene.account,
    market: scene.market.spec.id,
    side: isUp ? 'bid' : 'ask',
    price,
    size: size < least ? least : size,
    isTaker: true,
  })
}
