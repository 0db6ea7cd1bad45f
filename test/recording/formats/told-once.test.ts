import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Price, Size } from '../../../src/model/money.js'
import { Timestamp } from '../../../src/model/time.js'
import { type KalshiMessage, ToldOnce } from '../../../src/recording/formats/told-once.js'

const T0 = 1_786_410_060_000_000
const TICKER = { ticker: 'KXTEST', receivedAt: Timestamp.of(T0), tradeId: null }

interface Told {
  readonly message: KalshiMessage
  readonly at: number
}

const change = (sid: number, seq: number, at: number, price = 40): Told => ({
  at,
  message: { ...TICKER, kind: 'change', sid, seq, at: Timestamp.of(at), side: 'bid', price: Price.of(price), size: 5 },
})
const book = (sid: number, seq: number, at: number, size = 9): Told => ({
  at,
  message: { ...TICKER, kind: 'snapshot', sid, seq, levels: [{ side: 'bid', price: Price.of(40), size: Size.of(size) }] },
})
const print = (tradeId: string, at: number): Told => ({
  at,
  message: { ...change(2, 1, at).message, kind: 'print', tradeId } as KalshiMessage,
})
const verdicts = (told: readonly Told[]) => {
  const once = new ToldOnce()
  return told.map(({ message, at }) => {
    const verdict = once.take(message, at)
    return typeof verdict === 'string' ? verdict : verdict.why
  })
}

/** Connections one after the other, each with its book, then changes and prints; sequences begin again with each. */
const connections = fc
  .array(
    fc.record({
      first: fc.integer({ min: 1, max: 50 }),
      steps: fc.array(
        fc.record({ by: fc.integer({ min: 1, max: 9 }), isPrint: fc.boolean(), price: fc.integer({ min: 1, max: 99 }) }),
        {
          maxLength: 25,
        },
      ),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map(list => {
    const told: Told[] = []
    for (const [connection, { first, steps }] of list.entries()) {
      let seq = first
      told.push(book(1, seq, T0 + told.length * 1_000, connection + 1))
      for (const { by, isPrint, price } of steps) {
        seq += by
        const at = T0 + told.length * 1_000
        told.push(isPrint ? print(`trade-${told.length}`, at) : change(1, seq, at, price))
      }
    }
    return told
  })

describe('messages with numbers', () => {
  test('that are told again, however often and however late, are known as those that were told', () => {
    let repeats = 0
    fc.assert(
      fc.property(connections, fc.array(fc.tuple(fc.nat(110), fc.nat(30)), { maxLength: 40 }), (told, again) => {
        // The slow twin: a message is new where no message before it was the same in every part.
        const stream = [...told]
        for (const [place, later] of again) {
          const from = place % stream.length
          stream.splice(Math.min(stream.length, from + 1 + later), 0, stream[from]!)
        }
        const seen = new Set<string>()
        const expected = stream.map(({ message }) => {
          const text = JSON.stringify(message)
          if (seen.has(text)) return 'again'
          seen.add(text)
          return 'new'
        })
        repeats += stream.length - seen.size
        // Messages of two connections that share their numbers are a case that is refused; it cannot be told which one is repeated.
        const numbers = told.flatMap(({ message }) => (message.kind === 'change' ? [message.seq] : []))
        fc.pre(new Set(numbers).size === numbers.length)
        fc.pre(new Set(told.map(({ message }) => JSON.stringify(message))).size === told.length)
        expect(verdicts(stream)).toEqual(expected)
      }),
      { numRuns: 400, seed: 21 },
    )
    expect(repeats).toBeGreaterThan(2_000)
  })

  test('of two recorders are refused, whether their subscriptions have one number or two', () => {
    const mine = [book(1, 10, T0), change(1, 11, T0 + 1), change(1, 14, T0 + 3)]
    for (const [sid, seq] of [
      [1, 3],
      [1, 12],
      [1, 90],
      [7, 90],
    ] as const) {
      const theirs = [book(sid, seq, T0, 8), change(sid, seq + 1, T0 + 1), change(sid, seq + 4, T0 + 3)]
      const both = mine.flatMap((told, place) => [told, theirs[place]!])
      const refused = verdicts(both).find(verdict => verdict !== 'new')
      expect(refused, `${sid} ${seq}`).toMatch(
        /^(message \d+ of subscription 1 behind message|a change of subscription \d between)/,
      )
    }
  })

  test('are refused where a new connection tells of what was long ago', () => {
    const minutes = (count: number): number => T0 + count * 60_000_000
    const told = [book(1, 10, T0), change(1, 11, minutes(9)), book(1, 2, minutes(9)), change(1, 3, minutes(1))]
    expect(verdicts(told).at(-1)).toMatch(/^a message of 2026-08-11T01:02:00.000Z behind one of 2026-08-11T01:10:00.000Z/)
  })

  test('and those without are not compared', () => {
    const bare = { ...change(1, 1, T0).message, sid: null, seq: null } as KalshiMessage
    expect(
      verdicts([
        { message: bare, at: T0 },
        { message: bare, at: T0 },
      ]),
    ).toEqual(['new', 'new'])
  })
})
