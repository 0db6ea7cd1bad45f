import type { Row } from '../bench.js'
import type { Reading } from './replayer.js'

type Readings = ReadonlyMap<string, Reading>

/** What a value is compared with. */
interface Goal {
  readonly ns: number
  readonly against: string
  readonly budget?: string
  readonly most?: number
}

/**
 * An order costs as much as many turns without a change, so the ratio to the two books has a goal only on a recording with at least this many events
 * for each order. The sample has eight events for each order.
 */
const EVENTS_AN_ORDER = 40

/** If version 0.1.0 was not measured, the rows that compare with it are left out. */
export function loopRows(readings: Readings): readonly Row[] {
  const of = (name: string): number => readings.get(name)?.ns ?? Number.NaN
  const words = (name: string): string => readings.get(name)?.words ?? ''
  return [
    ...oldRows(readings),
    pace('woken by the touch', of('touch'), { ns: of('one'), against: 'one account' }),
    pace('decided every 100 ms', of('cadence'), { ns: of('one'), against: 'one account' }),
    pace(`three accounts: ${words('three')}`, of('three'), {
      ns: of('one'),
      against: 'one account',
      budget: '<= 2.2x',
      most: 2.2,
    }),
    pace('all markets in one run', of('one'), { ns: of('alone'), against: 'one at a time', budget: '<= 1.25x', most: 1.25 }),
  ]
}

/** Comparisons with version 0.1.0; none if it was not measured. */
function oldRows(readings: Readings): readonly Row[] {
  if (!readings.has('old one')) return []
  const of = (name: string): number => readings.get(name)?.ns ?? Number.NaN
  const words = (name: string): string => readings.get(name)?.words ?? ''
  const floor = { ns: of('old floor'), against: 'two books of v0.1.0' }
  const budget = (name: string) =>
    (readings.get(name)?.orders ?? 0) * EVENTS_AN_ORDER > 1 ? {} : { budget: '<= 5x, goal 3x', most: 5 }
  const [one, busiest] = [`one account, every event decided: ${words('one')}`, `the busiest market alone: ${words('busiest')}`]
  return [
    pace('v0.1.0, two books alone', of('old floor'), null),
    pace(`v0.1.0, one account: ${words('old one')}`, of('old one'), floor),
    pace(one, of('one'), { ns: of('old one'), against: 'v0.1.0', budget: '<= 0.36x, goal 0.25x', most: 0.36 }),
    pace(one, of('one'), { ...floor, ...budget('one') }),
    pace(busiest, of('busiest'), { ...floor, ...budget('busiest'), ns: of('old busiest floor') }),
    pace('without orders', of('keep'), { ns: of('old keep'), against: 'v0.1.0' }),
    ordersAdd(of('one') - of('keep'), of('old one') - of('old keep')),
  ]
}

/** What orders add: one account minus the same account with a strategy that always answers `keep`. The latter sends no orders. */
function ordersAdd(ns: number, old: number): Row {
  const ratio = ns / old
  const budget = { against: 'v0.1.0', budget: '<= 0.25x', holds: ratio <= 0.25 }
  return { what: 'what orders add', value: ns, unit: 'ns an event', ratio, ...budget }
}

/** First passes of fresh processes. */
export function firstRow(readings: Readings): readonly Row[] {
  const [ours, old] = [readings.get('one')?.ns, readings.get('old one')?.ns]
  if (ours === undefined || old === undefined) return []
  return [pace('the first pass of a fresh process', ours, { ns: old, against: 'v0.1.0', budget: '<= 0.5x', most: 0.5 })]
}

/** A speed in events, with the ratio of its nanoseconds to what it is compared with. */
export function pace(what: string, ns: number, goal: Goal | null): Row {
  const ratio = goal === null ? null : ns / goal.ns
  return {
    what,
    value: 1_000 / ns,
    unit: 'M events/s',
    ratio,
    against: goal?.against ?? null,
    budget: goal?.budget ?? null,
    holds: goal?.most === undefined || ratio === null ? null : ratio <= goal.most,
  }
}
