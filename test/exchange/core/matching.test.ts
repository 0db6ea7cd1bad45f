import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Lane, Matching } from '../../../src/exchange/core/matching.js'
import { Occupancy } from '../../../src/exchange/core/occupancy.js'
import { SlowBook } from './slow-book.js'

const price = fc.oneof(
  fc.integer({ min: 1, max: 9_999 }),
  fc.integer({ min: 4_990, max: 5_010 }),
  fc.constantFrom(1, 31, 32, 1_024, 9_999),
)
const lane = fc.constantFrom<Lane>(0, 1)
const size = fc.integer({ min: 1, max: 50 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), lane, price, size }),
  fc.record({ kind: fc.constant('remove' as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant('reduce' as const), pick: fc.nat(), size }),
  fc.record({ kind: fc.constant('match' as const), lane, price, size }),
)

const levelsOf = (book: Matching, lane: Lane): [number, number][] => {
  const levels: [number, number][] = []
  for (let at = book.best(lane); at > 0; at = book.below(lane, at)) levels.push([at, book.sizeAt(lane, at)])
  return levels
}

describe('matching', () => {
  it('gives the same fills and levels as a book that sorts a list for every question', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), steps => {
        const fast = new Matching()
        const slow = new SlowBook()
        const names = new Map<number, number>()
        let name = 0
        for (const step of steps) {
          if (step.kind === 'add') {
            const handle = fast.add(step.lane, step.price, step.size)
            names.set(handle, ++name)
            slow.add(name, step)
          } else if (step.kind === 'match') {
            const fills: [number, number][] = []
            const taken = fast.match(step.lane, step.price, step.size, {
              meet: (handle, _price, offered) => {
                fills.push([names.get(handle) ?? 0, offered])
                if (offered === fast.sizeOf(handle)) names.delete(handle)
                return offered
              },
            })
            expect(fills).toEqual(slow.match(step.lane, step.price, step.size))
            expect(taken).toBe(fills.reduce((sum, [, size]) => sum + size, 0))
          } else if (names.size > 0) {
            const [handle, named] = [...names][step.pick % names.size]!
            const whole = fast.sizeOf(handle)
            const isWhole = step.kind === 'remove' || step.size >= whole
            if (step.kind === 'remove') fast.remove(handle)
            else fast.reduce(handle, Math.min(step.size, whole))
            if (isWhole) {
              names.delete(handle)
              slow.remove(named)
            } else slow.reduce(named, step.size)
          }
          for (const lane of [0, 1] as const) expect(levelsOf(fast, lane)).toEqual(slow.levels(lane))
          expect(fast.count).toBe(names.size)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('serves the first comer of a price first', () => {
    const book = new Matching()
    const first = book.add(0, 5_000, 10)
    const second = book.add(0, 5_000, 10)
    const met: number[] = []
    book.match(0, 5_000, 15, { meet: (handle, _price, offered) => (met.push(handle), offered) })
    expect(met).toEqual([first, second])
    expect(book.first(0, 5_000)).toBe(second)
    expect(book.sizeAt(0, 5_000)).toBe(5)
  })

  it('goes on with the next order where the taker removed the one it met', () => {
    const book = new Matching()
    const own = book.add(0, 5_100, 10)
    book.add(0, 5_000, 10)
    const taken = book.match(0, 4_000, 12, {
      meet: (handle, _price, offered) => {
        if (handle !== own) return offered
        book.remove(handle)
        return -1
      },
    })
    expect(taken).toBe(10)
    expect(book.best(0)).toBe(0)
  })

  it('stops where the taker takes less than it is offered', () => {
    const book = new Matching()
    book.add(0, 5_100, 10)
    book.add(0, 5_000, 10)
    expect(book.match(0, 1, 20, { meet: () => 4 })).toBe(4)
    expect(levelsOf(book, 0)).toEqual([
      [5_100, 6],
      [5_000, 10],
    ])
  })

  it('reuses the place of an order that left', () => {
    const book = new Matching()
    const handle = book.add(0, 5_000, 10)
    book.remove(handle)
    expect(book.add(1, 4_000, 10)).toBe(handle)
    expect(book.best(0)).toBe(0)
    expect(book.best(1)).toBe(4_000)
  })
})

describe('occupancy', () => {
  it('finds the next lower price like a sorted set', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), price), { maxLength: 200 }), steps => {
        const bits = new Occupancy()
        const set = new Set<number>()
        for (const [isAdded, price] of steps) {
          if (isAdded) {
            bits.add(price)
            set.add(price)
          } else {
            bits.delete(price)
            set.delete(price)
          }
        }
        const down: number[] = []
        for (let at = bits.highest; at > 0; at = bits.below(at)) down.push(at)
        expect(down).toEqual([...set].sort((a, b) => b - a))
      }),
    )
  })

  it('is empty after it was cleared', () => {
    const bits = new Occupancy()
    bits.add(9_999)
    bits.clear()
    expect([bits.highest, bits.has(9_999), bits.below(9_999)]).toEqual([0, false, 0])
  })
})
