import type { CallBucketLimit } from '../../model/call-limit.js'
import { complaint, type LoadedConfig } from './config.js'
import type { Config } from './config-schema.js'

/** The life of orders, and its calculation in words. */
export interface OrderLife {
  readonly seconds: number
  readonly words: string
}

/** With a shorter life, renewals would cost orders their place in the queue too often. */
const LIFE_MIN = 30
/** The share of a window's calls that renewals may use with `auto`; requotes use the rest. */
const RENEWAL_SHARE = 0.25
/** A window shorter than this, in ms, limits bursts and not the average rate of a run. */
const LONG_WINDOW_MS = 10_000
const SIDES = 2
/** Each renewal is a removal and a create; removals that share a request make it cheaper. */
const CALLS_A_RENEWAL = 2

type Window = Config['budget']['windows'][number] & { readonly isBucket?: true }

/**
 * Chooses the life of orders for a number of markets. Orders are renewed at half their life, so `auto` is as short as a quarter of the calls allows,
 * and at least 30 s. Throws an `ExitError` with code 2 if renewals alone need more calls than the windows leave, or if the venue refuses orders with
 * such a short life.
 */
export function chooseOrderLife({ config, source, definition }: LoadedConfig, markets: number): OrderLife {
  const { orderLifeSeconds: asked } = config.requote
  const { windows, buckets = [] } = config.budget
  // Orders expire at whole seconds, so up to one second before their life is over.
  const least = definition.orderLifeMinSeconds === undefined ? 0 : definition.orderLifeMinSeconds + 1
  if (asked !== 'auto' && asked < least) {
    const what = `venue ${definition.name} takes orders that end ${definition.orderLifeMinSeconds} s after they were signed or later, and an end is a whole second; expected at least ${least}, or auto`
    throw complaint(source, ['requote', 'orderLifeSeconds'], what)
  }
  const renewals = markets * SIDES * CALLS_A_RENEWAL
  const long: readonly Window[] = [...windows.filter(({ perMs }) => perMs >= LONG_WINDOW_MS), ...buckets.map(asWindow)]
  const fit = (calls: (window: Window) => number): number =>
    Math.ceil(
      Math.max(LIFE_MIN, least, ...long.map(window => (2 * renewals * window.perMs) / 1_000 / Math.max(1, calls(window)))),
    )
  const seconds = asked === 'auto' ? fit(window => RENEWAL_SHARE * ofDaemon(config, window)) : asked
  const needed = (window: Window): number => (renewals * window.perMs) / (seconds * 500)
  const sum = `${markets} markets × ${SIDES} sides × (create + removal) each ${seconds / 2} s`
  const short = long.find(window => needed(window) > beyondReserve(config, window))
  if (short !== undefined) {
    const { calls, perMs } = short
    const { cancelReservePercent, keeperCalls } = config.budget
    const kept = short.route === 'trading' && short.isBucket === undefined ? ` - ${keeperCalls} of the keeper` : ''
    const left = `${calls} calls - ${cancelReservePercent} % kept for cancels${kept} = ${rounded(beyondReserve(config, short))}`
    const enough = Math.ceil((2 * renewals * perMs) / 1_000 / Math.max(1, beyondReserve(config, short)))
    const what = `${sum} = ${rounded(needed(short))} calls in ${perMs / 1_000} s, but there are ${left}; expected at least ${enough}, or auto`
    throw complaint(source, ['requote', 'orderLifeSeconds'], what)
  }
  const used = long.map(
    window => `${rounded(needed(window))} of ${ofDaemon(config, window)} calls in ${window.perMs / 1_000} s`,
  )
  const cost = used.length === 0 ? sum : `${sum} = ${used.join(' and ')}`
  return { seconds, words: `orders live ${seconds} s${asked === 'auto' ? ' (auto)' : ''}: ${cost}` }
}

/** A window's calls without those reserved for the keeper. */
const ofDaemon = ({ budget }: Config, { route, calls, isBucket }: Window): number =>
  calls - (route === 'trading' && isBucket === undefined ? budget.keeperCalls : 0)

/** The average rate of a bucket is its refill rate. */
const asWindow = ({ route, refillPerSecond }: CallBucketLimit): Window => ({
  route,
  calls: refillPerSecond * 60,
  perMs: 60_000,
  isBucket: true,
})

/** The calls of a window that quoting may use if no cancels were needed. */
const beyondReserve = (config: Config, window: Window): number =>
  ofDaemon(config, window) - (window.calls * config.budget.cancelReservePercent) / 100

const rounded = (value: number): number => Math.round(value * 10) / 10
