import type { DeskLook, MarketLook } from '../../../engine/desk-look.js'
import type { RiskLook } from '../../../engine/risk-look.js'
import { FAILED } from '../../../engine/settlement-gate.js'
import { UNITS } from '../../../engine/units.js'
import type { Limits } from '../../../model/limits.js'
import type { LimitCopy } from '../../../operator/schemas-run.js'
import { pathPart } from './path-parts.js'

/** The used part of a limit, in its unit, and the market or scope that uses it. */
interface Used {
  readonly used: number
  readonly where: string | null
}

interface Read {
  readonly look: DeskLook
  /** Names of the config's strategies in paths, by number. */
  readonly names: readonly string[]
  readonly clockOffsetMs: number | null
}

/** Every limit of a run by its path in the config, with the used part if it is known. */
export function limitCopies(read: Read): readonly LimitCopy[] {
  const { look, names } = read
  const { makerOnly, account, group, markets, strategies = [], ...own } = look.settings.limits
  return [
    ...Object.entries(own).map(([field, value]) => copyOf(`limits.${field}`, value, usedOf(field as keyof Limits, read))),
    copyOf('makerOnly', makerOnly ?? false, null),
    ...entriesIn('limits.account', account).map(([field, path, value]) =>
      copyOf(path, value, ofRisk(field, look.account, null)),
    ),
    ...entriesIn('limits.group', group).map(([field, path, value]) => copyOf(path, value, worstGroup(field, look))),
    ...Object.entries(markets ?? {}).flatMap(([id, limits]) =>
      entriesIn(`limits.markets.${pathPart(id)}`, limits).map(([field, path, value]) =>
        copyOf(
          path,
          value,
          ofMarkets(
            field,
            look.markets.filter(({ market }) => market.id === id),
          ),
        ),
      ),
    ),
    ...strategies.flatMap((limits, place) => strategyCopies(limits, place, names[place] ?? String(place), look)),
  ]
}

function strategyCopies(
  { name: _name, perMarket, makerOnly, ...sums }: NonNullable<Limits['strategies']>[number],
  place: number,
  name: string,
  look: DeskLook,
): readonly LimitCopy[] {
  const at = `strategies.${name}`
  const own = look.markets.filter(({ stanza }) => stanza === place)
  const risk = look.strategies.get(place)
  return [
    ...(makerOnly === undefined ? [] : [copyOf(`${at}.makerOnly`, makerOnly, null)]),
    ...entriesIn(`${at}.limits`, sums).map(([field, path, value]) =>
      copyOf(path, value, risk === undefined ? null : ofRisk(field, risk, name)),
    ),
    ...entriesIn(`${at}.limits.perMarket`, perMarket).map(([field, path, value]) => copyOf(path, value, ofMarkets(field, own))),
  ]
}

const entriesIn = (
  at: string,
  limits: object | undefined,
): readonly (readonly [field: string, path: string, value: unknown])[] =>
  Object.entries(limits ?? {}).map(([field, value]) => [field, `${at}.${field}`, value] as const)

function copyOf(path: string, value: unknown, used: Used | null): LimitCopy {
  const percent =
    used !== null && typeof value === 'number' && value > 0 ? round(Math.min(PERCENT_MAX, (100 * used.used) / value)) : null
  return { path, value, used: used === null ? null : round(used.used), percent, where: used?.where ?? null }
}

function usedOf(field: keyof Limits, { look, clockOffsetMs }: Read): Used | null {
  switch (field) {
    case 'openNotionalMaxUsdt':
      return { used: look.account.reserved / UNITS, where: null }
    case 'clockOffsetMaxMs':
      return clockOffsetMs === null ? null : { used: Math.abs(clockOffsetMs), where: null }
    case 'settlementFailPercentMax':
      return failedPercent(look)
    case 'lossPerDayMaxUsdt':
    case 'drawdownMaxUsdt':
    case 'lossPerDayMaxPercent':
    case 'drawdownMaxPercent':
      return lost(field, look)
    default:
      // Limits of a single market have rows of their own.
      return ofMarkets(
        field,
        look.markets.filter(market => !hasOwn(market, field, look)),
      )
  }
}

const hasOwn = ({ market, stanza }: MarketLook, field: string, { settings: { limits } }: DeskLook): boolean =>
  field in (limits.markets?.[market.id] ?? {}) || (stanza !== null && field in (limits.strategies?.[stanza]?.perMarket ?? {}))

/** The market that uses most; null: the limit does not apply to holdings of markets, or there is no market. */
function ofMarkets(field: string, markets: readonly MarketLook[]): Used | null {
  let most: Used | null = null
  for (const each of markets) {
    const used = usedBy(field, each)
    if (used !== null && (most === null || used > most.used)) most = { used, where: each.market.id }
  }
  return most
}

function usedBy(field: string, { net, bidOpen, askOpen, heldCost, reserved, worstCase }: MarketLook): number | null {
  if (field === 'positionMaxShares') return Math.max(0, net + bidOpen, askOpen - net) / 1e6
  if (field === 'positionMaxUsdt') return (heldCost + reserved) / UNITS
  return field === 'worstCaseLossMaxUsdt' ? worstCase / UNITS : null
}

function ofRisk(field: string, { heldCost, reserved, worstCase }: RiskLook, where: string | null): Used | null {
  if (field === 'positionMaxUsdt') return { used: (heldCost + reserved) / UNITS, where }
  if (field === 'openNotionalMaxUsdt') return { used: reserved / UNITS, where }
  return field === 'worstCaseLossMaxUsdt' ? { used: worstCase / UNITS, where } : null
}

function worstGroup(field: string, { groups }: DeskLook): Used | null {
  const [worst] = groups.toSorted((a, b) => b.worstCase - a.worstCase)
  return field !== 'worstCaseLossMaxUsdt' || worst === undefined ? null : { used: worst.worstCase / UNITS, where: worst.group }
}

function lost(field: string, { lost: sums }: DeskLook): Used | null {
  if (sums === null) return null
  const of = Math.max(0, Number(field.startsWith('loss') ? sums.today : sums.fromPeak) / 1e18)
  if (!field.endsWith('Percent')) return { used: of, where: null }
  const start = Number(sums.startEquity ?? 0n) / 1e18
  return start <= 0 ? null : { used: (100 * of) / start, where: null }
}

function failedPercent({ settlement: { recent }, settings: { limits } }: DeskLook): Used | null {
  const last = recent.slice(-limits.settlementWindow)
  return last === '' ? null : { used: (100 * (last.split(FAILED).length - 1)) / last.length, where: null }
}

/** A limit near 0, such as 1e-300, would make it infinite, and JSON has no such number. */
const PERCENT_MAX = 1_000_000

const round = (value: number): number => Math.round(value * 1e4) / 1e4
