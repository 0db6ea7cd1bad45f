import { Wei } from '../../model/money.js'
import type { Timestamp } from '../../model/time.js'
import type { CoreAnswer, CoreCommand, MarketSpec, MarketStatus, RewardTerms, TradingStatus } from './command.js'
import { clearCrowd, printCrowd, setCrowdLevel } from './crowd-fills.js'
import { DueKind } from './due-queue.js'
import { scheduleRewards } from './earnings.js'
import { joinRefusal, removalRefusal } from './groups.js'
import { Matching } from './matching.js'
import { decide, dispute, propose, proposeKnown, resolve, setStatus } from './resolution.js'
import { rewardRefusal } from './reward-terms.js'
import { setTrading } from './set-trading.js'
import { type MarketState, touch, type World } from './world.js'

const DONE: CoreAnswer = { kind: 'done' }

/** A command about one existing market. */
export type MarketCommand = Exclude<
  CoreCommand,
  {
    readonly kind:
      | 'fund'
      | 'approve'
      | 'retire'
      | 'market'
      | 'place'
      | 'remove'
      | 'nonce'
      | 'discount'
      | 'settling'
      | 'split'
      | 'merge'
      | 'redeem'
      | 'convert'
  }
>

/** Makes a market. */
export function open(world: World, spec: MarketSpec): CoreAnswer {
  if (world.markets.has(spec.id)) return { kind: 'refused', reason: 'duplicate', note: `market ${spec.id}` }
  const terms = spec.rewards ?? null
  const refusal = joinRefusal(world, spec) ?? (terms === null ? null : rewardRefusal(terms))
  if (refusal !== null) return refusal
  const market: MarketState = { ...NEW, spec, tick: spec.tick, changedAt: world.now, ...emptyBook() }
  world.markets.set(spec.id, market)
  if (spec.endsAt !== null) world.due.push({ at: spec.endsAt, kind: DueKind.CLOSE, id: spec.id })
  if (terms !== null) scheduleRewards(world, market)
  return DONE
}

const NEW = {
  trading: 'OPEN',
  status: 'REGISTERED',
  proposed: null,
  resolvesAt: null,
  result: null,
  resolvedAt: null,
  locked: Wei.ZERO,
  version: 1,
  restingOrders: 0,
  pausedFrom: null,
  rewardAt: null,
  earnings: null,
  isNoted: false,
  crowd: null,
} as const

const emptyBook = (): Pick<MarketState, 'book' | 'resting' | 'waiting' | 'pending'> => ({
  book: new Matching(),
  resting: [],
  waiting: new Set(),
  pending: new Map(),
})

/** Carries out a command about a market. */
export function performOnMarket(world: World, command: MarketCommand): CoreAnswer {
  const market = world.markets.get(command.market)
  if (market === undefined) return { kind: 'refused', reason: 'unknown-market', note: `market ${command.market}` }
  switch (command.kind) {
    case 'propose':
      return propose(world, market, command.yes)
    case 'dispute':
      return dispute(world, market)
    case 'resolve':
      return resolve(world, market, command.yes)
    case 'trading':
      return trade(world, market, command.status)
    case 'status':
      return changeStatus(world, market, command.status)
    case 'end':
      return moveEnd(world, market, command.endsAt)
    case 'rewards':
      return reward(world, market, command)
    case 'tick':
      market.tick = command.tick
      touch(world, market)
      return DONE
    case 'crowd-level':
      setCrowdLevel(world, market, command)
      return DONE
    case 'crowd-print':
      printCrowd(world, market, command)
      return DONE
    case 'crowd-clear':
      clearCrowd(world, market, command.isDark)
      return DONE
    default:
      command satisfies never
      return DONE
  }
}

function trade(world: World, market: MarketState, status: TradingStatus): CoreAnswer {
  const { id, endsAt } = market.spec
  if (market.result !== null && status !== 'CLOSED')
    return { kind: 'refused', reason: 'not-trading', note: `market ${id} is resolved` }
  if (endsAt !== null && endsAt <= world.now && status !== 'CLOSED')
    return { kind: 'refused', reason: 'status', note: `market ${id} has ended: move its end first` }
  if (market.status === 'PAUSED' && status !== 'CLOSED' && status !== 'CANCEL_ONLY')
    return { kind: 'refused', reason: 'status', note: `market ${id} is paused` }
  setTrading(world, market, status)
  return DONE
}

function changeStatus(world: World, market: MarketState, status: MarketStatus): CoreAnswer {
  if (market.result !== null) return refuse(market, status)
  switch (status) {
    case 'PAUSED':
      return pause(world, market)
    case 'UNPAUSED':
      return unpause(world, market)
    case 'REMOVED': {
      const refusal = removalRefusal(world, market.spec)
      if (refusal === null) decide(world, market, 0.5, 'REMOVED')
      return refusal ?? DONE
    }
    case 'REGISTERED':
    case 'PRICE_PROPOSED':
    case 'PRICE_DISPUTED':
    case 'RESOLVED':
      return refuse(market, status)
    default:
      return status satisfies never
  }
}

/** Orders stay and can be removed; a proposal is voided. */
function pause(world: World, market: MarketState): CoreAnswer {
  if (market.status === 'PAUSED') return refuse(market, 'PAUSED')
  market.proposed = null
  market.resolvesAt = null
  market.pausedFrom = market.trading
  setStatus(world, market, 'PAUSED')
  if (market.trading !== 'CLOSED') setTrading(world, market, 'CANCEL_ONLY')
  return DONE
}

function unpause(world: World, market: MarketState): CoreAnswer {
  if (market.status !== 'PAUSED') return refuse(market, 'UNPAUSED')
  const before = market.pausedFrom
  market.pausedFrom = null
  setStatus(world, market, 'UNPAUSED')
  const { endsAt } = market.spec
  // The market may have ended or been closed during the pause.
  if (before !== null && market.trading !== 'CLOSED') setTrading(world, market, before)
  if (endsAt !== null && endsAt <= world.now) proposeKnown(world, market)
  return DONE
}

/** The old end stays in the queue as an invalid entry. */
function moveEnd(world: World, market: MarketState, endsAt: Timestamp | null): CoreAnswer {
  if (market.result !== null)
    return { kind: 'refused', reason: 'status', note: `market ${market.spec.id} is ${market.status}, its end cannot move` }
  market.spec = { ...market.spec, endsAt }
  if (endsAt !== null) world.due.push({ at: endsAt, kind: DueKind.CLOSE, id: market.spec.id })
  return DONE
}

function reward(world: World, market: MarketState, terms: RewardTerms): CoreAnswer {
  const refusal = rewardRefusal(terms)
  if (refusal !== null) return refusal
  const { spreadThreshold, shareThreshold, schedule, boost } = terms
  market.spec = { ...market.spec, rewards: { spreadThreshold, shareThreshold, schedule, boost: boost ?? null } }
  market.earnings = null
  scheduleRewards(world, market)
  return DONE
}

const refuse = ({ spec, status }: MarketState, wanted: MarketStatus): CoreAnswer => ({
  kind: 'refused',
  reason: 'status',
  note: `market ${spec.id} is ${status}; this command cannot make it ${wanted}`,
})
