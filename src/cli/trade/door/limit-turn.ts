import { PART } from './path-parts.js'

/** The direction in which a limit is changed; `either`: unknown; `none`: it is not a limit, or not changed. */
export type LimitTurn = 'tighter' | 'looser' | 'either' | 'none'

/** For these, a smaller value is tighter, and null disables the limit. */
const MOST = new Set([
  'positionMaxShares',
  'positionMaxUsdt',
  'openNotionalMaxUsdt',
  'worstCaseLossMaxUsdt',
  'priceCollarTicks',
  'inputAgeMaxMs',
  'referenceAgeMaxMs',
  'clockOffsetMaxMs',
  'lossPerDayMaxUsdt',
  'drawdownMaxUsdt',
  'lossPerDayMaxPercent',
  'drawdownMaxPercent',
  'settlementFailPercentMax',
  'taperFromPercent',
  'priceMax',
])

const OF_STRATEGY = new RegExp(`^strategies\\.${PART}\\.(limits\\.|makerOnly$)`)

/** The direction of a field's change. `from` and `to`: the values, null if the limit is disabled. */
export function turnOf(path: string, from: unknown, to: unknown): LimitTurn {
  const isLimit = path === 'makerOnly' || path.startsWith('limits.') || OF_STRATEGY.test(path)
  if (!isLimit || JSON.stringify(from) === JSON.stringify(to)) return 'none'
  const field = path.slice(path.lastIndexOf('.') + 1)
  if (MOST.has(field)) return byNumber(numberOf(to, Number.POSITIVE_INFINITY) - numberOf(from, Number.POSITIVE_INFINITY))
  if (field === 'priceMin') return byNumber(numberOf(from, 0) - numberOf(to, 0))
  if (field === 'makerOnly') return to === true ? 'tighter' : 'looser'
  if (field === 'stopBeforeEndSeconds') return bySeconds(from, to)
  if (field === 'markout') return byMarkout(from, to)
  return 'either'
}

const numberOf = (value: unknown, none: number): number => (typeof value === 'number' ? value : none)

/** The difference of two amounts at risk; none if both are infinite. */
const byNumber = (more: number): LimitTurn => (Number.isNaN(more) || more === 0 ? 'none' : more < 0 ? 'tighter' : 'looser')

/** The earlier before its end a market is left, the tighter. All variants must agree. */
function bySeconds(from: unknown, to: unknown): LimitTurn {
  const [before, after] = [variantsOf(from), variantsOf(to)]
  const variants = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return together(variants.map(variant => byNumber(secondsOf(before, variant) - secondsOf(after, variant))))
}

/** The direction of several changes made at once. */
function together(turns: readonly LimitTurn[]): LimitTurn {
  const [first = 'none', ...others] = new Set(turns.filter(turn => turn !== 'none'))
  return others.length === 0 ? first : 'either'
}

const variantsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : { default: value ?? 0 }

const secondsOf = (variants: Readonly<Record<string, unknown>>, variant: string): number =>
  numberOf(variants[variant] ?? variants['default'], 0)

/** Tighter: a floor that is added, is higher, or holds for longer. If its window changes too, the direction is unknown. */
function byMarkout(from: unknown, to: unknown): LimitTurn {
  if (from === null || to === null) return from === null ? 'tighter' : 'looser'
  const [before, after] = [variantsOf(from), variantsOf(to)]
  const differs = (field: string): boolean => before[field] !== after[field]
  if (differs('windowFills') || differs('horizonSeconds')) return 'either'
  const floor = byNumber(numberOf(before['floorTicks'], 0) - numberOf(after['floorTicks'], 0))
  const stop = byNumber(numberOf(before['stopSeconds'], 0) - numberOf(after['stopSeconds'], 0))
  return together([floor, stop])
}
