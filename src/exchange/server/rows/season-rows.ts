import type { z } from 'zod'
import { Timestamp } from '../../../model/time.js'
import type { seasonTotals } from '../../../protocol/api/schemas-account.js'
import type { Reads } from '../read-models/reads.js'
import { pointsOfAll } from '../read-models/seasons.js'
import { dollarText } from './dollar-text.js'

/** What each season has come to, newest first. A season's points are those that wallets earned in it. */
export const seasonRows = ({ core, now, wallets: { seasons } }: Reads): z.input<typeof seasonTotals>[] => {
  let pointsAfter = pointsOfAll(core)
  return seasons.totals(now()).map(({ season, volume, traders, pointsBefore }) => {
    const before = pointsBefore ?? pointsAfter
    const earned = pointsAfter - before
    pointsAfter = before
    return {
      season,
      startsAt: Timestamp.iso(seasons.startOf(season)),
      endsAt: Timestamp.iso(seasons.startOf(season + 1)),
      points: earned / 1_000_000,
      volumeUsd: dollarText(volume),
      traders,
    }
  })
}
