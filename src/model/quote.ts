import type { Brand } from './brand.js'
import type { Level, Outcome, Price, Side, Size } from './money.js'

/**
 * Best bid and ask of a live book with their sizes. `mid` is half-way between the prices; `microprice` weights each price by the other side's size,
 * so it is nearer to the side with less size. Both are in 1/10,000 and may be fractional.
 */
export interface Touch {
  readonly bid: Price
  readonly bidSize: Size
  readonly ask: Price
  readonly askSize: Size
  readonly mid: number
  readonly microprice: number
}

/** A copy that stays as it is. The touch of a live book always shows the present. */
export const copyTouch = ({ bid, bidSize, ask, askSize, mid, microprice }: Touch): Touch => ({
  bid,
  bidSize,
  ask,
  askSize,
  mid,
  microprice,
})

/** What should rest on one side: one level, several, or null for none. */
export type Ladder = Level | readonly Level[] | null

/** Whether a side's target is a list of levels, best first. */
export const isList = (target: Ladder): target is readonly Level[] => Array.isArray(target)

/** The targets of a market. Only a live book can create them. */
export type Quotes = Brand<{ readonly kind: 'quotes'; readonly bid: Ladder; readonly ask: Ladder }, 'Quotes'>

/** How much of a take must be available: all of it, or as much as there is. */
export type TakeStyle = 'market' | 'fill-or-kill'

/** The terms of a take. */
export interface TakeTerms {
  readonly outcome: Outcome
  readonly side: Side
  readonly worst: Level
  readonly style: TakeStyle
}

/** An order that takes resting orders at prices no worse than `worst`, in terms of its outcome. Only a live book can create it. */
export type Take = Brand<{ readonly kind: 'take' } & TakeTerms, 'Take'>

/** No order should rest. */
export interface Pull {
  readonly kind: 'pull'
  readonly why: string
}

/** No change: the last quotes stay until replaced, pulled, or the book stops being live. */
export interface Keep {
  readonly kind: 'keep'
}

/** The whole run should halt: nothing rests in any market and nothing is placed until a person resumes it. */
export interface HaltRequest {
  readonly kind: 'halt'
  readonly why: string
}

/** What a strategy may answer. */
export type Decision = Quotes | Take | Pull | Keep | HaltRequest

/** Made by a live book: `book.quote`. */
export const Quotes = {
  /** The targets of both sides, as they are. */
  of: (bid: Ladder, ask: Ladder): Quotes => ({ kind: 'quotes', bid, ask }) as Quotes,
}
/** Made by a live book: `book.take`. */
export const Take = {
  /** The take, as it is. */
  of: (terms: TakeTerms): Take => ({ kind: 'take', ...terms }) as Take,
}
/** The answer of a strategy that wants no resting orders; `why` is shown to people. */
export const pull = (why: string): Pull => ({ kind: 'pull', why })
/**
 * The answer of a strategy that asks for a halt of the whole run, such as when its model contradicts itself; `why` is shown to people. It cannot end
 * a halt.
 */
export const halt = (why: string): HaltRequest => ({ kind: 'halt', why })
const KEEP: Keep = Object.freeze({ kind: 'keep' })
/** The answer of a strategy that changes nothing. */
export const keep = (): Keep => KEEP
