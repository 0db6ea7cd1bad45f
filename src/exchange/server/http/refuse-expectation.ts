import type { RequestListener } from 'node:http'
import type { Timestamp } from '../../../model/time.js'
import { SLUGS } from '../../../protocol/api/slugs.js'
import { ApiRefusal } from './refusal.js'
import { sendRefusal } from './send-refusal.js'

/** Answers who expects something that no server here gives. */
export const refuseExpectation =
  (now: () => Timestamp): RequestListener =>
  (incoming, outgoing) => {
    const why = `nothing can be expected but 100-continue, found ${incoming.headers.expect}`
    sendRefusal(outgoing, now(), new ApiRefusal(417, SLUGS.badRequest, why))
  }
