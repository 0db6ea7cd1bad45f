import { expect, test } from 'vitest'
import { removalText } from '../../src/keeper/removal-text.js'
import type { RemovalResult } from '../../src/keeper/remove-ours.js'
import { OrderHash } from '../../src/model/ids.js'

const [OURS, THEIRS] = ['1', '2'].map(digit => OrderHash.of(`0x${digit.repeat(64)}`)) as [OrderHash, OrderHash]
const EMPTY: RemovalResult = { removed: 3, open: [], strangers: [], how: 'empty', isNoneLeft: true }

test('orders of another program are not told as if ours were still open', () => {
  expect(removalText(EMPTY)).toBe("the keeper removed 3 orders; the venue's list was seen twice without one of ours")
  expect(removalText({ ...EMPTY, strangers: [THEIRS] })).toBe(
    `the keeper removed 3 orders; the venue's list was seen twice without one of ours; STILL OPEN, but not of this journal: ${THEIRS}`,
  )
})

test('ours that rest are named, and so is that they should have expired', () => {
  const left: RemovalResult = { removed: 1, open: [OURS], strangers: [], how: 'expired', isNoneLeft: false }
  expect(removalText(left)).toBe(
    `the keeper removed 1 order; STILL OPEN: ${OURS}; each order of ours should have expired by now`,
  )
  expect(removalText({ ...left, open: null, how: 'over' })).toBe(
    'the keeper removed 1 order; the venue could not be asked what is open',
  )
})
