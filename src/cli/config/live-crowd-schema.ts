import { z } from 'zod'
import { FILL_MODELS, type FillModelName } from '../../exchange/core/fill-models.js'
import { secretSchema } from '../../venues/secret-schema.js'
import { urlSchema } from '../../venues/url-schema.js'
import { marketsSchema } from './markets-schema.js'

/** What a crowd does with the queue in which an order stands, as backtests name it. */
export const fillModelSchema = z.enum(Object.keys(FILL_MODELS) as [FillModelName, ...FillModelName[]])

/** A crowd that follows a venue's live feed. */
export const liveCrowdSchema = z.strictObject({
  kind: z.literal('live'),
  /** REST, without the version. */
  baseUrl: urlSchema(['http', 'https']),
  wsUrl: urlSchema(['ws', 'wss']),
  /** Absent: the venue wants none. */
  apiKey: secretSchema.exactOptional(),
  /** Which of the venue's markets; of all, those of the most volume. One that is followed stays until it is over. */
  markets: marketsSchema.default('all'),
  fillModel: fillModelSchema.exactOptional(),
  /** How long a decrease of a level waits for a print that is told behind it; the books inside are this much behind the venue's at most. */
  pairWithinMs: z.number().int().nonnegative().max(2_000).exactOptional(),
  /** A market of which nothing was heard or confirmed for this long is dark. The venue is asked about quiet books every four seconds. */
  darkAfterMs: z.number().int().min(1_000).max(600_000).exactOptional(),
  /** The venue is asked again for so long where it does not answer at the start; 0: once. */
  startWithinSeconds: z.number().nonnegative().max(86_400).exactOptional(),
})

export type LiveCrowdConfig = z.output<typeof liveCrowdSchema>
