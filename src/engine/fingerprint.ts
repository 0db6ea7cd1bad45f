import type { Fill } from '../model/fill.js'
import type { Place } from '../model/intent.js'
import { toJson } from '../model/plain.js'
import type { Report } from '../model/report.js'
import type { RollingHash } from './rolling-hash.js'
import type { WordRing } from './word-ring.js'

/** Adds a sent create to the run's hash. */
export function hashCreate(
  hash: RollingHash,
  number: number,
  { market, outcome, side, price, size, style, expiresAt }: Place,
): void {
  hash.add(number)
  hash.add(market * 16 + STYLES.indexOf(style) * 4 + Number(outcome === 'yes') * 2 + Number(side === 'buy'))
  hash.add(price)
  hash.add(size)
  hash.add(expiresAt)
}

/** Adds a removal. Order numbers start at 1. */
export const hashCancel = (hash: RollingHash, number: number): void => hash.add(-number)

/** Adds a word from the venue. */
export function hashWord(hash: RollingHash, words: WordRing): void {
  hash.add(words.word)
  hash.add(words.at)
  if (words.fill === null) hash.add(words.order)
  else hashFill(hash, words.fill)
}

/** Adds any other report. */
export function hashReport(hash: RollingHash, report: Report): void {
  hash.addText(report.kind)
  hash.add(report.receivedAt)
  if (report.kind === 'link') hash.addText(report.state)
  else if (report.kind === 'heard') hash.add(report.at)
  else hash.addText(toJson(report))
}

const STYLES: readonly Place['style'][] = ['post-only', 'limit', 'market', 'fill-or-kill']

function hashFill(hash: RollingHash, fill: Fill): void {
  hash.addText(fill.key)
  hash.addText(fill.outcome)
  hash.addText(fill.side)
  hash.addBig(fill.shares)
  hash.addBig(fill.value)
  hash.addBig(fill.fee.amount)
}
