import type { Market } from '../../model/market.js'
import type { Timestamp } from '../../model/time.js'
import type { CoreCommand, TradingStatus } from '../core/command.js'
import type { CoreMarket } from '../core/core-reads.js'
import { type BookEvent, LatePrints } from './late-prints.js'
import { TRADING } from './market-change.js'

/** A market of a venue that a market of the exchange follows. */
export interface FollowedMarket {
  /** The market's number in the exchange. */
  readonly id: number
  /** The venue's present definition. */
  market: Market
  readonly rows: LatePrints
  /** Why its book is unknown; `null`: the book is known. */
  dark: Darkness | null
  /** When the venue last sent or confirmed the book. */
  heardAt: Timestamp
}

/** Why a market's book is unknown. */
export interface Darkness {
  readonly why: string
  /** Whether the last known book is still the venue's, unless a message shows otherwise: then any message about it makes it known again. */
  readonly isKept: boolean
}

/** A new followed market, whose book has not come yet. */
export const newlyFollowed = ({
  pairWithinUs,
  now,
  ...market
}: Pick<FollowedMarket, 'id' | 'market'> & { readonly pairWithinUs: number; readonly now: Timestamp }): FollowedMarket => ({
  ...market,
  rows: new LatePrints(pairWithinUs),
  dark: { why: 'its book has not come yet', isKept: false },
  heardAt: now,
})

/** Commands that set tick, trading and result as the venue defines them. */
export function definitionCommands(followed: FollowedMarket, core: CoreMarket, now: Timestamp): readonly CoreCommand[] {
  const { id, market } = followed
  const { tick, result } = market
  return [
    ...(core.tick === tick ? [] : [{ kind: 'tick', at: now, market: id, tick } as const]),
    ...tradingCommands(followed, core, now),
    ...(result === null || core.result !== null ? [] : [{ kind: 'resolve', at: now, market: id, yes: result.yes } as const]),
  ]
}

/** The trading status it should have: the venue's, but only cancels while its book is dark. */
const tradingWanted = ({ market, dark }: FollowedMarket): TradingStatus =>
  dark !== null && market.trading === 'open' ? 'CANCEL_ONLY' : TRADING[market.trading]

/** Commands that set the trading status as it should be. A market that has ended here, or that an operator paused, is left alone. */
export function tradingCommands(followed: FollowedMarket, core: CoreMarket, now: Timestamp): readonly CoreCommand[] {
  const status = tradingWanted(followed)
  if (core.trading === status || core.result !== null) return []
  const hasEnded = core.spec.endsAt !== null && core.spec.endsAt <= now
  if (status !== 'CLOSED' && (hasEnded || core.status === 'PAUSED')) return []
  return [{ kind: 'trading', at: now, market: followed.id, status }]
}

/** The rows of a message as the crowd's commands. */
export const rowCommands = (market: number, events: readonly BookEvent[], at: Timestamp): readonly CoreCommand[] =>
  events.map(({ kind, side, price, size, ...rest }) =>
    kind === 'trade'
      ? { kind: 'crowd-print', at, market, side, price, size }
      : { kind: 'crowd-level', at, market, side, price, size, cause: 'cause' in rest ? rest.cause : 'unexplained' },
  )

/** Commands for a whole book of the crowd: a clear, then each level. */
export const bookCommands = ({ id: market, rows }: FollowedMarket, at: Timestamp): readonly CoreCommand[] => [
  { kind: 'crowd-clear', at, market },
  ...rows.levels().map(level => ({ kind: 'crowd-level', at, market, ...level, cause: 'unexplained' }) as const),
]
