import type { WalkedFold } from '../../backtest/sweep/walk.js'
import { playWalk } from '../cli/play-walk.js'
import type { WalkDocument } from '../cli/walk-words.js'
import type { ConfigRequest } from './research-config.js'
import { type SearchRequest, withResearch } from './search-request.js'

/** A walk forward that is over. */
export interface FinishedWalk {
  /** What `walk-forward --json` prints, with the verdict on what was earned out of sample. */
  readonly summary: WalkDocument
  readonly folds: readonly WalkedFold[]
}

/**
 * Chooses parameters on earlier events and tests them on later ones, as `oddsmith walk-forward` does. Rejects with a `ResearchError` on a config that
 * cannot be used, and on a recording whose events all end together.
 */
export const walkForward = (asked: SearchRequest | ConfigRequest['config']): Promise<FinishedWalk> =>
  withResearch(asked, async (search, play) => {
    const { document, folds } = await playWalk(search, play)
    return { summary: document, folds }
  })
