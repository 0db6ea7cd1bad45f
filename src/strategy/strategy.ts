import type { z } from 'zod'
import type { Market } from '../model/market.js'
import type { Decision } from '../model/quote.js'
import type { View } from './view.js'

/** Decides for one market of one account. Its state dies with the process. */
export interface Strategy<P> {
  /**
   * Called for a market that changed, and on the timer while anything may rest there: its book is live, it trades and has no result.
   * Synchronous, and sees everything through `view`.
   */
  decide(view: View<P>): Decision
  /** What the last answer came from, by name, such as a fair price: for `oddsmith journal explain`, which runs the strategy again. */
  terms?(): Readonly<Record<string, number | string>>
}

interface NamesOf<P> {
  of(parameters: P, market: Market): readonly string[]
}

/** What a strategy file exports as `strategy`. */
export interface StrategyDefinition<S extends z.ZodType> {
  readonly name: string
  readonly version: 1
  /** Units in the names. It feeds `--help`, validation and the docs. */
  readonly parameters: S
  /** What wakes it, beside trades, its own fills, its market and the timer. */
  readonly watches: 'touch' | 'depth'
  /**
   * The reference feeds of the config that it reads, by name: a list, or a function that is asked once for each market. A market whose reference
   * changed is decided. Absent: it reads none.
   */
  readonly references?: readonly string[] | NamesOf<z.output<S>>['of']
  /** One instance a market and account. */
  create(parameters: z.output<S>, market: Market): Strategy<z.output<S>>
}
