import { afterEach, describe, expect, test } from 'vitest'
import type { WrittenFault } from '../../../src/exchange.js'
import { takeSeat } from '../../venues/predict/seat.js'
import { type DoctorPlace, openDoctorPlace } from './doctor-place.js'

let place: DoctorPlace
afterEach(() => place.close())

const account = (): string => place.exchange.accounts[0]?.address ?? ''

type Row = readonly [name: string, fault: () => WrittenFault, check: string, cause: RegExp, remedy: RegExp]

const FAULTS: readonly Row[] = [
  [
    'empty-removal',
    () => ({ kind: 'empty-removal' }),
    'order',
    /still rests 10 s after its removal/,
    /quotes could not be pulled.*cancel-all/,
  ],
  [
    'unrecorded',
    () => ({ kind: 'unrecorded', forMs: 3_000 }),
    'order',
    /only \d{4} ms after its removal/,
    /exposed for so long/,
  ],
  [
    'settlement that fails',
    () => ({ kind: 'settlement', fails: 100_000 }),
    'settlement',
    /fills failed to settle/,
    /settlementFailPercentMax/,
  ],
  [
    'settlement that waits',
    () => ({ kind: 'settlement', delayMs: 16_000 }),
    'settlement',
    /was settled only after 1\d{4} ms/,
    /cannot be sold/,
  ],
  [
    'success-without-fill',
    () => ({ kind: 'success-without-fill', hidesSubmission: true }),
    'settlement',
    /did not tell its fill/,
    /list of matches/,
  ],
  [
    'counterparty-nonce',
    () => ({ kind: 'counterparty-nonce', when: { account: account() } }),
    'settlement',
    /withdrew its order's nonce/,
    /taken back/,
  ],
]

describe('doctor --spend', () => {
  test.each(FAULTS)('with the fault %s names the cause and what to do', async (_, fault, check, cause, remedy) => {
    // What one fault leaves behind shall not meet the next.
    place = await openDoctorPlace()
    const wrong = (await place.examine([fault()], true)).filter(({ grade }) => grade !== 'ok')
    const named = wrong.find(found => found.check === check && cause.test(found.found))
    expect(named, JSON.stringify(wrong)).toBeDefined()
    expect(named?.remedy).toMatch(remedy)
  })

  test('with the fault fill-after-cancel names the cause and what to do, and sends no other order', async () => {
    place = await openDoctorPlace({ kind: 'none' })
    const other = await takeSeat(place.exchange, 1, false)
    // Little stands before a far bid, so that it can be met.
    for (const order of [
      { price: 4_000, shares: 4 },
      { outcome: 'no', price: 5_500, shares: 10 },
    ] as const)
      expect(await other.place(order)).toMatchObject({ kind: 'accepted' })
    const findings = await place.examine([{ kind: 'fill-after-cancel', byMs: 100 }], true)
    other.leave()
    const filled = findings.find(({ found }) => /was filled though it was being removed/.test(found))
    expect(filled, JSON.stringify(findings.slice(-3))).toMatchObject({
      grade: 'fail',
      remedy: expect.stringContaining('graceMs'),
    })
    expect(findings.some(({ check }) => check === 'trip')).toBe(false)
  })
})
