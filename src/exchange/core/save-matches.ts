import type { CoreOrder, Leg } from './core-event.js'
import { rowsOf, type Table, tableOf } from './table.js'
import type { MatchState, OrderState } from './world.js'

/** Orders and matches as tables that refer to each other by row, so shared objects are shared again after a restore. */
export interface SavedMatches {
  /** First the orders that the core knows by hash, in their order, then those that only a match refers to. */
  readonly orders: Table
  readonly specs: Table
  readonly legs: Table
  readonly matches: Table
}

/** The restored objects. */
export interface LoadedMatches {
  readonly orders: readonly OrderState[]
  readonly matches: readonly MatchState[]
}

type SavedOrder = Omit<OrderState, 'spec'>
type SavedLeg = Omit<Leg, 'order' | 'fee'> & {
  readonly order: number
  readonly feeIn: Leg['fee']['in']
  readonly fee: Leg['fee']['amount']
  readonly rounded?: Leg['fee']['rounded']
}
/** A match as its place in `legs` and the number of its makers; the taker's leg, if there is one, comes before the makers'. */
type SavedMatch = Omit<MatchState, 'taker' | 'makers'> & {
  readonly hasTaker: boolean
  readonly first: number
  readonly makers: number
}

/** Packs the given orders and all other orders that the matches refer to. */
export const saveMatches = (known: readonly OrderState[], matches: readonly MatchState[]): SavedMatches => {
  const places = new Map<CoreOrder, number>()
  for (const order of known) places.set(order, places.size)
  const legs: SavedLeg[] = []
  const saveLeg = ({ order, fee, ...leg }: Leg): void => {
    const place = places.get(order) ?? places.size
    places.set(order, place)
    legs.push({ ...leg, order: place, feeIn: fee.in, fee: fee.amount, rounded: fee.rounded })
  }
  const saved = matches.map(({ taker, makers, ...match }): SavedMatch => {
    const first = legs.length
    for (const leg of taker === null ? makers : [taker, ...makers]) saveLeg(leg)
    return { ...match, hasTaker: taker !== null, first, makers: makers.length }
  })
  const orders = [...places.keys()]
  return {
    orders: tableOf(orders, { except: 'spec' }),
    specs: tableOf(orders, { view: order => order.spec }),
    legs: tableOf(legs),
    matches: tableOf(saved),
  }
}

export const loadMatches = (saved: SavedMatches): LoadedMatches => {
  const specs = rowsOf<OrderState['spec']>(saved.specs)
  const orders = rowsOf<SavedOrder>(saved.orders).map((order, index): OrderState => ({ ...order, spec: specs[index]! }))
  const legs = rowsOf<SavedLeg>(saved.legs).map(
    ({ feeIn, fee, rounded, order, ...leg }): Leg => ({
      ...leg,
      order: orders[order]!,
      fee: { in: feeIn, amount: fee, ...(rounded !== undefined && { rounded }) },
    }),
  )
  const matches = rowsOf<SavedMatch>(saved.matches).map(({ hasTaker, first, makers, ...match }): MatchState => {
    const from = hasTaker ? first + 1 : first
    return { ...match, taker: hasTaker ? legs[first]! : null, makers: legs.slice(from, from + makers) }
  })
  return { orders, matches }
}
