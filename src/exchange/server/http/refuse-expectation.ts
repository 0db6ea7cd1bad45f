import type { RequestListener } from 'node:http'
import { SLUGS } from '../../../protocol/api/slugs.js'
import type { House } from '../house.js'
import { ApiRefusal } from './api-refusal.js'
import { failure } from './envelope.js'

/** Answers who expects something that no server here gives, in the envelope like every other refusal. */
export const refuseExpectation =
  (house: House): RequestListener =>
  (incoming, outgoing) => {
    const why = `nothing can be expected but 100-continue, found ${incoming.headers.expect}`
    const text = JSON.stringify(failure(new ApiRefusal(417, SLUGS.badRequest, why), house.floor.now()))
    outgoing.writeHead(417, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }).end(text)
  }
