import { describe, expect, it } from 'vitest'
import { freshDeskState } from '../../src/engine/desk-state.js'
import { foldDesk } from '../../src/engine/fold.js'
import { isOneSided } from '../../src/engine/settlement-gate.js'
import type { Limits } from '../../src/model/limits.js'
import { toJson } from '../../src/model/plain.js'
import { pull } from '../../src/model/quote.js'
import { accepted, cancelsOf, DeskBench, fillOf, level, picture, rows, settings, submitsOf } from './desk-bench.js'

/** A wallet that quotes 1,000 YES at 0.45, of which each step fills one share. */
const filling = (limits: Partial<Limits> = { settlementFailPercentMax: 20, settlementWindow: 50 }) => {
  const bench = new DeskBench({
    decide: ({ book }) => (book.state === 'live' ? book.quote({ bid: level(0.45, 1_000) }) : pull('dark')),
    settings: settings({ limits }),
  })
  bench.open()
  const [bid] = submitsOf(bench.turn({ events: picture('ask 0.60 100 / bid 0.40 100') }))
  if (bid === undefined) throw new Error('an order was expected')
  bench.turn({ reports: [accepted(bid)] })
  let count = 0
  const close = (kind: 'settled' | 'failed', text?: string) => {
    const fill = fillOf(bid, 1, `s${count++}`)
    bench.turn({ reports: [{ kind: 'matched', fill }] })
    if (text !== undefined) bench.turn({ events: rows(text) })
    return bench.turn({ reports: [{ kind, fill }] })
  }
  return { bench, bid, close }
}

describe('the gate of settlements', () => {
  it('halts once more of the last fills failed than may, with the sums, and cancels everything', () => {
    const { bench, close } = filling()
    for (let i = 0; i < 40; i++) close('settled')
    for (let i = 0; i < 10; i++) expect(close('failed').halt).toBeNull()
    expect(bench.desk.summary().settlement).toEqual({ settled: 40, failed: 10, failedWinning: 0, failedLosing: 0 })
    const turn = close('failed')
    expect(turn.halt).toEqual({
      rule: 'settlementFailPercentMax',
      limit: 20,
      found: 22,
      note: '11 of the last 50 fills failed to settle; of all that failed, 0 had moved for us and 0 against us',
    })
    expect(cancelsOf(turn).length).toBeGreaterThan(0)
    expect(submitsOf(bench.turn({ timer: true, afterMs: 5_000 }))).toEqual([])
  })

  it('says nothing before the 20th fill, and then judges what there is', () => {
    const { close } = filling()
    for (let i = 0; i < 19; i++) expect(close('failed').halt).toBeNull()
    expect(close('settled').halt).toMatchObject({ rule: 'settlementFailPercentMax', found: 95 })
  })

  it('forgets failures that are older than its window', () => {
    const { bench, close } = filling({ settlementFailPercentMax: 20, settlementWindow: 20 })
    for (let round = 0; round < 5; round++) {
      for (let i = 0; i < 16; i++) expect(close('settled').halt).toBeNull()
      for (let i = 0; i < 4; i++) expect(close('failed').halt).toBeNull()
    }
    expect(bench.desk.summary().settlement).toMatchObject({ settled: 80, failed: 20 })
  })

  it('is off where it is null', () => {
    const { bench, close } = filling({ settlementFailPercentMax: null })
    for (let i = 0; i < 60; i++) expect(close('failed').halt).toBeNull()
    expect(bench.desk.summary().settlement.failed).toBe(60)
  })

  it('begins its window again with the resume that clears its halt, and with no other', () => {
    const { bench, close } = filling()
    for (let i = 0; i < 10; i++) close('settled')
    bench.turn({ controls: ['halt'] })
    bench.turn({ controls: ['resume'] })
    expect(bench.desk.state().settlement.recent).toHaveLength(10)
    for (let i = 0; i < 10; i++) close('failed')
    expect(bench.desk.summary().haltedBy).toBe('settlementFailPercentMax')
    bench.turn({ controls: ['resume'] })
    expect(bench.desk.state().settlement).toMatchObject({ settled: 10, failed: 10, recent: '' })
    expect(close('failed').halt).toBeNull()
    expect(bench.desk.summary().isHalted).toBe(false)
  })
})

describe('failed fills', () => {
  it('are told apart by where their mark had moved between match and failure', () => {
    const { bench, close } = filling({})
    expect(close('failed', 'bid 0.44 5').failures).toMatchObject([{ moved: 400 }])
    expect(close('failed', 'bid 0.44 0').failures).toMatchObject([{ moved: -400 }])
    expect(close('failed').failures).toEqual([])
    expect(close('settled', 'bid 0.43 5').failures).toEqual([])
    expect(bench.desk.summary().settlement).toEqual({ settled: 1, failed: 3, failedWinning: 1, failedLosing: 1 })
  })

  it('count for neither side where the match was of another run', () => {
    const { bench, bid } = filling({})
    const fill = fillOf(bid, 1, 'old')
    bench.turn({ reports: [{ kind: 'matched', fill }] })
    const again = new DeskBench({ decide: () => pull('looks'), state: bench.desk.state() })
    again.now = bench.now
    again.open()
    again.turn({ events: picture('ask 0.60 100 / bid 0.55 100') })
    again.turn({ reports: [{ kind: 'failed', fill }] })
    expect(again.desk.summary().settlement).toEqual({ settled: 0, failed: 1, failedWinning: 0, failedLosing: 0 })
  })

  it('fold from the journal to what the desk counted, the halt with its note too', () => {
    const { bench, close } = filling()
    for (let i = 0; i < 12; i++) close('settled', i % 2 === 0 ? 'bid 0.44 5' : 'bid 0.44 0')
    for (let i = 0; i < 12; i++) close('failed', i % 3 === 0 ? 'bid 0.44 5' : 'bid 0.44 0')
    const { settlement, halt } = bench.desk.state()
    expect(settlement.failedWinning + settlement.failedLosing).toBeGreaterThan(3)
    expect(halt?.note).toContain('failed to settle')
    const folded = foldDesk(freshDeskState(7), bench.markets, bench.journal)
    expect(toJson([folded.settlement, folded.halt])).toBe(toJson([settlement, halt]))
  })

  it('look one-sided once five of those that had moved for us failed and hardly any of the others', () => {
    const counts = { settled: 100, failed: 30 }
    expect(isOneSided({ ...counts, failedWinning: 4, failedLosing: 0 })).toBe(false)
    expect(isOneSided({ ...counts, failedWinning: 5, failedLosing: 0 })).toBe(true)
    expect(isOneSided({ ...counts, failedWinning: 8, failedLosing: 2 })).toBe(true)
    expect(isOneSided({ ...counts, failedWinning: 8, failedLosing: 3 })).toBe(false)
    expect(isOneSided({ ...counts, failedWinning: 0, failedLosing: 9 })).toBe(false)
  })
})
