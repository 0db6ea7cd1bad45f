import type { RunClock } from '../../../model/time.js'
import type { Session } from '../../../runtime/session.js'
import type { LoopDelay } from './loop-delay.js'
import type { SeenTurns } from './seen-turns.js'
import type { StrategySettings } from './strategy-copies.js'

/** Everything that copies of a run are made from. */
export interface ShownRun {
  readonly run: string
  readonly mode: 'paper' | 'live'
  readonly wallet: string
  readonly venue: string
  /** The config as named on the command line. */
  readonly config: string
  readonly startedAt: number
  /** The present strategies and parameters. */
  readonly settings: () => StrategySettings
  readonly session: Session
  readonly seen: SeenTurns
  readonly clock: RunClock
  readonly loop: LoopDelay
  readonly keeper: { readonly unattendedMaxMs: number; readonly heardMsAgo: () => number | null }
  /** True: the run is ending. */
  readonly isStopping: () => boolean
}
