import type { RankedTrial } from '../../backtest/sweep/rank.js'
import type { FailedTrial } from '../../backtest/sweep/trial.js'
import { playSweep } from '../cli/search/play-sweep.js'
import type { SweepDocument } from '../cli/search/sweep-document.js'
import type { ConfigRequest } from './research-config.js'
import { type SearchRequest, withResearch } from './search-request.js'

/** A finished sweep. */
export interface FinishedSweep {
  /** What `sweep --json` prints, with the verdict on how good a result chance would give. */
  readonly summary: SweepDocument
  /** Best first, then those without a fill, whose `score` is null; each with its profit by event. */
  readonly trials: readonly RankedTrial[]
  readonly failed: readonly FailedTrial[]
}

/**
 * Searches parameters of a strategy over a recording on all cores, as `oddsmith sweep` does: the same trials with the same hashes. Rejects with a
 * `ResearchError` if the config or the recording cannot be used.
 */
export const sweep = (asked: SearchRequest | ConfigRequest['config']): Promise<FinishedSweep> =>
  withResearch(asked, async (search, play) => {
    const { document, found } = await playSweep(search, play)
    return { summary: document, trials: found.ranked, failed: found.failed }
  })
