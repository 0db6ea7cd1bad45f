import { expect, test } from 'vitest'
import { OrderId } from '../../src/model/ids.js'
import type { Report } from '../../src/model/report.js'
import { Timestamp } from '../../src/model/time.js'
import { createRejectionTeller } from '../../src/runtime/tell-rejections.js'

const rejected = (counter: number, slug: string): Report => ({
  ...{ kind: 'rejected', order: OrderId.of(7, counter), slug },
  ...{ at: Timestamp.ZERO, receivedAt: Timestamp.ZERO },
})

test('an answer of the venue is told with its order, and the same answer not again within a minute, but counted', () => {
  const told: string[] = []
  const tell = createRejectionTeller((_, text) => told.push(text))
  tell([rejected(1, 'forbidden'), rejected(2, 'forbidden'), rejected(3, 'insufficient_balance')], Timestamp.ofSeconds(1))
  tell([rejected(4, 'forbidden')], Timestamp.ofSeconds(60))
  tell([rejected(5, 'forbidden')], Timestamp.ofSeconds(61))
  tell([rejected(6, 'forbidden')], Timestamp.ofSeconds(122))
  expect(told).toEqual([
    'the venue rejected order 7-1: forbidden',
    'the venue rejected order 7-3: insufficient_balance',
    'the venue rejected order 7-5, and 2 others before it: forbidden',
    'the venue rejected order 7-6: forbidden',
  ])
})

test('what the run itself held back was not rejected by the venue', () => {
  const told: string[] = []
  const tell = createRejectionTeller((_, text) => told.push(text))
  tell(
    ['stopped', 'stalled', 'not_sent', 'not_journaled'].map((slug, place) => rejected(place, slug)),
    Timestamp.ofSeconds(1),
  )
  expect(told).toEqual([])
})
