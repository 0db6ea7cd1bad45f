import { otherOutcome, Wei } from '../../../model/money.js'
import { Timestamp } from '../../../model/time.js'
import type { OrderSpec } from '../../core/command.js'
import type { CoreOrder } from '../../core/core-event.js'
import type { Writes } from '../writes/writes.js'

const TAKER = 'crowd-fault'
const REST_US = 60_000_000
const MILLIONTH = 10n ** 12n
/** Most attempts to fill the order, because other orders may be ahead in the queue; then the fault gives up. */
const BITES_MAX = 50

/**
 * Fills half of a resting order at once, with an order of the crowd, so that the rest can still be removed. Returns whether that worked: a small
 * order, or one in a market that does not trade, cannot be filled.
 */
export const fillBeforeCancel = (writes: Writes, order: CoreOrder): boolean => {
  const before = order.matched
  const bite = halfOf(order)
  if (bite === 0n) return false
  for (let bites = 0; bites < BITES_MAX && order.isResting && order.matched === before; bites++)
    take(writes, order, { bite, name: bites })
  return order.isResting && order.matched > before
}

const halfOf = ({ spec, matched }: CoreOrder): Wei => Wei.of(((spec.shares - matched) / 2n / MILLIONTH) * MILLIONTH)

const take = ({ sequencer, log }: Writes, { spec, id }: CoreOrder, { bite, name }: { bite: Wei; name: number }): void => {
  const at = sequencer.now()
  const isBought = spec.side === 'buy'
  const order: OrderSpec = {
    hash: `0x${at.toString(16).padStart(20, '0')}${id.toString(16).padStart(20, '0')}${name.toString(16).padStart(24, '0')}`,
    account: TAKER,
    market: spec.market,
    // Against a buy the crowd buys the other outcome, which makes pairs, so it needs only cash.
    outcome: isBought ? otherOutcome(spec.outcome) : spec.outcome,
    side: 'buy',
    strategy: 'MARKET',
    shares: bite,
    limit: isBought ? Wei.of(10n ** 18n - spec.limit) : spec.limit,
    budget: null,
    expiresAt: Timestamp.add(at, REST_US),
    isPostOnly: false,
    isFillOrKill: false,
    selfTradePrevention: 'cancel-taker',
  }
  // The core carries out both at once. The removal after them waits until they are on disk.
  for (const command of [{ kind: 'fund', at, account: TAKER, cash: bite } as const, { kind: 'place', at, order } as const])
    sequencer.apply({ command }).catch((error: unknown) => log('a fault could not happen', { why: String(error) }))
}
