import { EXACT_MAX_USDT } from '../../engine/units.js'
import type { Config } from './config-schema.js'
import { nearest } from './nearest.js'

/** A limit in USDT or shares that does not hold for every market. */
interface Narrow {
  readonly path: Contradiction['path']
  readonly limit: number
}

/**
 * The first limit of a strategy, a market, a group or the account that is below one order, too large to be exact, or of a market that no strategy
 * has.
 */
export function wrongLimit(config: Config, least: { readonly usdt: number; readonly words: string }): Contradiction | null {
  const limits = narrowLimits(config)
  const small = limits.find(({ limit }) => limit < least.usdt)
  if (small !== undefined)
    return { path: small.path, what: `${small.limit} do not allow one order: the least one is ${least.words}` }
  const large = limits.find(({ limit }) => limit > EXACT_MAX_USDT)
  if (large !== undefined)
    return {
      path: large.path,
      what: `expected at most ${EXACT_MAX_USDT}, up to which sums of money are exact, found ${large.limit}`,
    }
  return emptyBand(config) ?? strayMarket(config) ?? brokenPromise(config)
}

/** No price is above `priceMin` and below `priceMax` of the same market. */
function emptyBand({ limits, strategies }: Config): Contradiction | null {
  const { priceMin, priceMax } = limits
  const all = [
    { path: ['limits'], own: limits },
    ...Object.entries(limits.markets).map(([id, own]) => ({ path: ['limits', 'markets', id], own })),
    ...strategies.map(({ limits: own }, at) => ({ path: ['strategies', at, 'limits', 'perMarket'], own: own.perMarket })),
  ].map(({ path, own }) => ({ path, band: { priceMin, priceMax, ...own } }))
  const empty = all.find(({ band }) => (band.priceMin ?? 0) >= (band.priceMax ?? 1))
  if (empty === undefined) return null
  const { path, band } = empty
  return { path, what: `priceMin ${band.priceMin} is not below priceMax ${band.priceMax}, so no price is left to quote at` }
}

/** A strategy cannot switch off a top-level `makerOnly: true`. */
function brokenPromise({ makerOnly, strategies }: Config): Contradiction | null {
  const at = strategies.findIndex(each => makerOnly && each.makerOnly === false)
  const what = 'makerOnly at the top holds for every strategy; remove one of the two'
  return at < 0 ? null : { path: ['strategies', at, 'makerOnly'], what }
}

function narrowLimits({ limits, strategies }: Config): readonly Narrow[] {
  const { account, group, markets } = limits
  const of = (path: Narrow['path'], fields: object): Narrow[] =>
    Object.entries(fields).flatMap(([name, limit]: [string, unknown]) =>
      typeof limit === 'number' && SIZES.has(name) ? [{ path: [...path, name], limit }] : [],
    )
  return [
    ...of(['limits', 'account'], account),
    ...of(['limits', 'group'], group),
    ...Object.entries(markets).flatMap(([id, own]) => of(['limits', 'markets', id], own)),
    ...strategies.flatMap(({ limits: own }, at) => [
      ...of(['strategies', at, 'limits'], own),
      ...of(['strategies', at, 'limits', 'perMarket'], own.perMarket),
    ]),
  ]
}

/** A share costs at most one USDT, so a number of shares is at most as much money as the same number of USDT. */
const SIZES: ReadonlySet<string> = new Set([
  'positionMaxShares',
  'positionMaxUsdt',
  'openNotionalMaxUsdt',
  'worstCaseLossMaxUsdt',
])

/** A limit of a market that no strategy has protects nothing. If markets may join by a filter, their ids are not known yet. */
function strayMarket({ limits, strategies }: Config): Contradiction | null {
  const listed = strategies.map(({ markets }) => (Array.isArray(markets) ? markets.map(String) : null))
  const ids = listed.flatMap(each => each ?? [])
  const stray = listed.includes(null) ? undefined : Object.keys(limits.markets).find(id => !ids.includes(id))
  if (stray === undefined) return null
  const meant = nearest(stray, ids)
  const hint = meant === null ? `they have ${ids.join(', ')}` : `did you mean ${meant}?`
  return { path: ['limits', 'markets', stray], what: `no strategy has market ${stray}; ${hint}` }
}

/** A field of the config that contradicts others, with the calculation. */
export interface Contradiction {
  readonly path: readonly (string | number)[]
  readonly what: string
}
