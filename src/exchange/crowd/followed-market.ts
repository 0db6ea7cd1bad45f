import type { Market } from '../../model/market.js'
import type { Timestamp } from '../../model/time.js'
import type { CoreCommand, TradingStatus } from '../core/command.js'
import type { CoreMarket } from '../core/core-reads.js'
import { type BookEvent, LatePrints } from './late-prints.js'
import { TRADING } from './market-change.js'

/** A market of a venue that a market of the exchange follows. */
export interface FollowedMarket {
  /** The exchange's number. */
  readonly id: number
  /** As the venue tells it now. */
  market: Market
  readonly rows: LatePrints
  /** `null`: its book is known. */
  dark: Darkness | null
  /** When it was last heard or confirmed. */
  heardAt: Timestamp
}

/** Why nothing is known of a book. */
export interface Darkness {
  readonly why: string
  /** The book of before is still the venue's as far as anything was told: one word of it, and it is known again. */
  readonly isKept: boolean
}

/** A market of which no book has come yet. */
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

/** What sets tick, trading and result to what the venue says. */
export function definitionCommands(followed: FollowedMarket, core: CoreMarket, now: Timestamp): readonly CoreCommand[] {
  const { id, market } = followed
  const { tick, result } = market
  return [
    ...(core.tick === tick ? [] : [{ kind: 'tick', at: now, market: id, tick } as const]),
    ...tradingCommands(followed, core, now),
    ...(result === null || core.result !== null ? [] : [{ kind: 'resolve', at: now, market: id, yes: result.yes } as const]),
  ]
}

/** What its trading should be: as the venue says, and cancels alone while its book is dark. */
const tradingWanted = ({ market, dark }: FollowedMarket): TradingStatus =>
  dark !== null && market.trading === 'open' ? 'CANCEL_ONLY' : TRADING[market.trading]

/** What sets the exchange's trading to what it should be. A market that has ended here, or that an operator paused, stays as it is. */
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

/** A whole book of the crowd: what stood there is gone, then each level. */
export const bookCommands = ({ id: market, rows }: FollowedMarket, at: Timestamp): readonly CoreCommand[] => [
  { kind: 'crowd-clear', at, market },
  ...rows.levels().map(level => ({ kind: 'crowd-level', at, market, ...level, cause: 'unexplained' }) as const),
]
