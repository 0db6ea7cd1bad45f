import { expect, it } from 'vitest'
import { hashCancel, hashCreate, hashWord } from '../../src/engine/fingerprint.js'
import { RollingHash } from '../../src/engine/rolling-hash.js'
import { Word, WordRing } from '../../src/engine/word-ring.js'
import type { Fill } from '../../src/model/fill.js'
import { FillKey, MarketIndex, OrderId } from '../../src/model/ids.js'
import type { Place } from '../../src/model/intent.js'
import { Price, Wei } from '../../src/model/money.js'
import { Timestamp } from '../../src/model/time.js'
import { bidSubmit, fillOf, shares } from './desk-bench.js'

const digestOf = (write: (hash: RollingHash) => void): string => {
  const hash = new RollingHash()
  write(hash)
  return hash.digest()
}

const SUBMIT = bidSubmit(OrderId.of(7, 1))
const FILL = fillOf(SUBMIT, 5)

const ofCreate = (change: Partial<Place>, number = 1): string =>
  digestOf(hash => hashCreate(hash, number, { ...SUBMIT.order, ...change }))

const ofFill = (change: Partial<Fill>, word: Word = Word.MATCHED, due = 5): string =>
  digestOf(hash => {
    const words = new WordRing()
    words.pushFill(due, word, 1, { ...FILL, ...change })
    hashWord(hash, words)
  })

const ofWord = (word: Word, order: number, due: number): string =>
  digestOf(hash => {
    const words = new WordRing()
    words.push(due, word, order)
    hashWord(hash, words)
  })

const allDiffer = (digests: readonly string[]): void => expect(new Set(digests).size).toBe(digests.length)

it('differs with each term of an order that was sent', () => {
  const changes: readonly Partial<Place>[] = [
    {},
    { market: MarketIndex.of(1) },
    { outcome: 'no' },
    { side: 'sell' },
    { price: Price.of(4_600) },
    { size: shares(21) },
    { style: 'limit' },
    { expiresAt: Timestamp.add(SUBMIT.order.expiresAt, 1) },
  ]
  allDiffer([...changes.map(change => ofCreate(change)), ofCreate({}, 2)])
})

it('differs with each order whose removal was requested, and with none', () => {
  const ofCancels = (...numbers: readonly number[]): string =>
    digestOf(hash => {
      for (const number of numbers) hashCancel(hash, number)
    })
  allDiffer([ofCancels(), ofCancels(1), ofCancels(2), ofCancels(1, 2), ofCancels(2, 1)])
})

it('differs with what the venue said, of which order and when', () => {
  allDiffer([
    ofWord(Word.ACCEPTED, 1, 5),
    ofWord(Word.REJECTED, 1, 5),
    ofWord(Word.ACCEPTED, 2, 5),
    ofWord(Word.ACCEPTED, 1, 6),
  ])
})

it('differs with each part of a fill that moves shares or cash', () => {
  const changes: readonly Partial<Fill>[] = [
    {},
    { key: FillKey.parse('another') },
    { outcome: 'no' },
    { side: 'sell' },
    { shares: Wei.of(FILL.shares + 1n) },
    { value: Wei.of(FILL.value + 1n) },
    { fee: { in: 'shares', amount: Wei.of(1n) } },
    { fee: { in: 'shares', amount: Wei.of(2n ** 60n) } },
  ]
  allDiffer([...changes.map(change => ofFill(change)), ofFill({}, Word.SETTLED), ofFill({}, Word.MATCHED, 6)])
})
