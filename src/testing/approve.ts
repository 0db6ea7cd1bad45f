import { review } from '../engine/risk.js'
import { deskSettings } from '../engine/settings.js'
import type { Stance } from '../engine/stance.js'
import type { Approved, Place } from '../model/intent.js'
import type { Market } from '../model/market.js'
import { Timestamp } from '../model/time.js'

/** Approves an order without limits: only the market's own grid is checked. Throws a RangeError on a refusal. */
export function approve(place: Place, market: Market): Approved<Place> {
  const answer = review(place, boundless(place, market))
  if (!('rule' in answer)) return answer
  throw new RangeError(
    `expected an order on the grid of market ${market.id}, refused by ${answer.rule}: ${JSON.stringify(place)}`,
  )
}

const ENOUGH = 1e15
const boundless = (place: Place, market: Market): Stance => ({
  market,
  limits: deskSettings().limits,
  now: place.expiresAt,
  wall: place.expiresAt,
  isLive: true,
  heardAt: place.expiresAt,
  oldest: null,
  clockOffsetMs: 0,
  bid: 0,
  ask: 0,
  stop: { bid: Timestamp.ZERO, ask: Timestamp.ZERO },
  ownBid: 0,
  ownAsk: 0,
  net: 0,
  bidOpen: 0,
  askOpen: 0,
  sellable: { yes: ENOUGH, no: ENOUGH },
  heldCost: 0,
  reserved: 0,
  reservedAll: 0,
  freeCash: ENOUGH,
  lossIfYes: 0,
  lossIfNo: 0,
  lossIfHalf: 0,
  scopes: [],
  ghosts: 0,
})
