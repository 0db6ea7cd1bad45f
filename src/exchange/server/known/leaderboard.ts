import type { z } from 'zod'
import { Wei } from '../../../model/money.js'
import type { Timestamp } from '../../../model/time.js'
import type { leaderboardEntry } from '../../../protocol/api/schemas-account.js'
import type { House } from '../house.js'
import { type Page, type PageQuery, pageOf } from '../http/paging.js'
import type { Watcher } from '../log/watcher.js'
import { nameOf } from '../rows/account-row.js'
import { dollarText } from '../rows/dollar-text.js'
import { positionsOf, positionValue } from '../rows/position-row.js'
import { isWallet } from './tape.js'

/** Wallets in the order of their points. */
export interface Leaderboard extends Watcher {
  /** Those that have earned points or traded, best first: by points, then by volume, then by address. */
  standings(): readonly Standing[]
  /** From 1; null of a wallet without points. */
  rankOf(account: string): number | null
}

export interface Standing {
  readonly rank: number
  readonly account: string
  readonly microPoints: number
  readonly volume: Wei
}

/** With more accounts than this the board is made anew at most once a second. */
const SMALL = 1_000
const SECOND_US = 1_000_000

interface Board {
  readonly standings: readonly Standing[]
  readonly ranks: ReadonlyMap<string, number>
  /** All that were looked at. */
  readonly accounts: number
  readonly madeAt: Timestamp
}

/** Made when somebody asks; `house` is asked for late, because the floor that it holds is opened with this watching. */
export const createLeaderboard = (house: () => House): Leaderboard => {
  let board: Board | null = null
  let isStale = true
  const current = (): Board => {
    const now = house().floor.now()
    const isFresh = board !== null && (!isStale || (board.accounts > SMALL && now - board.madeAt < SECOND_US))
    if (board === null || !isFresh) board = boardOf(house(), now)
    isStale = false
    return board
  }
  return {
    release: () => {
      isStale = true
    },
    standings: () => current().standings,
    rankOf: account => current().ranks.get(account) ?? null,
  }
}

/** One page of the leaderboard. */
export const leaderboardPage = (house: House, query: PageQuery): Page<z.input<typeof leaderboardEntry>> => {
  const { rows, cursor } = pageOf(house.leaderboard.standings(), query, ({ rank }) => LAST_RANK - rank)
  return { rows: rows.map(standing => entryOf(house, standing)), cursor }
}

/** Keys of a page fall. */
const LAST_RANK = 1_000_000_000

const boardOf = ({ floor, stakes }: House, madeAt: Timestamp): Board => {
  const found: Omit<Standing, 'rank'>[] = []
  let accounts = 0
  for (const { id, microPoints } of floor.core.accounts()) {
    accounts++
    if (!isWallet(id)) continue
    const { volume } = stakes.turnover(id)
    if (microPoints > 0 || volume > 0n) found.push({ account: id, microPoints, volume })
  }
  const standings = found.toSorted(byPoints).map((one, index) => ({ rank: index + 1, ...one }))
  const earning = standings.filter(({ microPoints }) => microPoints > 0)
  return { standings, ranks: new Map(earning.map(({ account, rank }) => [account, rank])), accounts, madeAt }
}

const byPoints = (a: Omit<Standing, 'rank'>, b: Omit<Standing, 'rank'>): number => {
  if (a.microPoints !== b.microPoints) return b.microPoints - a.microPoints
  if (a.volume !== b.volume) return a.volume < b.volume ? 1 : -1
  return a.account < b.account ? -1 : 1
}

/** What trading has brought: what came back less what went in, and what the shares would bring now. */
const entryOf = (house: House, { rank, account, microPoints, volume }: Standing): z.input<typeof leaderboardEntry> => {
  let pnl = house.stakes.turnover(account).flow
  for (const position of positionsOf(house, account))
    pnl = Wei.add(pnl, Wei.sub(positionValue(house, position), position.stake?.paidValue ?? Wei.ZERO))
  return {
    rank,
    name: nameOf(account),
    address: account,
    imageUrl: null,
    points: microPoints / 1_000_000,
    volumeUsd: dollarText(volume),
    pnlUsd: dollarText(pnl),
  }
}
