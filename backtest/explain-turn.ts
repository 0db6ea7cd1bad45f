import type { Reviewed } from '../src/engine/account.js'
import type { DeskParts } from '../src/engine/desk.js'
import type { Assignment } from '../src/engine/desk-options.js'
import type { Decoder } from '../src/model/frame.js'
import type { MarketId } from '../src/model/ids.js'
import type { Ladder, Touch } from '../src/model/quote.js'
import type { Timestamp } from '../src/model/time.js'
import type { InputLog } from '../src/recording/log/input-log.js'
import type { LogMark } from '../src/recording/log/log-record.js'
import type { Strategy } from '../src/strategy/strategy.js'
import { replay } from './replay.js'

/** What a strategy was shown, and what it answered. */
export interface Decided {
  readonly at: Timestamp
  readonly turn: number
  /** null: the book could not be quoted on, or a side was empty. */
  readonly touch: Touch | null
  /** Net shares, in millionths. */
  readonly net: number
  readonly answer:
    | { readonly kind: 'quotes'; readonly bid: Ladder; readonly ask: Ladder }
    | { readonly kind: 'take' }
    | { readonly kind: 'pull'; readonly why: string }
    | { readonly kind: 'keep' }
  /** What the strategy says its answer came from; null: it says nothing. */
  readonly terms: Readonly<Record<string, number | string>> | null
}

/** A turn of a run, looked into. */
export interface ExplainedTurn {
  readonly turn: number
  readonly mark: LogMark
  /** Every order that came before risk in this turn, in its order. */
  readonly reviews: readonly Reviewed[]
  /** The last answer for the market that was not to keep the one before. */
  readonly decided: Decided | null
}

interface Seen {
  turn: number
  decided: Decided | null
}

interface ExplainOptions {
  readonly log: InputLog
  readonly decoder: Decoder
  readonly assignments: readonly Assignment[]
  /** The run's strategy of a market that joined; absent: no market joined. */
  readonly assign?: DeskParts['assign']
  readonly market: MarketId
  readonly isWanted: (mark: LogMark) => boolean
}

/**
 * Runs a recorded run again up to the turn that is wanted, with an eye on its strategy and on risk. Returns null where the log has no such turn. Throws
 * an error where the run does not come out the same up to there: then what it would show is not what happened.
 */
export async function explainTurn({
  log,
  decoder,
  assignments,
  assign,
  market,
  isWanted,
}: ExplainOptions): Promise<ExplainedTurn | null> {
  let reviews: Reviewed[] = []
  let found: ExplainedTurn | null = null
  const seen: Seen = { turn: 1, decided: null }
  const watch = watching(market, seen)
  const { firstDifference } = await replay({
    log,
    decoder,
    assignments: assignments.map(watch),
    assign: (joined, stanza) => {
      const assignment = assign?.(joined, stanza) ?? null
      return assignment === null ? null : watch(assignment)
    },
    onReview: review => void reviews.push(review),
    isLast: (mark, turn) => {
      seen.turn = turn + 1
      if (isWanted(mark)) found = { turn, mark, reviews, decided: seen.decided }
      else reviews = []
      return found !== null
    },
  })
  if (firstDifference !== null)
    throw new Error(`the replay differs from the run in turn ${firstDifference.turn}, so it cannot explain it`)
  return found
}

/** The same strategies with an eye on one market. Markets of one definition keep one, as siblings are known by it. */
function watching(market: MarketId, seen: Seen): (assignment: Assignment) => Assignment {
  const wrapped = new Map<Assignment['definition'], Assignment['definition']>()
  const wrap = (definition: Assignment['definition']): Assignment['definition'] => ({
    ...definition,
    create: (parameters, of) => {
      const inner = definition.create(parameters, of)
      return of.id === market ? watched(inner, seen) : inner
    },
  })
  return assignment => {
    const definition = wrapped.get(assignment.definition) ?? wrap(assignment.definition)
    wrapped.set(assignment.definition, definition)
    return { ...assignment, definition }
  }
}

const watched = (inner: Strategy<unknown>, seen: Seen): Strategy<unknown> => ({
  decide: view => {
    const answer = inner.decide(view)
    if (answer.kind === 'keep') return answer
    const { book, position, now } = view
    const touch = book.state === 'live' && book.touch !== null ? touchOf(book.touch) : null
    seen.decided = { at: now, turn: seen.turn, touch, net: position.net, answer, terms: inner.terms?.() ?? null }
    return answer
  },
})

/** A copy: a view shows the present. */
const touchOf = ({ bid, bidSize, ask, askSize, mid, microprice }: Touch): Touch => ({
  bid,
  bidSize,
  ask,
  askSize,
  mid,
  microprice,
})
