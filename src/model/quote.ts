import type { Brand } from './brand.js'
import type { Level, Outcome, Price, Side, Size } from './money.js'

/** Best bid and ask of a live book with their sizes. `microprice` is in 1/10,000, weighted by the opposite sizes. */
export interface Touch {
  readonly bid: Price
  readonly bidSize: Size
  readonly ask: Price
  readonly askSize: Size
  readonly microprice: number
}

/** What should rest on one side: one level, several, or nothing. */
export type Ladder = Level | readonly Level[] | null

/** The targets of a market. Only a live book makes them. */
export type Quotes = Brand<{ readonly kind: 'quotes'; readonly bid: Ladder; readonly ask: Ladder }, 'Quotes'>

/** An order to take what rests, no worse than `worst`, in the outcome's own price. Only a live book makes it. */
export type Take = Brand<
  { readonly kind: 'take'; readonly outcome: Outcome; readonly side: Side; readonly worst: Level },
  'Take'
>

/** Nothing shall rest. */
export interface Pull {
  readonly kind: 'pull'
  readonly why: string
}

/** The last quotes stand until replaced, pulled, or the book stops being live. */
export interface Keep {
  readonly kind: 'keep'
}

export type Decision = Quotes | Take | Pull | Keep

export const Quotes = { of: (bid: Ladder, ask: Ladder): Quotes => ({ kind: 'quotes', bid, ask }) as Quotes }
export const Take = {
  of: (outcome: Outcome, side: Side, worst: Level): Take => ({ kind: 'take', outcome, side, worst }) as Take,
}
/** Answer of a strategy that wants nothing to rest; `why` is shown to people. */
export const pull = (why: string): Pull => ({ kind: 'pull', why })
const KEEP: Keep = { kind: 'keep' }
/** Answer of a strategy that changes nothing. */
export const keep = (): Keep => KEEP
