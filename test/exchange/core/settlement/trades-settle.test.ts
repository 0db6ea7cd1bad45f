import { describe, expect, it } from 'vitest'
import { at, type TryExchange, wei } from '../try-exchange.js'
import { openFloor, openFloorWithPairs } from './trading-floor.js'

describe('two traders whose orders match', () => {
  it('make new pairs from the cash of both, where both buy', () => {
    const { exchange, ann, bob } = openFloor()
    ann.buys('10 yes at 0.54')
    bob.buys('10 no at 0.48')
    expect(ann.has).toBe('994.6 cash, 10 yes')
    expect(bob.has).toBe('995.4 cash, 10 no')
    expect(exchange.core.market(1)?.locked).toBe(wei('10'))
  })

  it('hand shares over, where one sells to the other', () => {
    const { exchange, ann, cat } = openFloorWithPairs()
    cat.buys('10 yes at 0.6')
    ann.sells('4 yes at 0.55')
    expect(ann.has).toBe('992.4 cash, 16 yes')
    expect(cat.has).toBe('997.6 cash (3.6 reserved), 4 yes')
    expect(exchange.core.market(1)?.locked).toBe(wei('20'))
  })

  it('melt pairs and are both paid, where both sell', () => {
    const { exchange, ann, bob } = openFloorWithPairs()
    ann.sells('5 yes at 0.45')
    bob.sells('5 no at 0.50')
    expect(ann.has).toBe('992.25 cash, 15 yes')
    expect(bob.has).toBe('992.75 cash, 15 no')
    expect(exchange.core.market(1)?.locked).toBe(wei('15'))
  })
})

describe('traders whose match takes two seconds to settle', () => {
  const slowAfterPairs = { settlementUs: (match: number) => (match === 1 ? 0 : 2_000_000) }

  it('see nothing move until then, but what they promised stays reserved', () => {
    const { exchange, ann, cat } = openFloorWithPairs(slowAfterPairs)
    cat.buys('10 yes at 0.6')
    const sale = ann.sells('10 yes at 0.55')
    expect(cat.has).toBe('1000 cash (6 reserved)')
    expect(ann.has).toBe('990 cash, 20 yes (10 reserved)')
    expect(exchange.core.order(sale.hash)).toMatchObject({ status: 'OPEN', isResting: false, matched: wei('10'), settled: 0n })
    expect(exchange.core.pending(1)).toHaveLength(1)
    expect(exchange.core.nextDue()).toBe(at(2))

    exchange.happened()
    exchange.wait(2)
    expect(exchange.happened()).toEqual(['settled 2', 'FILLED 4 filled', 'FILLED 3 filled'])
    expect(cat.has).toBe('994 cash, 10 yes')
    expect(exchange.core.pending(1)).toHaveLength(0)
  })

  it('cannot sell the same shares a second time meanwhile', () => {
    const { ann, cat } = openFloorWithPairs(slowAfterPairs)
    cat.buys('20 yes at 0.6')
    ann.sells('20 yes at 0.6')
    expect(ann.sells('2 yes at 0.6').answer).toMatchObject({ reason: 'shares-balance' })
  })

  it('settle it even though one of them removed its order meanwhile', () => {
    const { exchange, ann, bob } = openFloor({ settlementUs: 1_000_000 })
    const offer = bob.buys('30 no at 0.46')
    ann.buys('10 yes at 0.54')
    bob.removes(offer)
    expect(bob.has).toBe('1000 cash (4.6 reserved)')
    exchange.wait(1)
    expect(exchange.core.order(offer.hash)).toMatchObject({ status: 'CANCELLED', settled: wei('10') })
    expect(bob.has).toBe('995.4 cash, 10 no')
  })
})

describe('a match on its way to the chain', () => {
  const stepsOf = (exchange: TryExchange) =>
    exchange.core
      .drain()
      .flatMap(event => ('match' in event ? [`${event.kind} ${event.match.id} at ${event.at / 1_000_000}`] : []))

  it('goes from matched over submitted to settled, each at its time', () => {
    const { exchange, ann, bob } = openFloor({ submitUs: 1_000_000, settlementUs: 2_000_000 })
    bob.buys('10 no at 0.46')
    ann.buys('10 yes at 0.54')
    expect(exchange.core.matches()[0]?.state).toBe('matched')
    exchange.wait(1)
    expect(exchange.core.matches()[0]?.state).toBe('submitted')
    expect(exchange.core.pending(1)).toHaveLength(1)
    exchange.wait(3)
    expect(exchange.core.matches()[0]).toMatchObject({ state: 'settled', endedAt: at(3) })
    expect(stepsOf(exchange)).toEqual(['matched 1 at 0', 'submitted 1 at 1', 'settled 1 at 3'])
  })

  it('submits at once unless told otherwise', () => {
    const { exchange, ann, bob } = openFloor()
    bob.buys('10 no at 0.46')
    ann.buys('10 yes at 0.54')
    expect(stepsOf(exchange)).toEqual(['matched 1 at 0', 'submitted 1 at 0', 'settled 1 at 0'])
  })

  it('can be made slow, and to fail, by command', () => {
    const { exchange, ann, bob } = openFloor()
    const annAndBobMatch = (): void => {
      bob.buys('10 no at 0.46')
      ann.buys('10 yes at 0.54')
    }
    for (const delayUs of [-1, Number.POSITIVE_INFINITY])
      expect(exchange.do({ kind: 'settling', delayUs, fails: 0 })).toMatchObject({ reason: 'out-of-range' })
    exchange.do({ kind: 'settling', delayUs: 5_000_000, fails: 1 })
    annAndBobMatch()
    annAndBobMatch()
    exchange.wait(4)
    expect(exchange.core.pending(1)).toHaveLength(2)
    exchange.wait(5)
    expect(exchange.core.matches().map(match => match.state)).toEqual(['failed', 'settled'])

    exchange.do({ kind: 'settling', delayUs: null, fails: 0 })
    annAndBobMatch()
    expect(exchange.core.matches().at(-1)?.state).toBe('settled')
  })
})
