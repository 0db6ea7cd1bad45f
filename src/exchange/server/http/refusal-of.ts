import { SLUGS } from '../../../protocol/api/slugs.js'
import { SequencerClosed } from '../log/sequencer.js'
import type { TextLog } from '../text-log.js'
import { ApiRefusal } from './refusal.js'

/** What a failed request is answered. What is no refusal is a fault of ours: the client learns that it happened, the log what it was. */
export const refusalOf = (log: TextLog, error: unknown): ApiRefusal => {
  if (error instanceof ApiRefusal) return error
  if (error instanceof SequencerClosed)
    return new ApiRefusal(503, SLUGS.unavailable, 'the exchange takes nothing more until it is started again')
  log('a request failed', { error: error instanceof Error ? error.message : String(error) })
  return new ApiRefusal(500, SLUGS.internal, 'the exchange could not answer')
}
