import { EXACT_MAX_USDT } from '../../engine/units.js'
import type { Config } from './config-schema.js'
import { nearest } from './nearest.js'

/** A limit in USDT or shares beside those that hold for every market. */
interface Narrow {
  readonly path: Contradiction['path']
  readonly limit: number
}

/** The first limit of a strategy, a market, a group or the account that holds no order, is too large to be exact, or is of a market that no strategy has. */
export function wrongLimit(config: Config, least: { readonly usdt: number; readonly words: string }): Contradiction | null {
  const limits = narrowLimits(config)
  const small = limits.find(({ limit }) => limit < least.usdt)
  if (small !== undefined) return { path: small.path, what: `${small.limit} hold no order: the least one is ${least.words}` }
  const large = limits.find(({ limit }) => limit > EXACT_MAX_USDT)
  if (large !== undefined)
    return {
      path: large.path,
      what: `expected at most ${EXACT_MAX_USDT}, up to which sums of money are exact, found ${large.limit}`,
    }
  return strayMarket(config) ?? brokenPromise(config)
}

/** What holds for every strategy cannot be taken back by one. */
function brokenPromise({ makerOnly, strategies }: Config): Contradiction | null {
  const at = strategies.findIndex(each => makerOnly && each.makerOnly === false)
  const what = 'makerOnly holds for every strategy where it stands at the top; take one of the two out'
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

/** A share costs less than one USDT, so shares that hold no order are as few as USDT that hold none. */
const SIZES: ReadonlySet<string> = new Set([
  'positionMaxShares',
  'positionMaxUsdt',
  'openNotionalMaxUsdt',
  'worstCaseLossMaxUsdt',
])

/** A limit that no market has protects nothing. Where markets may join by a filter, their ids are not known. */
function strayMarket({ limits, strategies }: Config): Contradiction | null {
  const listed = strategies.map(({ markets }) => (Array.isArray(markets) ? markets.map(String) : null))
  const ids = listed.flatMap(each => each ?? [])
  const stray = listed.includes(null) ? undefined : Object.keys(limits.markets).find(id => !ids.includes(id))
  if (stray === undefined) return null
  const meant = nearest(stray, ids)
  const hint = meant === null ? `they have ${ids.join(', ')}` : `did you mean ${meant}?`
  return { path: ['limits', 'markets', stray], what: `no strategy has market ${stray}; ${hint}` }
}

/** A field of the config that contradicts the others, with the arithmetic. */
export interface Contradiction {
  readonly path: readonly (string | number)[]
  readonly what: string
}
