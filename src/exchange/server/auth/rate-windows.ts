import type { Timestamp } from '../../../model/time.js'
import { isOrdersRoute, isTradingRoute } from '../../../protocol/trading-route.js'

/** Calls allowed in one fixed window, by class of route. */
export interface RateLimits {
  readonly tradingPerMinute: number
  readonly searchPerMinute: number
  readonly otherPerMinute: number
  /** POSTs at and below /orders of either revision, limited per second besides the minute's limit. */
  readonly orderPostsPerSecond: number
}

/** Default limits of a key. */
export const USUAL_LIMITS: RateLimits = {
  tradingPerMinute: 500,
  searchPerMinute: 50,
  otherPerMinute: 250,
  orderPostsPerSecond: 40,
}

/** The newer limits, which the venue gives to keys of its console. */
export const NEWER_LIMITS: RateLimits = { ...USUAL_LIMITS, searchPerMinute: 120 }

/** The default limits with the given ones in place. `null` disables rate limiting. */
export const rateLimitsOf = (wished: Partial<RateLimits> | null | undefined): RateLimits | null =>
  wished === null ? null : { ...USUAL_LIMITS, ...wished }

/** The state of a caller's window after one call; `resetSeconds` is a whole number of at least 1. */
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
/** Most callers in one window. Beyond it the table is emptied, so that invented callers do not fill the memory. */
const CALLERS_MAX = 100_000

/** Fixed windows on the calendar minute and second, by caller and class of route. */
export const createRateWindows = (limits: RateLimits): RateWindows => {
  const minute = createWindow(MINUTE_US)
  const second = createWindow(SECOND_US)
  return {
    count: call => {
      const group = groupOf(call.path)
      const longer = minute.count(`${group}:${call.caller}`, limitOf(limits, group), call.now)
      if (!longer.allowed || call.method !== 'POST' || !isOrdersRoute(call.path)) return longer
      const shorter = second.count(call.caller, limits.orderPostsPerSecond, call.now)
      return shorter.allowed ? longer : shorter
    },
  }
}

type Group = 'trading' | 'search' | 'other'

const SEARCH = /^(?:\/v1)?\/search\/?$/

const groupOf = (path: string): Group => {
  if (SEARCH.test(path)) return 'search'
  return isTradingRoute(path) ? 'trading' : 'other'
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
