import type { Books } from '../engine/books.js'
import type { References } from '../engine/references.js'
import type { Fault } from '../model/fault.js'
import type { MarketId } from '../model/ids.js'
import { isOfAnswer, type Refusal } from '../model/intent.js'
import { marketsText } from '../model/markets-text.js'
import { createOnceAMinute } from '../model/once-a-minute.js'
import type { Timestamp } from '../model/time.js'
import { pluginFrame } from './plugin-frame.js'
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
    for (const refusal of refusals) {
      const { intent, rule } = refusal
      const market = intent.kind === 'place' ? markets.at(intent.market)?.id : undefined
      if (passes(`${market} ${rule}`, now) === null) continue
      const isInvalid = isOfAnswer(refusal)
      const text = isInvalid ? `no order can be made of its strategy’s answer: ${refusal.note}` : refusalText(refusal)
      notice(isInvalid ? 'warn' : 'info', `market ${market}: ${text}`, { market, rule })
    }
  }
}

/** A refusal of size 0 is of a whole side, which its note names. */
function refusalText({ intent, rule, limit, found, note }: Refusal): string {
  const isOrder = intent.kind === 'place' && intent.size > 0
  const what = isOrder ? `${intent.side} ${intent.outcome} ${intent.size / 1e6} at ${intent.price / 1e4} ` : ''
  return `${what}refused by ${rule} (limit ${limit}, found ${found}${note === undefined ? '' : `; ${note}`})`
}

/** Reports strategies that failed in a turn: one line for each line of code that failed, or, without such a line, for each message. */
export function createFaultTeller(markets: Pick<SessionMarkets, 'at'>, notice: RunNotice): (faults: readonly Fault[]) => void {
  return faults => {
    const alike = new Map<string, { strategy: string; message: string; where: string | null; ids: (MarketId | undefined)[] }>()
    for (const { market, strategy, message, stack } of faults) {
      const where = pluginFrame(stack)
      const key = `${strategy} ${where ?? message}`
      const known = alike.get(key) ?? { strategy, message, where, ids: [] }
      alike.set(key, known)
      known.ids.push(markets.at(market)?.id)
    }
    for (const { strategy, message, where, ids } of alike.values())
      notice(
        'error',
        `${strategy} failed in ${marketsText(ids)} and is stopped there: ${message}${where === null ? '' : ` (${where})`}`,
      )
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
