import type { Refusal } from '../model/intent.js'
import type { Timestamp } from '../model/time.js'
import type { RunNotice } from './run-notice.js'
import type { SessionMarkets } from './session-markets.js'

/** A rule refuses again each time a side's back-off ends, so it is reported once in this time, in microseconds. */
const TOLD_EVERY = 60_000_000

/** Reports why nothing is placed: each rule of each market once a minute, with its limit and the value found. */
export function createRefusalTeller(
  markets: Pick<SessionMarkets, 'at'>,
  notice: RunNotice,
): (refusals: readonly Refusal[], now: Timestamp) => void {
  const toldAt = new Map<string, Timestamp>()
  return (refusals, now) => {
    for (const { intent, rule, limit, found, note } of refusals) {
      const market = intent.kind === 'place' ? markets.at(intent.market)?.id : undefined
      const key = `${market} ${rule}`
      const last = toldAt.get(key)
      if (last !== undefined && now - last < TOLD_EVERY) continue
      toldAt.set(key, now)
      const what =
        intent.kind === 'place' ? ` ${intent.side} ${intent.outcome} ${intent.size / 1e6} at ${intent.price / 1e4}` : ''
      const more = note === undefined ? '' : `; ${note}`
      notice('info', `market ${market}:${what} refused by ${rule} (limit ${limit}, found ${found}${more})`, { market, rule })
    }
  }
}
