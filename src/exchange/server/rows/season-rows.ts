import type { z } from 'zod'
import { Timestamp } from '../../../model/time.js'
import type { seasonTotals } from '../../../protocol/api/schemas-account.js'
import type { House } from '../house.js'
import { pointsOfAll } from '../read-models/seasons.js'
import { dollarText } from './dollar-text.js'

/** What each season has come to, newest first. A season's points are those that wallets earned in it. */
export const seasonRows = ({ floor, seasons }: House): z.input<typeof seasonTotals>[] => {
  let pointsAfter = pointsOfAll(floor.core)
  return seasons.totals(floor.now()).map(({ season, volume, traders, pointsBefore }) => {
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
