import type { Timestamp } from '../../model/time.js'

/** Calls allowed in one fixed window, by class of route; null counts nothing. */
export interface RateLimits {
  readonly tradingPerMinute: number
  readonly searchPerMinute: number
  readonly otherPerMinute: number
  /** POSTs at and below /v1/orders, counted besides the minute. */
  readonly orderPostsPerSecond: number
}

/** What the venue allows a key of its console. */
export const VENUE_LIMITS: RateLimits = {
  tradingPerMinute: 500,
  searchPerMinute: 120,
  otherPerMinute: 250,
  orderPostsPerSecond: 40,
}

/** Where a caller stands after one call; `resetSeconds` is whole and at least 1. */
export interface RateStanding {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

export interface RateWindows {
  /** Counts one call of `caller`. */
  count(call: RateCall): RateStanding
}

export interface RateCall {
  readonly caller: string
  readonly method: string
  readonly path: string
  readonly now: Timestamp
}

const MINUTE_US = 60_000_000
const SECOND_US = 1_000_000
/** Callers remembered in one window; a flood of invented callers empties the table instead of filling the memory. */
const CALLERS_MAX = 100_000

/** Fixed windows on the calendar minute and second, by caller and class of route. */
export const createRateWindows = (limits: RateLimits): RateWindows => {
  const minute = createWindow(MINUTE_US)
  const second = createWindow(SECOND_US)
  return {
    count: call => {
      const group = groupOf(call.path)
      const longer = minute.count(`${group}:${call.caller}`, limitOf(limits, group), call.now)
      if (!longer.allowed || call.method !== 'POST' || !isOrders(call.path)) return longer
      const shorter = second.count(call.caller, limits.orderPostsPerSecond, call.now)
      return shorter.allowed ? longer : shorter
    },
  }
}

type Group = 'trading' | 'search' | 'other'

const isOrders = (path: string): boolean => path === '/v1/orders' || path.startsWith('/v1/orders/')

const TRADING_MARKET = /^\/v1\/markets\/(?:[^/]+\/(?:orderbook|quote)|quotes|orderbooks)$/

const groupOf = (path: string): Group => {
  if (path === '/v1/search') return 'search'
  return isOrders(path) || TRADING_MARKET.test(path) ? 'trading' : 'other'
}

const limitOf = (limits: RateLimits, group: Group): number => {
  switch (group) {
    case 'trading':
      return limits.tradingPerMinute
    case 'search':
      return limits.searchPerMinute
    case 'other':
      return limits.otherPerMinute
    default:
      return group satisfies never
  }
}

const createWindow = (widthUs: number): { count(key: string, limit: number, now: Timestamp): RateStanding } => {
  let opened = 0
  const counts = new Map<string, number>()
  return {
    count: (key, limit, now) => {
      const start = Math.floor(now / widthUs)
      if (start !== opened || counts.size >= CALLERS_MAX) counts.clear()
      opened = start
      const used = (counts.get(key) ?? 0) + 1
      counts.set(key, used)
      const resetSeconds = Math.max(1, Math.ceil(((start + 1) * widthUs - now) / SECOND_US))
      return { allowed: used <= limit, limit, remaining: Math.max(0, limit - used), resetSeconds }
    },
  }
}
