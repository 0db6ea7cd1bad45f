import type { WalkedFold } from '../../backtest/sweep/walk.js'
import { playWalk } from '../cli/search/play-walk.js'
import type { WalkDocument } from '../cli/search/walk-document.js'
import type { ConfigRequest } from './research-config.js'
import { type SearchRequest, withResearch } from './search-request.js'

/** A finished walk-forward. */
export interface FinishedWalk {
  /** What `walk-forward --json` prints, with the verdict on the profit out of sample. */
  readonly summary: WalkDocument
  readonly folds: readonly WalkedFold[]
}

/**
 * Chooses parameters on earlier events and tests them on later ones, as `oddsmith walk-forward` does. Rejects with a `ResearchError` if the config
 * cannot be used, or if all events of the recording end at the same time.
 */
export const walkForward = (asked: SearchRequest | ConfigRequest['config']): Promise<FinishedWalk> =>
  withResearch(asked, async (search, play) => {
    const { document, folds } = await playWalk(search, play)
    return { summary: document, folds }
  })
