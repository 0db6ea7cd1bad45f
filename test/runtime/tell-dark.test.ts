import { expect, it } from 'vitest'
import type { DeskSummary } from '../../src/engine/desk-summary.js'
import type { QuotingSeconds } from '../../src/engine/quoting-time.js'
import { DARK_REASONS, type DarkReason } from '../../src/engine/side-time.js'
import { Timestamp } from '../../src/model/time.js'
import { darkShare, darkText } from '../../src/runtime/dark-text.js'
import { createDarkTeller } from '../../src/runtime/tell-dark.js'

const quoting = (
  wantedSeconds: number,
  dark: Partial<Record<DarkReason, number>> = {},
  pulledFor: Readonly<Record<string, number>> = {},
): QuotingSeconds => ({
  wantedSeconds,
  darkSeconds: Object.fromEntries(DARK_REASONS.map(reason => [reason, dark[reason] ?? 0])) as Record<DarkReason, number>,
  pulledFor,
})

const summary = (markets: readonly QuotingSeconds[], all: QuotingSeconds, agedReference: string | null = null): DeskSummary =>
  ({
    quoting: all,
    markets: markets.map((quoting, index) => ({ market: { id: `m${index}` }, quoting, agedReference })),
  }) as never

const told = () => {
  const lines: string[] = []
  const now = { summary: summary([quoting(0), quoting(0)], quoting(0)) }
  const tell = createDarkTeller(
    () => now.summary,
    (level, text) => void lines.push(`${level}: ${text}`),
  )
  return { lines, now, at: (seconds: number) => tell(Timestamp.ofSeconds(1_700_000_000 + seconds)) }
}

it('says once a minute which reason took more than a twentieth of that minute, and where', () => {
  const { lines, now, at } = told()
  at(0)
  now.summary = summary([quoting(60, { calls: 9 }), quoting(60)], quoting(120, { calls: 9 }))
  at(59)
  expect(lines).toEqual([])
  at(60)
  expect(lines).toEqual(['warn: of the last minute: dark 7.5 % (calls 7.5); most in market m0 dark 15.0 % (calls 15.0)'])
  now.summary = summary([quoting(120, { calls: 10 }), quoting(120)], quoting(240, { calls: 10 }))
  at(120)
  expect(lines).toHaveLength(1)
})

it('names the reference that is too old by then', () => {
  const { lines, now, at } = told()
  at(0)
  now.summary = summary([quoting(60, { feed: 30 }), quoting(60, { feed: 30 })], quoting(120, { feed: 60 }), 'btc')
  at(60)
  expect(lines).toEqual([
    'warn: of the last minute: dark 50.0 % (feed 50.0); most in market m0 dark 50.0 % (feed 50.0), m1 dark 50.0 % (feed 50.0); btc TOO OLD for 2 markets (m0, m1)',
  ])
})

it('names what a strategy said most of the time in which it pulled', () => {
  const why = { 'spread too narrow': 20, 'end near': 4 }
  expect(darkText(quoting(100, { pulled: 24, calls: 1 }, why))).toBe('dark 25.0 % (pulled 24.0: spread too narrow, calls 1.0)')
  expect(darkText(quoting(100, { pulled: 24 }, {}))).toBe('dark 24.0 % (pulled 24.0)')
  // Sides that are pulled one by one have no reason.
  expect(darkText(quoting(100, { pulled: 24 }, { 'end near': 4 }))).toBe('dark 24.0 % (pulled 24.0)')
})

it('warns of nothing that a strategy wants itself', () => {
  const { lines, now, at } = told()
  at(0)
  now.summary = summary([quoting(60, { pulled: 30 })], quoting(60, { pulled: 30 }))
  at(60)
  expect(lines).toEqual(['info: of the last minute: dark 50.0 % (pulled 50.0); most in market m0 dark 50.0 % (pulled 50.0)'])
})

it('puts what was dark in words, the largest reason first, and says nothing where no quotes were wanted', () => {
  expect(darkText(quoting(100, { calls: 1, feed: 2, link: 0.01 }))).toBe('dark 3.0 % (feed 2.0, calls 1.0)')
  expect(darkText(quoting(100))).toBe('dark 0.0 %')
  expect(darkText(quoting(0))).toBe('')
  expect([darkShare(quoting(100, { calls: 1, feed: 2 })), darkShare(quoting(0))]).toEqual(['3.0 %', '-'])
})
