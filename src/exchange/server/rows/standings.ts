import type { z } from 'zod'
import { Wei } from '../../../model/money.js'
import { Timestamp } from '../../../model/time.js'
import type { leaderboardEntry, seasonTotals } from '../../../protocol/api/schemas-account.js'
import { type Page, type PageQuery, pageOf } from '../http/paging.js'
import type { LeaderboardRank } from '../read-models/leaderboard.js'
import type { Reads } from '../read-models/reads.js'
import { pointsOfAll } from '../read-models/seasons.js'
import { shownAs } from './account.js'
import { dollarText } from './dollar-text.js'
import { heldValue, positionsOf } from './position.js'

/** One page of the leaderboard. */
export const leaderboardPage = (reads: Reads, query: PageQuery): Page<z.input<typeof leaderboardEntry>> => {
  const { rows, cursor } = pageOf(reads.wallets.leaderboard.standings(), query, {
    name: 'leaderboard',
    key: ({ rank }) => LAST_RANK - rank,
  })
  return { rows: rows.map(standing => entryOf(reads, standing)), cursor }
}

/** Keys of a page must decrease, and ranks increase. */
const LAST_RANK = 1_000_000_000

/** Profit: collateral received less collateral spent, plus the present value of shares. */
const entryOf = (reads: Reads, { rank, account, microPoints, volume }: LeaderboardRank): z.input<typeof leaderboardEntry> => {
  let pnl = reads.wallets.stakes.turnover(account).flow
  for (const position of positionsOf(reads, account)) pnl = Wei.add(pnl, heldValue(reads, position))
  return {
    rank,
    ...shownAs(reads, account),
    address: account,
    points: microPoints / 1_000_000,
    volumeUsd: dollarText(volume),
    pnlUsd: dollarText(pnl),
  }
}

/** Totals of each season, newest first. A season's points are those that wallets earned in it. */
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
