import { Wei } from '../../model/money.js'
import { Timestamp } from '../../model/time.js'
import type { CoreOptions } from './core-options.js'
import { DueQueue } from './due-queue.js'
import { pessimistic } from './fill-models.js'
import { Fingerprint } from './fingerprint.js'
import { scoreRewards } from './rewards.js'
import { trimmedAt } from './trimmed-at.js'
import type { World } from './world.js'

const MATCHES_KEPT = 10_000
const WALLET_MATCHES_KEPT = 10_000
const ORDERS_KEPT = 10_000

/** Makes an empty exchange. */
export const createWorld = (options: CoreOptions): World => ({
  options: {
    settlementUs: 0,
    settles: () => true,
    takerDelayUs: 0,
    resolveAfterUs: 5_000_000,
    paysAtResult: true,
    convertFeeBps: 0,
    submitUs: 0,
    rewardEveryUs: 60_000_000,
    rewardFormula: scoreRewards,
    matchesKept: MATCHES_KEPT,
    walletMatchesKept: WALLET_MATCHES_KEPT,
    ordersKept: ORDERS_KEPT,
    fillModel: () => pessimistic,
    crowdShowsTaken: () => false,
    isTerse: false,
    ...options,
  },
  now: Timestamp.ZERO,
  supply: Wei.ZERO,
  accounts: new Map(),
  markets: new Map(),
  orders: new Map(),
  working: new Map(),
  due: new DueQueue(),
  unsettled: new Map(),
  finished: new Map(),
  forgetAt: trimmedAt(options.ordersKept ?? ORDERS_KEPT),
  matches: [],
  trimAt: trimmedAt(options.matchesKept ?? MATCHES_KEPT),
  lastOrder: 0,
  lastMatch: 0,
  settling: { delayUs: null, fails: 0 },
  events: [],
  changed: [],
  fingerprint: new Fingerprint(),
})
