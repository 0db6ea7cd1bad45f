import type { Books } from '../engine/books.js'
import type { References } from '../engine/references.js'
import type { Refusal } from '../model/intent.js'
import { createOnceAMinute } from '../model/once-a-minute.js'
import type { Timestamp } from '../model/time.js'
import type { RunNotice } from './run-notice.js'
import type { SessionMarkets } from './session-markets.js'

/**
 * Reports why nothing is placed: each rule of each market once a minute, with its limit and the value found. A rule refuses again each time a side's
 * back-off ends.
 */
export function createRefusalTeller(
  markets: Pick<SessionMarkets, 'at'>,
  notice: RunNotice,
): (refusals: readonly Refusal[], now: Timestamp) => void {
  const passes = createOnceAMinute()
  return (refusals, now) => {
    for (const { intent, rule, limit, found, note } of refusals) {
      const market = intent.kind === 'place' ? markets.at(intent.market)?.id : undefined
      if (passes(`${market} ${rule}`, now) === null) continue
      const what =
        intent.kind === 'place' ? ` ${intent.side} ${intent.outcome} ${intent.size / 1e6} at ${intent.price / 1e4}` : ''
      const more = note === undefined ? '' : `; ${note}`
      notice('info', `market ${market}:${what} refused by ${rule} (limit ${limit}, found ${found}${more})`, { market, rule })
    }
  }
}

const WORDS = {
  open: 'the venue takes all orders again',
  'post-only': 'the venue takes only orders that rest: nothing is taken',
  'cancel-only': 'the venue takes no orders: all quotes are pulled',
  restart: 'the venue restarts: its books are dark until it sends them again',
} as const

/** Reports changes of the venue's mode. Call it after each turn. */
export function createModeTeller(books: Pick<Books, 'mode'>, notice: RunNotice): () => void {
  let told = books.mode
  return () => {
    const { mode } = books
    if (mode === told) return
    told = mode
    notice(mode === 'open' ? 'info' : 'warn', WORDS[mode], { mode })
  }
}

/** Reports when a reference becomes live, and when and why it goes dark. Call it after each turn. */
export function createReferenceTeller(references: References, notice: RunNotice): () => void {
  const told = new Map<string, string>()
  return () => {
    for (let i = 0; i < references.changedCount; i++) {
      const { name, state, value, why } = references.changed[i]!
      if (told.get(name) === state) continue
      told.set(name, state)
      if (state === 'live') notice('info', `the reference ${name} is live at ${value}`, { reference: name })
      else notice('warn', `the reference ${name} is ${state}: ${why}`, { reference: name })
    }
  }
}
