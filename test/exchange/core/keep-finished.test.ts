import { describe, expect, it } from 'vitest'
import { at, tryExchange } from './try-exchange.js'

const KEPT = 40
/** A quarter more than are kept. */
const HELD_MAX = 50

/** Places and removes some orders, each with an end of its own. */
const churn = (exchange: ReturnType<typeof tryExchange>, count: number, expiresAt: number): string[] =>
  Array.from({ length: count }, () => {
    const { hash } = exchange.place('ann', 'buy yes 0.50 10', { expiresAt: at(expiresAt) })
    exchange.do({ kind: 'remove', account: 'ann', hashes: [hash] })
    return hash
  })

describe('what the core forgets', () => {
  it('are the oldest finished orders that have expired, and no more of them than it may', () => {
    const exchange = tryExchange({ ordersKept: KEPT })
    const { core } = exchange
    const old = churn(exchange, 5, 100)
    exchange.wait(200)
    const fresh = churn(exchange, HELD_MAX - 6, 300)
    expect(core.ordersOf('ann')).toHaveLength(HELD_MAX - 1)
    const [last] = churn(exchange, 1, 300)
    expect(old.map(hash => core.order(hash))).toEqual(old.map(() => null))
    expect(core.ordersOf('ann').map(order => order.spec.hash)).toEqual([...fresh, last])
    expect(core.orderById(1)).toBeNull()
    // The first of them lie before the newest forty, but can be placed again until their time is over.
    expect(core.ordersOf('ann').length).toBeGreaterThan(KEPT)
    const again = { ...core.order(fresh[0] ?? '')!.spec }
    expect(exchange.do({ kind: 'place', order: again })).toMatchObject({ kind: 'refused', reason: 'duplicate' })
  })

  it('never lets an order in twice', () => {
    const exchange = tryExchange({ ordersKept: 1 })
    const [first = ''] = churn(exchange, 1, 100)
    const { spec } = exchange.core.order(first)!
    exchange.wait(150)
    churn(exchange, 5, 400)
    expect(exchange.core.order(first)).toBeNull()
    expect(exchange.do({ kind: 'place', order: spec })).toMatchObject({ kind: 'refused', reason: 'expired' })
  })

  it('stays within bounds however long it trades', () => {
    const exchange = tryExchange({ ordersKept: KEPT, matchesKept: KEPT, walletMatchesKept: KEPT })
    const { core } = exchange
    for (let second = 1; second <= 300; second++) {
      exchange.wait(second)
      exchange.place('ann', 'buy yes 0.50 2', { expiresAt: at(second + 5) })
      exchange.place('bob', 'buy no 0.50 2', { expiresAt: at(second + 5) })
      core.drain()
    }
    expect(core.matches().at(-1)?.id).toBe(300)
    expect(core.matches().length).toBeLessThanOrEqual(2 * HELD_MAX)
    expect(core.ordersOf('ann').length + core.ordersOf('bob').length).toBeLessThanOrEqual(HELD_MAX)
    expect(core.order(core.ordersOf('bob').at(-1)?.spec.hash ?? '')?.status).toBe('FILLED')
  })
})
