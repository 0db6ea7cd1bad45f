import type { ServerResponse } from 'node:http'
import type { House } from '../house.js'
import { failure } from './envelope.js'
import type { ApiRefusal } from './refusal.js'

/** Answers a request that does not reach the app, in the envelope like every other refusal. */
export const sendRefusal = (house: House, outgoing: ServerResponse, refusal: ApiRefusal): void => {
  const text = JSON.stringify(failure(refusal, house.floor.now()))
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }
  outgoing.writeHead(refusal.status, headers).end(text)
}
