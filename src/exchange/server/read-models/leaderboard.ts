import type { Wei } from '../../../model/money.js'
import type { Timestamp } from '../../../model/time.js'
import type { Sequencer } from '../log/sequencer.js'
import type { Watcher } from '../log/watcher.js'
import type { Stakes } from './stakes.js'
import { isWallet } from './tape.js'

/** Wallets in the order of their points. */
export interface Leaderboard extends Watcher {
  /** Wallets that have earned points or traded, best first: by points, then by volume, then by address. */
  standings(): readonly LeaderboardRank[]
  /** The rank, from 1; `null`: the wallet has no points. */
  rankOf(account: string): number | null
}

export interface LeaderboardRank {
  readonly rank: number
  readonly account: string
  readonly microPoints: number
  readonly volume: Wei
}

/** With more accounts than this the board is computed at most once a second. */
const SMALL = 1_000
const SECOND_US = 1_000_000

interface Board {
  readonly standings: readonly LeaderboardRank[]
  readonly ranks: ReadonlyMap<string, number>
  /** Number of accounts when the board was computed. */
  readonly accounts: number
  readonly madeAt: Timestamp
}

/** Computed on demand. The sequencer is looked up at each use, because it is opened after its watchers are created. */
export const createLeaderboard = (sequencer: () => Sequencer, stakes: Stakes): Leaderboard => {
  let board: Board | null = null
  let isStale = true
  const current = (): Board => {
    const now = sequencer().now()
    const isFresh = board !== null && (!isStale || (board.accounts > SMALL && now - board.madeAt < SECOND_US))
    if (board === null || !isFresh) board = boardOf(sequencer(), stakes)
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

const boardOf = (sequencer: Sequencer, stakes: Stakes): Board => {
  const found: Omit<LeaderboardRank, 'rank'>[] = []
  let accounts = 0
  for (const { id, microPoints } of sequencer.core.accounts()) {
    accounts++
    if (!isWallet(id)) continue
    const { volume } = stakes.turnover(id)
    if (microPoints > 0 || volume > 0n) found.push({ account: id, microPoints, volume })
  }
  const standings = found.toSorted(byPoints).map((one, index) => ({ rank: index + 1, ...one }))
  const earning = standings.filter(({ microPoints }) => microPoints > 0)
  return { standings, ranks: new Map(earning.map(({ account, rank }) => [account, rank])), accounts, madeAt: sequencer.now() }
}

const byPoints = (a: Omit<LeaderboardRank, 'rank'>, b: Omit<LeaderboardRank, 'rank'>): number => {
  if (a.microPoints !== b.microPoints) return b.microPoints - a.microPoints
  if (a.volume !== b.volume) return a.volume < b.volume ? 1 : -1
  return a.account < b.account ? -1 : 1
}
