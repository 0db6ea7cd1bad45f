import { Wei } from '../../model/money.js'
import { accountOf, addCash, CROWD, isCrowd, isEmpty } from './accounts.js'
import { bitOf, EVERY_SPENDER, kindOf, type MarketKind } from './approvals.js'
import type { AccountId, CoreAnswer, CoreCommand } from './command.js'
import { convert } from './convert.js'
import { open, performOnMarket } from './market-commands.js'
import { end } from './orders.js'
import { exchangePairs, redeem } from './pairs.js'
import { place } from './place-order.js'
import type { World } from './world.js'

const DONE: CoreAnswer = { kind: 'done' }

/** Does one command at the present instant. */
export function perform(world: World, command: CoreCommand): CoreAnswer {
  switch (command.kind) {
    case 'fund':
      return fund(world, command.account, command.cash)
    case 'approve':
      return approve(world, command)
    case 'retire':
      return retire(world, command.account)
    case 'market':
      return open(world, command.market)
    case 'place':
      return place(world, command.order)
    case 'remove':
      return remove(world, command.account, command.hashes)
    case 'nonce':
      return raiseNonce(world, command)
    case 'discount':
      return discount(world, command.account, command.bps)
    case 'settling':
      return setSettling(world, command)
    case 'split':
    case 'merge':
      return exchangePairs(world, command)
    case 'redeem':
      return redeem(world, command)
    case 'convert':
      return convert(world, command)
    default:
      return performOnMarket(world, command)
  }
}

/**
 * Pays cash in; a negative amount pays out, but never what orders hold. A refused command opens no account, because refusals are not in the log.
 */
function fund(world: World, id: AccountId, cash: Wei): CoreAnswer {
  const known = world.accounts.get(id)
  const free = known === undefined ? 0n : known.cash - known.reservedCash
  if (free + cash < 0n)
    return { kind: 'refused', reason: 'cash-balance', note: `${id} has ${free} wei free, asked for ${Wei.negate(cash)}` }
  addCash(accountOf(world, id), cash)
  world.supply = Wei.add(world.supply, cash)
  return DONE
}

function approve(world: World, command: CoreCommand & { readonly kind: 'approve' }): CoreAnswer {
  const account = accountOf(world, command.account)
  const bits = command.spender === undefined ? EVERY_SPENDER : bitOf(command.spender)
  account.cashApprovals = command.cash ? account.cashApprovals | bits : account.cashApprovals & ~bits
  account.sharesApprovals = command.shares ? account.sharesApprovals | bits : account.sharesApprovals & ~bits
  return DONE
}

/** Deletes a trader of the crowd. Its cash and points go to the account `crowd`, so the supply stays the same. */
function retire(world: World, id: AccountId): CoreAnswer {
  const account = world.accounts.get(id)
  const refuse = (why: string): CoreAnswer => ({ kind: 'refused', reason: 'status', note: `${id} ${why}` })
  if (!isCrowd(id) || id === CROWD) return refuse('is no trader of the crowd')
  if (account === undefined) return refuse('is not known')
  const isBusy = account.reservedCash !== 0n || [...account.live].length > 0
  if (isBusy || [...account.holdings.values()].some(holding => !isEmpty(holding))) return refuse('has orders or shares')
  const heir = accountOf(world, CROWD)
  addCash(heir, account.cash)
  heir.microPoints += account.microPoints
  world.accounts.delete(id)
  return DONE
}

function discount(world: World, id: AccountId, bps: number): CoreAnswer {
  if (!Number.isInteger(bps) || bps < 0 || bps > 10_000)
    return { kind: 'refused', reason: 'out-of-range', note: `a discount lies between 0 and 10,000 bps, found ${bps}` }
  accountOf(world, id).feeDiscountBps = bps
  return DONE
}

function setSettling(world: World, { delayUs, fails }: CoreCommand & { readonly kind: 'settling' }): CoreAnswer {
  const isInRange = [delayUs ?? 0, fails].every(value => Number.isSafeInteger(value) && value >= 0)
  if (!isInRange)
    return { kind: 'refused', reason: 'out-of-range', note: `whole numbers from 0 on, found ${delayUs} and ${fails}` }
  world.settling.delayUs = delayUs
  world.settling.fails = fails
  return DONE
}

/** Sorts each hash into one list: removed from the book; locked for now; or no removable order of this account. */
function remove(world: World, id: AccountId, hashes: readonly string[]): CoreAnswer {
  const lists = { removed: [] as string[], noop: [] as string[], rejected: [] as string[] }
  for (const hash of hashes) lists[removeOrder(world, id, hash)].push(hash)
  return { kind: 'removal', ...lists }
}

/** The result of a removal. */
export type RemovalEffect = 'removed' | 'noop' | 'rejected'

/** Takes an account's order off the book if it rests and no delay locks it. */
export function removeOrder(world: World, id: AccountId, hash: string): RemovalEffect {
  const order = world.orders.get(hash)
  const working = order?.spec.account === id ? world.working.get(order.id) : undefined
  if (working === undefined) return 'noop'
  if (working.order.isResting) {
    end(world, working, 'CANCELLED', 'removed')
    return 'removed'
  }
  return working.lockedUntil !== null && working.order.status === 'OPEN' ? 'rejected' : 'noop'
}

/** Voids every order made with the old nonce of an exchange: it leaves the book, and its unsettled matches will fail. */
function raiseNonce(world: World, { account: id, of }: CoreCommand & { readonly kind: 'nonce' }): CoreAnswer {
  const account = accountOf(world, id)
  const nonces = { ...account.nonces }
  for (const kind of of === undefined ? (Object.keys(nonces) as MarketKind[]) : [of]) nonces[kind]++
  account.nonces = nonces
  for (const working of account.live) {
    const isOld = working.nonce !== nonces[kindOf(working.market.spec)]
    if (isOld && (working.order.isResting || working.lockedUntil !== null)) end(world, working, 'INVALIDATED', 'nonce')
  }
  return DONE
}
