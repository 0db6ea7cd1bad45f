import { expect, test } from 'vitest'
import type { Halt } from '../../src/model/halt.js'
import { OrderId } from '../../src/model/ids.js'
import type { Report } from '../../src/model/report.js'
import { Timestamp } from '../../src/model/time.js'
import { createRejectionLimit } from '../../src/runtime/limit-rejections.js'

const stamp = { at: Timestamp.ZERO, receivedAt: Timestamp.ZERO }
const rejected = (slug: string): Report => ({ kind: 'rejected', order: OrderId.of(7, 1), slug, ...stamp })
const accepted: Report = { kind: 'accepted', order: OrderId.of(7, 2), venueId: '1', lockedUntil: null, ...stamp }

const limited = (max: number | null) => {
  const halts: Halt[] = []
  const take = createRejectionLimit({ max, isOrderWrong: slug => slug !== 'no_money', halt: why => halts.push(why) })
  return { halts, take: (...reports: readonly Report[]): void => take(reports) }
}

test('as many as the limit pass, and one more halts once', () => {
  const { halts, take } = limited(2)
  take(rejected('wrong'), rejected('wrong'))
  expect(halts).toEqual([])
  take(rejected('bad'), rejected('wrong'))
  take(rejected('wrong'))
  expect(halts).toEqual([{ rule: 'rejectedInARowMax', limit: 2, found: 3, note: 'the venue calls orders wrong: bad' }])
})

test('an accepted order starts the count again', () => {
  const { halts, take } = limited(2)
  take(rejected('wrong'), rejected('wrong'), accepted, rejected('wrong'), rejected('wrong'))
  expect(halts).toEqual([])
  take(rejected('wrong'))
  expect(halts).toHaveLength(1)
})

test('what has other reasons, or was held back by the run itself, counts neither way', () => {
  const { halts, take } = limited(2)
  const others = ['no_money', 'stopped', 'stalled', 'not_sent', 'not_journaled'].map(rejected)
  take(rejected('wrong'), ...others, rejected('wrong'), ...others)
  expect(halts).toEqual([])
  take(rejected('wrong'))
  expect(halts).toHaveLength(1)
})

test('without a limit nothing halts', () => {
  const { halts, take } = limited(null)
  take(...Array.from({ length: 100 }, () => rejected('wrong')))
  expect(halts).toEqual([])
})
