import fc from 'fast-check'
import { expect, it } from 'vitest'
import { orderOf, tryExchange, wei } from './try-exchange.js'

it('an account lists its live orders in the order of acceptance, whichever of them went', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), picks => {
      const exchange = tryExchange()
      exchange.do({ kind: 'fund', account: 'crowd-1', cash: wei('1000000') })
      const live: string[] = []
      for (const pick of picks) {
        if (pick % 3 === 0 && live.length > 0) {
          const [hash = ''] = live.splice(pick % live.length, 1)
          exchange.do({ kind: 'remove', account: 'crowd-1', hashes: [hash] })
        } else {
          const order = orderOf('crowd-1', 'buy yes 0.40 10')
          exchange.do({ kind: 'place', order })
          live.push(order.hash)
        }
        expect(exchange.core.openOrdersOf('crowd-1').map(({ spec }) => spec.hash)).toEqual(live)
      }
    }),
    { seed: 2 },
  )
})
