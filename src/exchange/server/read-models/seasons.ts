import { Wei } from '../../../model/money.js'
import { Timestamp } from '../../../model/time.js'
import type { CoreReads } from '../log/readable-core.js'
import type { Sequencer } from '../log/sequencer.js'
import type { Watcher } from '../log/watcher.js'
import { isWallet, legsOf } from './tape.js'

/** What wallets did in one season. */
export interface SeasonTotals {
  /** Seasons are numbered from 1. */
  readonly season: number
  /** Value of their settled trades, either side. */
  readonly volume: Wei
  readonly traders: number
  /** Millionths of a point that all wallets had earned when the season began; `null`: not noted yet. */
  readonly pointsBefore: number | null
}

/** Seasons of 13 weeks; the first begins at midnight UTC of the exchange's first day. */
export interface Seasons extends Watcher {
  /** Totals of all seasons up to that of `now`, newest first. */
  totals(now: Timestamp): readonly SeasonTotals[]
  startOf(season: number): Timestamp
}

const DAY_US = 86_400_000_000
export const SEASON_US = 91 * DAY_US

interface Sums {
  volume: Wei
  readonly traders: Set<string>
  pointsBefore: number
}

interface Saved {
  readonly first: number | null
  readonly noted: number
  readonly seasons: ReadonlyMap<number, Sums>
}

/** Creates seasons without totals. The sequencer is looked up at each use, because it is opened after its watchers are created. */
export const createSeasons = (sequencerOf: () => Sequencer): Seasons => {
  const seasons = new Map<number, Sums>()
  let first: number | null = null
  let noted = 1
  const numberAt = (at: number): number => (first === null ? 1 : Math.max(1, Math.floor((at - first) / SEASON_US) + 1))
  const sumsOf = (season: number): Sums => {
    const known = seasons.get(season) ?? { volume: Wei.ZERO, traders: new Set(), pointsBefore: 0 }
    seasons.set(season, known)
    return known
  }
  return {
    enter: ({ command }) => {
      first ??= Math.floor(command.at / DAY_US) * DAY_US
    },
    see: event => {
      if (event.kind !== 'settled') return
      for (const { order, value } of legsOf(event.match)) {
        if (!isWallet(order.spec.account)) continue
        const sums = sumsOf(numberAt(event.at))
        sums.volume = Wei.add(sums.volume, value)
        sums.traders.add(order.spec.account)
      }
    },
    hear: note => {
      if (note.kind !== 'season') return
      // Seasons that passed while the exchange was down get the same points.
      while (noted < note.season) sumsOf(++noted).pointsBefore = note.microPoints
    },
    // Points are earned without an event, so their sum is noted when a season begins.
    release: () => {
      const sequencer = sequencerOf()
      const at = sequencer.now()
      const season = numberAt(at)
      if (season > noted)
        void sequencer.note({ kind: 'season', at, season, microPoints: pointsOfAll(sequencer.core) }).catch(() => undefined)
    },
    memory: {
      name: 'seasons',
      save: (): Saved => ({ first, noted, seasons }),
      load: saved => {
        const known = saved as Saved
        first = known.first
        noted = known.noted
        for (const [season, sums] of known.seasons) seasons.set(season, sums)
      },
    },
    totals: now =>
      Array.from({ length: numberAt(now) }, (_, index) => numberAt(now) - index).map(season => {
        const sums = seasons.get(season)
        const pointsBefore = season > noted ? null : (sums?.pointsBefore ?? 0)
        return { season, volume: sums?.volume ?? Wei.ZERO, traders: sums?.traders.size ?? 0, pointsBefore }
      }),
    startOf: season => Timestamp.of((first ?? 0) + (season - 1) * SEASON_US),
  }
}

/** Millionths of a point that all wallets have earned. */
export const pointsOfAll = (core: CoreReads): number => {
  let sum = 0
  for (const { id, microPoints } of core.accounts()) if (isWallet(id)) sum += microPoints
  return sum
}
