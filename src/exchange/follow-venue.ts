import type { LiveSource } from '../model/live-source.js'
import { createPredictVenue } from '../predict.js'
import { createSystemClock } from '../runtime/system-clock.js'
import { createVenueSource } from '../runtime/venue-source.js'
import type { LiveVenue } from './server/exchange-options.js'
import type { TextLog } from './server/text-log.js'

const MARKETS_EVERY_MS = 5_000
const START_WITHIN_SECONDS = 30

/** The public feed of a venue, given its addresses. The venue is opened without a wallet. */
export const followVenue = (
  { baseUrl, wsUrl, apiKey, markets, startWithinSeconds, marketsEveryMs }: LiveVenue,
  log: TextLog,
): LiveSource => {
  const clock = createSystemClock()
  const onNotice = (text: string, fields?: Readonly<Record<string, unknown>>): void =>
    log(`the followed venue: ${text}`, fields)
  // The chain is never asked, because only wallets need it.
  const venue = createPredictVenue({ baseUrl, wsUrl, apiKey, rpcUrl: baseUrl, clock, onNotice })
  const source = createVenueSource({
    ...{ venue, clock },
    name: new URL(baseUrl).host,
    wanted: markets ?? 'all',
    marketsEveryMs: marketsEveryMs ?? MARKETS_EVERY_MS,
    startWithinSeconds: startWithinSeconds ?? START_WITHIN_SECONDS,
  })
  return {
    name: source.name,
    start: async listener => {
      try {
        const stop = await source.start(listener)
        return () => {
          stop()
          venue.close()
        }
      } catch (error) {
        venue.close()
        throw error
      }
    },
  }
}
