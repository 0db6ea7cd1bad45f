import type { z } from 'zod'
import { Timestamp } from '../../../model/time.js'
import type { CreateOrder, created } from '../../../protocol/api/schemas-account.js'
import { SLUGS, type Slug } from '../../../protocol/api/slugs.js'
import { holds } from '../../../protocol/verify.js'
import type { CoreAnswer, RefusalReason } from '../../core/command.js'
import { type ApiRefusal, badOrder, badRequest, notFound } from '../http/refusal.js'
import type { Writes } from '../writes/writes.js'
import { type CheckedOrder, checkProven, checkUnproven, type OrderChecks } from './check-order.js'

/** What orders are checked and placed with. */
export interface OrderDesk extends OrderChecks {
  readonly writes: Writes
}

/** The answer to an accepted order. */
export type Created = z.input<typeof created>

/**
 * Checks a create and places it. The answer may leave once the sequencer has `written`. `deputy` is a connected party that may have signed instead
 * of the account. Throws a refusal.
 */
export const placeOrder = (desk: OrderDesk, data: CreateOrder, account: string, deputy: string = account): Created => {
  const unproven = checkUnproven(desk, data, { account, deputy })
  return placeChecked(desk.writes, checkProven(unproven, holds(unproven.claim)))
}

/** Places a checked create. Throws a refusal of the core. */
export const placeChecked = (writes: Writes, { spec, posted }: CheckedOrder): Created => {
  const answer = writes.sequencer.take({ command: { kind: 'place', at: writes.reads.now(), order: spec }, posted })
  if (answer.kind === 'refused') throw coreRefusal(answer)
  if (answer.kind !== 'accepted') throw new Error(`a place was answered with ${answer.kind}`)
  const removalLockedUntil = answer.lockedUntil === null ? null : Timestamp.iso(answer.lockedUntil)
  return { code: 'OK', orderId: String(answer.order), orderHash: spec.hash, removalLockedUntil }
}

/** The wire's message for a refusal of the core. Clients search for parts of these sentences, so they must not change. */
const coreRefusal = ({ reason, note }: Extract<CoreAnswer, { kind: 'refused' }>): ApiRefusal => {
  if (reason === 'unknown-market') return notFound('market')
  // Only operator commands are refused for these reasons.
  if (reason === 'group' || reason === 'status' || reason === 'out-of-range') return badRequest(note ?? reason)
  const [slug, message] = WORDS[reason]
  return badOrder(slug, note === undefined ? message : `${message} (${note})`)
}

const WORDS: Record<Exclude<RefusalReason, 'unknown-market' | 'group' | 'status' | 'out-of-range'>, readonly [Slug, string]> = {
  'not-trading': [SLUGS.notTrading, 'The market is not currently trading.'],
  duplicate: [SLUGS.duplicate, 'An order of this hash exists already.'],
  'price-out-of-range': [SLUGS.priceOutOfRange, 'The price per share must be between 0 and 1.'],
  'off-tick': [SLUGS.invalidDecimal, 'The price per share must be a multiple of the market’s tick.'],
  'invalid-decimal': [
    SLUGS.invalidDecimal,
    'The amount of shares must be a whole number of millionths, and at most ten million.',
  ],
  zero: [SLUGS.fieldZero, 'The price per share must be positive, and so must both amounts.'],
  'value-too-small': [SLUGS.minValue, 'The order must have a value of at least 0.9 USD.'],
  expired: [SLUGS.invalidExpiration, 'The expiration must lie in the future.'],
  'cash-balance': [SLUGS.cashBalance, 'Insufficient collateral: USDT balance is less than the total bid amount.'],
  'cash-allowance': [SLUGS.cashAllowance, 'Insufficient collateral: USDT allowance is less than the total bid amount.'],
  'shares-balance': [SLUGS.sharesBalance, 'Insufficient shares: the balance is less than the amount offered.'],
  'shares-allowance': [SLUGS.sharesAllowance, 'Insufficient shares: the allowance is less than the amount offered.'],
}
