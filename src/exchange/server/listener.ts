import type { RequestListener } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { Answering } from './faults/faults.js'
import type { Cors } from './http/cors.js'
import { failure, sendRefusal } from './http/envelope.js'
import { badRequest, refusalFor } from './http/refusal.js'
import { createApp } from './routes/app.js'
import { createDirectWay } from './routes/direct-way.js'
import type { Services } from './routes/services.js'

/** Answers every request. While faults are set, everything goes through the app, whose answers they can change. */
export const createListener = (services: Services, cors: Cors | null): RequestListener => {
  const { faults } = services
  const direct = createDirectWay(services)
  const app = createApp(services, direct)
  const answer: Answering = (request, bindings) =>
    faults.isIdle ? app.fetch(request, bindings) : faults.answer([request, bindings], app.fetch)
  const listen = getRequestListener(answer, { errorHandler: error => unread(services, error) })
  return (incoming, outgoing) => {
    if (cors?.answers(incoming, outgoing) === true) return
    if (incoming.headers.host === undefined)
      sendRefusal(outgoing, services.reads.now(), badRequest('the header Host is missing'))
    else if (!faults.isIdle || !direct.takes(incoming, outgoing)) void listen(incoming, outgoing)
  }
}

/** The answer when URL and host are not a valid request, or when the app itself failed. */
const unread = ({ reads, writes }: Services, error: unknown): Response => {
  const refusal =
    error instanceof RequestError ? badRequest(`the URL or its host: ${error.message}`) : refusalFor(writes.log, error)
  return Response.json(failure(refusal, reads.now()), { status: refusal.status })
}
