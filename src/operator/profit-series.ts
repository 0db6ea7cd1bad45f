import type { ProfitPoint } from './schemas-history.js'

/** Profit over the time of a run, in a bounded number of points. */
export interface ProfitSeries {
  add(point: ProfitPoint): void
  /** Points after a time, oldest first. */
  since(at: number): readonly ProfitPoint[]
}

const POINTS_MAX = 2_000

/** Begins empty. When it is full, every second point of its older half is dropped, so that recent values keep their detail. */
export function createProfitSeries(): ProfitSeries {
  let points: ProfitPoint[] = []
  return {
    add: point => {
      points.push(point)
      if (points.length > POINTS_MAX) points = points.filter((_, at) => at >= POINTS_MAX / 2 || at % 2 === 0)
    },
    since: at => points.filter(point => point.at > at),
  }
}
