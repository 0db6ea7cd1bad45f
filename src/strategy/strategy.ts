import type { z } from 'zod'
import type { Market } from '../model/market.js'
import type { Decision } from '../model/quote.js'
import type { View } from './view.js'

/** Decides for one market of one account. Its state ends with the process. */
export interface Strategy<P> {
  /**
   * Called when a market changed, and on the timer while orders may rest there: its book is live, it trades and has no result. Synchronous; sees
   * everything through `view`.
   */
  decide(view: View<P>): Decision
  /** Named values behind the last answer, such as a fair price: for `oddsmith journal explain`, which runs the strategy again. */
  terms?(): Readonly<Record<string, number | string>>
}

interface NamesOf<P> {
  of(parameters: P, market: Market): readonly string[]
}

/** The export `strategy` of a strategy file. */
export interface StrategyDefinition<S extends z.ZodType> {
  readonly name: string
  readonly version: 1
  /** Field names include units. Used for `--help`, validation and the docs. */
  readonly parameters: S
  /** What triggers a decision, beside trades, its own fills, its market and the timer. */
  readonly watches: 'touch' | 'depth'
  /** Whether a change of another market of its group (`view.group`) triggers a decision too. Absent: no. */
  readonly watchesGroup?: boolean
  /**
   * The reference feeds of the config that it reads, by name: a list, or a function that is called once for each market. A change of a reference
   * triggers a decision. Absent: none.
   */
  readonly references?: readonly string[] | NamesOf<z.output<S>>['of']
  /** One instance for each market and account. */
  create(parameters: z.output<S>, market: Market): Strategy<z.output<S>>
}
