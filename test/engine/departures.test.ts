import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cancelRequests } from '../../src/engine/cancel-requests.js'
import { type CreateAnswer, Departures, departing } from '../../src/engine/departures.js'
import { OrderHash, OrderId } from '../../src/model/ids.js'
import type { Cancel } from '../../src/model/intent.js'

const order = (counter: number): OrderId => OrderId.of(7, counter)
const cancel = (counter: number, lot?: Cancel['lot']): Cancel => ({
  kind: 'cancel',
  order: order(counter),
  ...(lot !== undefined && { lot }),
})

describe('the requests that cancels become', () => {
  it('take old orders together, young ones together, and each doubtful one alone', () => {
    const cancels = [
      cancel(1, 'alone'),
      cancel(2),
      cancel(3, 'young'),
      cancel(4, 'old'),
      cancel(5, 'young'),
      cancel(6, 'alone'),
    ]
    expect(cancelRequests(cancels)).toEqual([['7-2', '7-4'], ['7-3', '7-5'], ['7-1'], ['7-6']])
  })

  it('hold at most a hundred orders each', () => {
    const cancels = Array.from({ length: 250 }, (_, counter) => cancel(counter))
    expect(cancelRequests(cancels).map(({ length }) => length)).toEqual([100, 100, 50])
  })

  it('hold no more than the venue takes in one', () => {
    const cancels = Array.from({ length: 45 }, (_, counter) => cancel(counter, counter < 25 ? 'old' : 'young'))
    expect(cancelRequests(cancels, 20).map(({ length }) => length)).toEqual([20, 5, 20])
    expect(departing(cancels, new Departures(), 20)).toEqual(cancelRequests(cancels, 20))
  })

  it('are none where nothing is canceled', () => {
    expect(cancelRequests([])).toEqual([])
  })
})

describe('what leaves, and when', () => {
  it('is every cancel at once but that of an unanswered create, which leaves with its answer', () => {
    const departures = new Departures()
    departures.create(order(1))
    expect(departures.isUnwanted(order(1))).toBe(false)
    expect(departing([cancel(1, 'young'), cancel(2)], departures)).toEqual([['7-2']])
    expect([order(1), order(2)].map(id => departures.isUnwanted(id))).toEqual([true, false])
    expect(departures.answered(order(1), 'accepted')).toBe(true)
    expect(departing([cancel(1, 'young')], departures)).toEqual([['7-1']])
  })

  it('is a cancel after an answer that says nothing, and none after a rejection', () => {
    const departures = new Departures()
    for (const counter of [1, 2, 3]) departures.create(order(counter))
    departing([cancel(1), cancel(2)], departures)
    expect(departures.answered(order(1), 'unanswered')).toBe(true)
    expect(departures.answered(order(2), 'rejected')).toBe(false)
    expect(departures.answered(order(3), 'accepted')).toBe(false)
  })

  it('waits again where the same create is sent once more', () => {
    const departures = new Departures()
    departures.create(order(1))
    departures.answered(order(1), 'unanswered')
    departures.create(order(1))
    expect(departing([cancel(1)], departures)).toEqual([])
    expect(departures.answered(order(1), 'accepted')).toBe(true)
  })

  it('is the cancel of an order that only the venue knows, at once', () => {
    const departures = new Departures()
    departures.create(order(1))
    expect(departing([{ kind: 'cancel', order: OrderHash.of('0xAB') }], departures)).toEqual([['0xab']])
  })

  it('is each cancel that was asked for, once, unless its create was rejected', () => {
    const step = fc.record({
      what: fc.constantFrom('create', 'cancel', 'answer'),
      counter: fc.integer({ min: 1, max: 5 }),
      answer: fc.constantFrom<CreateAnswer>('accepted', 'rejected', 'unanswered'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), steps => {
        const departures = new Departures()
        // The rule, as it is read: who flies, and who waits for the answer of one that flies.
        const flying = new Set<OrderId>()
        const waiting = new Set<OrderId>()
        for (const { what, counter, answer } of steps) {
          const id = order(counter)
          if (what === 'create' && !flying.has(id)) {
            departures.create(id)
            flying.add(id)
          } else if (what === 'cancel') {
            expect(departing([cancel(counter)], departures)).toEqual(flying.has(id) ? [] : [[id]])
            if (flying.has(id)) waiting.add(id)
          } else if (what === 'answer' && flying.delete(id))
            expect(departures.answered(id, answer)).toBe(waiting.delete(id) && answer !== 'rejected')
        }
      }),
      { seed: 3 },
    )
  })
})
