import { Wei } from '../../model/money.js'
import { addCash } from './accounts.js'
import type { AccountId, CoreAnswer, CoreCommand, MarketSpec } from './command.js'
import { clearCrowd, printCrowd, setCrowdLevel } from './crowd-fills.js'
import { DueKind } from './due-queue.js'
import { Matching } from './matching.js'
import { end } from './orders.js'
import { place } from './placing.js'
import { resolve, setStatus, setTrading } from './resolution.js'
import { accountOf, type MarketState, touch, type World } from './world.js'

const DONE: CoreAnswer = { kind: 'done' }

/** Does one command at the present instant. */
export function perform(world: World, command: CoreCommand): CoreAnswer {
  switch (command.kind) {
    case 'fund':
      return fund(world, command.account, command.cash)
    case 'approve':
      return approve(world, command)
    case 'market':
      return open(world, command.market)
    case 'place':
      return place(world, command.order)
    case 'remove':
      return remove(world, command.account, command.hashes)
    case 'nonce':
      return raiseNonce(world, command.account)
    default:
      return performOnMarket(world, command)
  }
}

type MarketCommand = Exclude<CoreCommand, { readonly kind: 'fund' | 'approve' | 'market' | 'place' | 'remove' | 'nonce' }>

function performOnMarket(world: World, command: MarketCommand): CoreAnswer {
  const market = world.markets.get(command.market)
  if (market === undefined) return { kind: 'refused', reason: 'unknown-market', note: `market ${command.market}` }
  switch (command.kind) {
    case 'resolve':
      return resolve(world, market, command.yes)
    case 'trading':
      return trade(world, market, command.status)
    case 'status':
      if (command.status === 'RESOLVED')
        return { kind: 'refused', reason: 'not-trading', note: 'a market is resolved by its result' }
      setStatus(world, market, command.status)
      if (command.status === 'REMOVED') setTrading(world, market, 'CLOSED')
      return DONE
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
      clearCrowd(world, market)
      return DONE
    default:
      command satisfies never
      return DONE
  }
}

/** Negative takes out again, but never what orders hold. */
function fund(world: World, id: AccountId, cash: Wei): CoreAnswer {
  const account = accountOf(world, id)
  if (account.cash - account.reservedCash + cash < 0n)
    return {
      kind: 'refused',
      reason: 'cash-balance',
      note: `${id} has ${account.cash - account.reservedCash} wei free, asked for ${Wei.negate(cash)}`,
    }
  addCash(account, cash)
  world.supply = Wei.add(world.supply, cash)
  return DONE
}

function approve(world: World, command: CoreCommand & { readonly kind: 'approve' }): CoreAnswer {
  const account = accountOf(world, command.account)
  account.isCashApproved = command.cash
  account.isSharesApproved = command.shares
  return DONE
}

function open(world: World, spec: MarketSpec): CoreAnswer {
  if (world.markets.has(spec.id)) return { kind: 'refused', reason: 'duplicate', note: `market ${spec.id}` }
  world.markets.set(spec.id, {
    spec,
    tick: spec.tick,
    trading: 'OPEN',
    status: 'REGISTERED',
    result: null,
    resolvedAt: null,
    locked: Wei.ZERO,
    version: 1,
    changedAt: world.now,
    book: new Matching(),
    restingOrders: 0,
    resting: [],
    waiting: new Set(),
    pending: new Map(),
    isNoted: false,
    crowd: null,
  })
  if (spec.endsAt !== null) world.due.push({ at: spec.endsAt, kind: DueKind.CLOSE, id: spec.id })
  return DONE
}

function trade(world: World, market: MarketState, status: Parameters<typeof setTrading>[2]): CoreAnswer {
  if (market.result !== null && status !== 'CLOSED')
    return { kind: 'refused', reason: 'not-trading', note: `market ${market.spec.id} is resolved` }
  setTrading(world, market, status)
  return DONE
}

/** Each hash ends in one list: removed from the book, locked for now, or nothing of this account that could be removed. */
function remove(world: World, id: AccountId, hashes: readonly string[]): CoreAnswer {
  const removed: string[] = []
  const noop: string[] = []
  const rejected: string[] = []
  for (const hash of hashes) {
    const order = world.orders.get(hash)
    const working = order?.spec.account === id ? world.working.get(order.id) : undefined
    if (working?.order.isResting === true) {
      end(world, working, 'CANCELLED', 'removed')
      removed.push(hash)
    } else if (working !== undefined && working.lockedUntil !== null && working.order.status === 'OPEN') rejected.push(hash)
    else noop.push(hash)
  }
  return { kind: 'removal', removed, noop, rejected }
}

/** Every order made with the old nonce is void: it leaves the book, and a match that is not settled will fail. */
function raiseNonce(world: World, id: AccountId): CoreAnswer {
  const account = accountOf(world, id)
  account.nonce++
  for (const working of account.live)
    if (working.order.isResting || working.lockedUntil !== null) end(world, working, 'INVALIDATED', 'nonce')
  return DONE
}
