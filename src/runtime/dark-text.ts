import type { QuotingSeconds } from '../engine/quoting-time.js'
import { DARK_REASONS, type DarkReason } from '../engine/side-time.js'

/** Smaller parts of the wanted time are not listed, in percent: they would read 0.0. */
export const NAMED_FROM_PERCENT = 0.05

/** In percent of the time in which quotes were wanted; 0 if none were. */
export const darkPercent = ({ wantedSeconds, darkSeconds }: QuotingSeconds, reason: DarkReason): number =>
  wantedSeconds === 0 ? 0 : (100 * darkSeconds[reason]) / wantedSeconds

/** How much of the wanted time had no quotes, and why: `dark 3.2 % (calls 2.1, feed 1.1)`. Empty: no quotes were wanted. */
export function darkText(quoting: QuotingSeconds): string {
  if (quoting.wantedSeconds === 0) return ''
  const parts = DARK_REASONS.map(reason => ({ reason, percent: darkPercent(quoting, reason) }))
  const all = parts.reduce((sum, { percent }) => sum + percent, 0)
  const named = parts
    .filter(({ percent }) => percent >= NAMED_FROM_PERCENT)
    .toSorted((a, b) => b.percent - a.percent)
    .map(({ reason, percent }) => `${reason} ${percent.toFixed(1)}${reason === 'pulled' ? forWords(quoting) : ''}`)
  return `dark ${all.toFixed(1)} %${named.length === 0 ? '' : ` (${named.join(', ')})`}`
}

/** The strategies' most frequent reason to pull, where it stands for most of the time; a single pulled side has no reason. */
function forWords({ darkSeconds, pulledFor }: QuotingSeconds): string {
  const [most] = Object.entries(pulledFor).toSorted(([, a], [, b]) => b - a)
  return most === undefined || most[0] === '' || most[1] * 2 < darkSeconds.pulled ? '' : `: ${most[0]}`
}

/** The same as one number, for a table. */
export function darkShare({ wantedSeconds, darkSeconds }: DarkParts): string {
  if (wantedSeconds === 0) return '-'
  const dark = Object.values(darkSeconds).reduce((sum, seconds) => sum + seconds, 0)
  return `${((100 * dark) / wantedSeconds).toFixed(1)} %`
}

/** Seconds without quotes by reason; another version of the program may have reasons that this one does not know. */
interface DarkParts extends Pick<QuotingSeconds, 'wantedSeconds'> {
  readonly darkSeconds: Readonly<Record<string, number>>
}
