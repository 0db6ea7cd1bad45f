import type { DeskSummary } from '../engine/desk-summary.js'
import type { QuotingSeconds } from '../engine/quoting-time.js'
import { DARK_REASONS, type DarkReason } from '../engine/side-time.js'
import type { Timestamp } from '../model/time.js'
import { agedText } from './aged-text.js'
import { darkPercent, darkText } from './dark-text.js'
import type { RunNotice } from './run-notice.js'

const EVERY = 60_000_000
/** A reason is reported from this percentage of a minute's wanted time on. */
const TOLD_FROM = 5
/** Markets named in a line. */
const NAMED_MAX = 5

/** Reports once a minute why quotes were missing, if one reason took more than a twentieth of the wanted time. */
export function createDarkTeller(summary: () => DeskSummary, notice: RunNotice): (now: Timestamp) => void {
  let before: DeskSummary | null = null
  let toldAt = 0
  return now => {
    if (now - toldAt < EVERY) return
    toldAt = now
    const last = before
    before = summary()
    if (last !== null) tell(before, last, notice)
  }
}

function tell(now: DeskSummary, last: DeskSummary, notice: RunNotice): void {
  const minute = less(now.quoting, last.quoting)
  const reasons = DARK_REASONS.filter(reason => darkPercent(minute, reason) > TOLD_FROM)
  if (reasons.length === 0) return
  const before = new Map(last.markets.map(({ market, quoting }) => [market.id, quoting]))
  const markets = now.markets.map(({ market, quoting }) => {
    const earlier = before.get(market.id)
    return { id: market.id, quoting: earlier === undefined ? quoting : less(quoting, earlier) }
  })
  const worst = markets
    .filter(({ quoting }) => reasons.some(reason => darkPercent(quoting, reason) > TOLD_FROM))
    .toSorted((a, b) => darkOf(b.quoting) - darkOf(a.quoting))
    .slice(0, NAMED_MAX)
    .map(({ id, quoting }) => `${id} ${darkText(quoting)}`)
  const aged = agedText(now)
  // A strategy that wants nothing is no problem.
  const level = reasons.every(reason => reason === 'pulled') ? 'info' : 'warn'
  notice(
    level,
    `of the last minute: ${darkText(minute)}; most in market ${worst.join(', ')}${aged === null ? '' : `; ${aged}`}`,
    { ...minute.darkSeconds },
  )
}

/** The times added since `before`. */
function less(now: QuotingSeconds, before: QuotingSeconds): QuotingSeconds {
  const dark = DARK_REASONS.map(reason => [reason, now.darkSeconds[reason] - before.darkSeconds[reason]] as const)
  return {
    wantedSeconds: now.wantedSeconds - before.wantedSeconds,
    darkSeconds: Object.fromEntries(dark) as Record<DarkReason, number>,
    pulledFor: Object.fromEntries(
      Object.entries(now.pulledFor).map(([why, seconds]) => [why, seconds - (before.pulledFor[why] ?? 0)]),
    ),
  }
}

const darkOf = ({ darkSeconds }: QuotingSeconds): number => DARK_REASONS.reduce((sum, reason) => sum + darkSeconds[reason], 0)
