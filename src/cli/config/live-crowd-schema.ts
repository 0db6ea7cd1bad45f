import { z } from 'zod'
import { FILL_MODELS, type FillModelName } from '../../exchange/core/fill-models.js'
import { secretSchema } from '../../venues/secret-schema.js'
import { urlSchema } from '../../venues/url-schema.js'
import { marketsSchema } from './markets-schema.js'

/** The fill model of a crowd, by the names that backtests use. */
export const fillModelSchema = z.enum(Object.keys(FILL_MODELS) as [FillModelName, ...FillModelName[]])

/** A crowd that follows a venue's live feed. */
export const liveCrowdSchema = z.strictObject({
  kind: z.literal('live'),
  /** The address of REST, without the version. */
  baseUrl: urlSchema(['http', 'https']),
  wsUrl: urlSchema(['ws', 'wss']),
  /** Absent: the venue needs no key. */
  apiKey: secretSchema.exactOptional(),
  /** Which of the venue's markets to follow. `all` takes those with the most volume. A followed market stays until its end. */
  markets: marketsSchema.default('all'),
  fillModel: fillModelSchema.exactOptional(),
  /** How long a decrease of a level waits for the print that explains it. The books of the exchange are at most this much behind the venue's. */
  pairWithinMs: z.number().int().nonnegative().max(2_000).exactOptional(),
  /** A market is dark if nothing was received or confirmed for this long. The venue is asked about quiet books every four seconds. */
  darkAfterMs: z.number().int().min(1_000).max(600_000).exactOptional(),
  /** How long the venue is asked again if it does not answer at the start; 0: once. */
  startWithinSeconds: z.number().nonnegative().max(86_400).exactOptional(),
})

export type LiveCrowdConfig = z.output<typeof liveCrowdSchema>
