import { EXACT_MAX_USDT } from '../../engine/units.js'
import { Wei } from '../../model/money.js'
import { complaint, type LoadedConfig } from './config.js'
import { fileLine } from './config-error.js'
import type { Config } from './config-schema.js'
import type { Stanza } from './load-stanzas.js'
import type { Contradiction } from './wrong-limit.js'
import { wrongLimit } from './wrong-limit.js'

/** A config, and the venue's least order in USDT. */
type Reckoned = Config & { readonly venueMin: number }

/** If neither field says how often a market is requoted, this interval of the timer is assumed. */
const TIMER_MS = 250
const BACKOFF_MIN_MS = 100

/**
 * Refuses a config that is valid and can never quote: its only symptom would be a stream of refusals. Throws an `ExitError` with code 2 that names
 * the field, its line and the numbers.
 */
export function expectPossible({ config, source, definition }: LoadedConfig, stanzas: readonly Stanza[]): void {
  const found = impossible({ ...config, venueMin: Wei.toNumber(definition.profile.minValue) }, stanzas.map(sizeOf))
  if (found !== null) throw complaint(source, found.path, found.what)
}

/** Effects of a config that a person may not expect, one sentence each with its place. */
export function remarks({ config, source }: LoadedConfig, stanzas: readonly Stanza[]): readonly string[] {
  const { positionMaxShares } = config.limits
  return stanzas.map(sizeOf).flatMap(size => {
    if (size === null || positionMaxShares === null || size <= positionMaxShares) return []
    const what = `quotes of ${size} shares (sizeShares) are cut to the ${positionMaxShares} that a position may have`
    return [`${fileLine(source, POSITION_MAX)}: ${POSITION_MAX.join('.')}: ${what}`]
  })
}

const POSITION_MAX = ['limits', 'positionMaxShares'] as const

/** The first contradiction. `sizes`: shares of one quote by stanza; null: the strategy does not say, and is not checked. */
function impossible(config: Reckoned, sizes: readonly (number | null)[]): Contradiction | null {
  // A quote is never larger than the position that it could create.
  const most = config.limits.positionMaxShares ?? Number.POSITIVE_INFINITY
  const known = sizes.flatMap(size => (size === null ? [] : [Math.min(size, most)]))
  return (
    noCalls(config) ??
    noSilence(config) ??
    noRoomForOne(config) ??
    notExact(config) ??
    wrongLimit(config, leastOf(config)) ??
    known.map(size => tooSmall(config, size) ?? tooDear(config, size) ?? tooManyGhosts(config, size)).find(isFound) ??
    null
  )
}

/** A strategy states the size of its quotes by a parameter of this name, as `two-sided` does. */
function sizeOf({ parameters }: Stanza): number | null {
  if (typeof parameters !== 'object' || parameters === null || !('sizeShares' in parameters)) return null
  return typeof parameters.sizeShares === 'number' ? parameters.sizeShares : null
}

/** A window or bucket of calls that never leaves one to place an order. */
export function noCalls({ budget }: Pick<Config, 'budget'>): Contradiction | null {
  const { windows, buckets = [], cancelReservePercent, keeperCalls } = budget
  const small = buckets.findIndex(({ capacity }) => (capacity * (100 - cancelReservePercent)) / 100 < 1)
  const bucket = buckets[small]
  if (bucket !== undefined) {
    const left = `${bucket.capacity} calls × (1 - ${cancelReservePercent} % kept for cancels) = ${rounded((bucket.capacity * (100 - cancelReservePercent)) / 100)}`
    return { path: ['budget', 'buckets', small, 'capacity'], what: `leaves no call to place an order: ${left}` }
  }
  const keptOf = (route: string): number => (route === 'trading' ? keeperCalls : 0)
  const leftOf = ({ calls, route }: (typeof windows)[number]): number =>
    (calls * (100 - cancelReservePercent)) / 100 - keptOf(route)
  const at = windows.findIndex(window => leftOf(window) < 1)
  const window = windows[at]
  if (window === undefined) return null
  const keeper = keptOf(window.route) === 0 ? '' : ` - ${keptOf(window.route)} of the keeper`
  const left = `${window.calls} calls × (1 - ${cancelReservePercent} % kept for cancels)${keeper} = ${rounded(leftOf(window))}`
  return { path: ['budget', 'windows', at, 'calls'], what: `leaves no call to place an order: ${left}` }
}

function noSilence({ requote: { backoffMs } }: Config): Contradiction | null {
  if (backoffMs >= BACKOFF_MIN_MS) return null
  const what = `expected at least ${BACKOFF_MIN_MS}, found ${backoffMs}: a refused side would be asked again on every turn`
  return { path: ['requote', 'backoffMs'], what }
}

/** The least value of an order: the venue's, or the config's if that is larger. */
function leastOf({ limits: { orderMinUsdt }, venueMin: venues }: Reckoned): { readonly usdt: number; readonly words: string } {
  if (orderMinUsdt >= venues) return { usdt: orderMinUsdt, words: `orderMinUsdt = ${orderMinUsdt} USDT` }
  return { usdt: venues, words: `the venue’s least order of ${venues} USDT` }
}

/** Every limit must allow at least one order of the least value. */
function noRoomForOne(config: Reckoned): Contradiction | null {
  const { limits } = config
  const { positionMaxShares } = limits
  const least = leastOf(config)
  for (const field of ['positionMaxUsdt', 'openNotionalMaxUsdt', 'worstCaseLossMaxUsdt'] as const) {
    const limit = limits[field]
    if (limit !== null && limit < least.usdt) {
      const what = `${limit} USDT do not allow one order: the least one is ${least.words}`
      return { path: ['limits', field], what }
    }
  }
  if (positionMaxShares === null || positionMaxShares >= least.usdt) return null
  const what = `${positionMaxShares} shares × a price below 1 = less than ${least.words}, so no order is large enough`
  return { path: POSITION_MAX, what }
}

/** A share costs at most one USDT, so a position of this many shares bounds its loss. */
function notExact({ limits }: Config): Contradiction | null {
  for (const field of ['positionMaxShares', 'positionMaxUsdt', 'openNotionalMaxUsdt', 'worstCaseLossMaxUsdt'] as const) {
    const limit = limits[field]
    if (limit === null || limit <= EXACT_MAX_USDT) continue
    const of = field === 'positionMaxShares' ? `${limit} shares × at most 1 USDT = ${limit} USDT` : `${limit} USDT`
    const what = `${of}: sums of money are counted in 1e-10 USDT and exact up to 2^53 / 10^10, at most ${EXACT_MAX_USDT} USDT`
    return { path: ['limits', field], what }
  }
  return null
}

function tooSmall(config: Reckoned, size: number): Contradiction | null {
  const least = leastOf(config)
  if (size >= least.usdt) return null
  const what = `${size} shares × a price below 1 = less than ${least.words}, so no quote is large enough`
  return { path: ['limits', 'orderMinUsdt'], what }
}

/** A bid and an ask of the same size together cost about one unit per share, so one of them costs half a unit or more, at any price. */
function tooDear({ limits }: Config, size: number): Contradiction | null {
  for (const field of ['positionMaxUsdt', 'openNotionalMaxUsdt'] as const) {
    const limit = limits[field]
    if (limit === null || size * 0.5 <= limit) continue
    const sum = `${size} shares × 0.5 = ${rounded(size * 0.5)} USDT`
    return { path: ['limits', field], what: `${limit} USDT do not allow the dearer of a bid and an ask: at least ${sum}` }
  }
  return null
}

/**
 * A removed order may still settle, so its loss counts for the grace time, and each requote adds one more. Of a bid and an ask of the same size, one
 * side risks at least half a unit per share, at any price.
 */
function tooManyGhosts({ limits, graceMs, requote, decideEveryMs }: Config, size: number): Contradiction | null {
  const limit = limits.worstCaseLossMaxUsdt
  const interval = Math.max(requote.requoteEveryMs, decideEveryMs) || TIMER_MS
  const atStake = size * (1 + graceMs / interval) * 0.5
  if (limit === null || atStake <= limit) return null
  const sum = `${size} shares × (1 + ${graceMs} ms graceMs / ${interval} ms between requotes) × 0.5 = ${rounded(atStake)} USDT`
  const what = `${limit} USDT do not allow the loss of a quote and its removed orders on one side: ${sum}`
  return { path: ['limits', 'worstCaseLossMaxUsdt'], what }
}

const isFound = (found: Contradiction | null): boolean => found !== null

const rounded = (value: number): number => Math.round(value * 100) / 100
