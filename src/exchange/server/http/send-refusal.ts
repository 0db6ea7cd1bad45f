import type { ServerResponse } from 'node:http'
import type { Timestamp } from '../../../model/time.js'
import { failure } from './envelope.js'
import type { ApiRefusal } from './refusal.js'

/** Answers a request that does not reach the app, in the envelope like every other refusal. */
export const sendRefusal = (outgoing: ServerResponse, now: Timestamp, refusal: ApiRefusal): void => {
  const text = JSON.stringify(failure(refusal, now))
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }
  outgoing.writeHead(refusal.status, headers).end(text)
}
