import type { Reviewed } from '../src/engine/account.js'
import type { Asking } from '../src/engine/asking.js'
import type { DeskParts } from '../src/engine/desk.js'
import type { Assignment } from '../src/engine/desk-options.js'
import type { Decoder } from '../src/model/frame.js'
import type { MarketId } from '../src/model/ids.js'
import { copyTouch, type Ladder, type Touch } from '../src/model/quote.js'
import type { Timestamp } from '../src/model/time.js'
import type { InputLog } from '../src/recording/log/input-log.js'
import type { LogMark } from '../src/recording/log/log-record.js'
import type { Strategy } from '../src/strategy/strategy.js'
import { replay } from './replay.js'

/** What a strategy saw, and what it answered. */
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
    | { readonly kind: 'pull' | 'halt'; readonly why: string }
    | { readonly kind: 'keep' }
  /** The named values behind the strategy's answer; null: it gives none. */
  readonly terms: Readonly<Record<string, number | string>> | null
}

/** A turn of a run in detail. */
export interface ExplainedTurn {
  readonly turn: number
  readonly mark: LogMark
  /** Every order that came before risk in this turn, in order. */
  readonly reviews: readonly Reviewed[]
  /** The market's last answer other than `keep`; null: none. */
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
  /** The run's strategy for a market that joined; absent: no market joined. */
  readonly assign?: DeskParts['assign']
  /** Where the replay says which strategy it is asking. */
  readonly asking?: Asking
  readonly market: MarketId
  readonly isWanted: (mark: LogMark) => boolean
}

/**
 * Replays a recorded run up to a turn, and observes its strategy and risk. Returns null if the log has no such turn. Throws an error if the replay
 * differs from the run before that turn: then it would not show what happened.
 */
export async function explainTurn({
  log,
  decoder,
  assignments,
  assign,
  asking,
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
    ...(asking && { asking }),
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

/** The same strategies, observed in one market. Markets that share a definition keep sharing one, because it identifies siblings. */
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
    const touch = book.state === 'live' && book.touch !== null ? copyTouch(book.touch) : null
    seen.decided = { at: now, turn: seen.turn, touch, net: position.net, answer, terms: inner.terms?.() ?? null }
    return answer
  },
})
