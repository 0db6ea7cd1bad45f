import type { Change } from '../../../operator/schemas-action.js'
import { type LimitTurn, turnOf } from './limit-turn.js'
import { PART, pathPart } from './path-parts.js'

/** Values of a config by their paths, such as `limits.positionMaxShares`. */
export type Flat = ReadonlyMap<string, unknown>

/** Fields whose parts have no meaning by themselves. */
const WHOLE = new Set(['markout', 'stopBeforeEndSeconds', 'markets'])

/** The values of plain data by their paths. A list is one value. */
export function flatten(value: unknown, prefix = ''): Map<string, unknown> {
  const flat = new Map<string, unknown>()
  if (isEmpty(value)) return flat
  if (!isFields(value) || (WHOLE.has(prefix.slice(prefix.lastIndexOf('.') + 1)) && prefix !== 'limits.markets'))
    return flat.set(prefix, value)
  for (const [key, part] of Object.entries(value))
    for (const [path, leaf] of flatten(part, prefix === '' ? pathPart(key) : `${prefix}.${pathPart(key)}`)) flat.set(path, leaf)
  return flat
}

/** A changed value, and for a limit, the direction of the change. */
export interface ChangedPath extends Change {
  readonly turn: LimitTurn
}

/** The differences between two configs, in the order of the paths. A field that is only read at the start has no direction. */
export function changedPaths(from: Flat, to: Flat): readonly ChangedPath[] {
  const paths = [...new Set([...from.keys(), ...to.keys()])].toSorted()
  return paths.flatMap(path => {
    const [before, after] = [heldAt(from, path), heldAt(to, path)]
    if (isSame(before, after)) return []
    const effect = effectOf(path)
    const turn = effect === 'now' ? turnOf(path, reachOf(from, path, before), reachOf(to, path, after)) : 'none'
    return [{ path, from: before, to: after, effect, loosens: turn === 'looser' || turn === 'either', turn }]
  })
}

const OF_MARKET = new RegExp(`^markets\\.${PART}\\.strategies\\.(${PART})\\.(.*)$`)

/** A market without its own parameter uses that of its strategy. */
function heldAt(flat: Flat, path: string): unknown {
  const [, strategy, parameter] = OF_MARKET.exec(path) ?? []
  return flat.get(path) ?? (strategy === undefined ? undefined : flat.get(`strategies.${strategy}.parameters.${parameter}`))
}

/** A market without its own limit uses the general one. */
function reachOf(flat: Flat, path: string, value: unknown): unknown {
  if (value !== undefined) return value
  const field = path.slice(path.lastIndexOf('.') + 1)
  const general = /^limits\.markets\.|\.perMarket\./.test(path) ? flat.get(`limits.${field}`) : undefined
  return general ?? null
}

const isFields = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)
const isEmpty = (value: unknown): boolean => value === undefined || (isFields(value) && Object.keys(value).length === 0)

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/** Limits and requote options that are read only when a run begins. */
const AT_START = new Set(['limits.orderMinUsdt', 'limits.group.countsVoid', 'requote.orderLifeSeconds'])
const IN_A_RUN = [
  /^limits\./,
  /^makerOnly$/,
  /^requote\./,
  new RegExp(`^strategies\\.${PART}\\.(parameters|limits|makerOnly)(\\.|$)`),
  new RegExp(`^markets\\.${PART}\\.strategies\\.`),
]

/** When a changed field of a config takes effect: during the run, or at its next start. */
const effectOf = (path: string): Change['effect'] =>
  !AT_START.has(path) && IN_A_RUN.some(form => form.test(path)) ? 'now' : 'restart'
