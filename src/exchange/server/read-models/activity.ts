import { type Outcome, type Side, Wei } from '../../../model/money.js'
import type { Timestamp } from '../../../model/time.js'
import type { CoreEvent, CoreOrder, Leg, Match } from '../../core/core-event.js'
import type { Watcher } from '../log/watcher.js'
import { isWallet, legsOf } from './tape.js'

/** Kinds of activity, as the wire names them. */
export type ActivityName =
  | 'CREATE'
  | 'CANCEL'
  | 'EXPIRE'
  | 'INVALIDATE'
  | 'MATCH'
  | 'NO_MARKET_MATCH'
  | 'MATCH_FAILED'
  | 'FEE'
  | 'RESOLVE'

/** One line of an account's activity; plain data, because it is kept longer than its order. */
export interface ActivityLine {
  /** Number of the line, counted over all accounts: its place in a list. */
  readonly seq: number
  readonly name: ActivityName
  readonly at: Timestamp
  readonly market: number
  readonly outcome: Outcome
  /** The order; `null` for a payout. */
  readonly order: ActivityOrder | null
  /** The match whose settlement the line reports; `null`: none. */
  readonly match: number | null
  /** Shares of a trade or a payout; `null` in other lines. */
  readonly shares: Wei | null
  readonly value: Wei | null
}

export interface ActivityOrder {
  readonly id: number
  readonly hash: string
  readonly side: Side
  readonly shares: Wei
  readonly limit: Wei
  /** The fee that was taken; `null`: none. */
  readonly fee: Leg['fee'] | null
}

/** The activity of each wallet: what happened to its orders and shares. */
export interface Activity extends Watcher {
  /** Newest first, at most `ACTIVITY_MAX`. */
  of(account: string): Iterable<ActivityLine>
}

/** Number of an account's newest lines that stay readable. */
export const ACTIVITY_MAX = 1_000

interface Saved {
  readonly last: number
  readonly deeds: ReadonlyMap<string, ActivityLine[]>
}

/** No activity yet. */
export const createActivity = (): Activity => {
  const byAccount = new Map<string, ActivityLine[]>()
  let last = 0
  const number = (): number => ++last
  const add = (account: string, line: ActivityLine): void => {
    const known = byAccount.get(account)
    if (known === undefined) byAccount.set(account, [line])
    else {
      known.push(line)
      // Dropped many at a time, so that dropping costs almost nothing for each line.
      if (known.length >= 2 * ACTIVITY_MAX) known.splice(0, known.length - ACTIVITY_MAX)
    }
  }
  return {
    see: event => addLines(event, { add, number }),
    of: function* newestFirst(account) {
      const lines = byAccount.get(account) ?? []
      for (let at = lines.length - 1; at >= Math.max(0, lines.length - ACTIVITY_MAX); at--) yield lines[at]!
    },
    memory: {
      name: 'activity',
      save: (): Saved => ({ last, deeds: byAccount }),
      load: saved => {
        const known = saved as Saved
        last = known.last
        for (const [account, deeds] of known.deeds) byAccount.set(account, deeds)
      },
    },
  }
}

/** Takes lines of activity, and numbers them. */
interface Tell {
  add(account: string, line: ActivityLine): void
  number(): number
}

const addLines = (event: CoreEvent, tell: Tell): void => {
  switch (event.kind) {
    case 'accepted':
      return tellOrder('CREATE', event, tell)
    case 'ended': {
      const name = endName(event)
      return name === null ? undefined : tellOrder(name, event, tell)
    }
    case 'settled':
    case 'failed':
      for (const leg of legsOf(event.match)) if (isWallet(leg.order.spec.account)) tellLeg(event, leg, tell)
      return
    case 'paid': {
      const { at, market, outcome, shares, value } = event
      if (isWallet(event.account))
        tell.add(event.account, {
          seq: tell.number(),
          name: 'RESOLVE',
          at,
          market,
          outcome,
          order: null,
          match: null,
          shares,
          value,
        })
      return
    }
    case 'converted':
    case 'matched':
    case 'submitted':
    case 'book':
    case 'trading':
    case 'status':
      return
    default:
      event satisfies never
  }
}

const tellOrder = (name: ActivityName, { at, order }: { at: Timestamp; order: CoreOrder }, tell: Tell): void => {
  const { account, market, outcome } = order.spec
  if (!isWallet(account)) return
  const told = orderOf(order, null)
  tell.add(account, { seq: tell.number(), name, at, market, outcome, order: told, match: null, shares: null, value: null })
}

type MatchEvent = Extract<CoreEvent, { readonly match: Match }>

/** A filled order needs no line of its own, because its last trade says that it is filled. */
const endName = ({ status, why }: Extract<CoreEvent, { kind: 'ended' }>): ActivityName | null => {
  switch (status) {
    case 'FILLED':
      return null
    case 'EXPIRED':
      return 'EXPIRE'
    case 'INVALIDATED':
      return 'INVALIDATE'
    case 'CANCELLED':
      return why === 'no-match' ? 'NO_MARKET_MATCH' : 'CANCEL'
    default:
      return status satisfies never
  }
}

const tellLeg = (event: Pick<MatchEvent, 'kind' | 'at' | 'match'>, leg: Leg, tell: Tell): void => {
  const { order, outcome, shares, value } = leg
  const isSettled = event.kind === 'settled'
  const fee = isSettled && leg.fee.amount > Wei.ZERO ? leg.fee : null
  const match = isSettled ? event.match.id : null
  const line = { at: event.at, market: event.match.market, outcome, order: orderOf(order, fee), match, shares, value }
  const { account } = order.spec
  tell.add(account, { seq: tell.number(), name: isSettled ? 'MATCH' : 'MATCH_FAILED', ...line })
  if (fee !== null) tell.add(account, { seq: tell.number(), name: 'FEE', ...line })
}

const orderOf = ({ id, spec }: CoreOrder, fee: ActivityOrder['fee']): ActivityOrder => ({
  id,
  hash: spec.hash,
  side: spec.side,
  shares: spec.shares,
  limit: spec.limit,
  fee,
})
