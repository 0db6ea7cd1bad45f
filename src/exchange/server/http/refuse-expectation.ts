import type { RequestListener } from 'node:http'
import { SLUGS } from '../../../protocol/api/slugs.js'
import type { House } from '../house.js'
import { ApiRefusal } from './refusal.js'
import { sendRefusal } from './send-refusal.js'

/** Answers who expects something that no server here gives. */
export const refuseExpectation =
  (house: House): RequestListener =>
  (incoming, outgoing) => {
    const why = `nothing can be expected but 100-continue, found ${incoming.headers.expect}`
    sendRefusal(house, outgoing, new ApiRefusal(417, SLUGS.badRequest, why))
  }
