import type { Dispatcher } from 'undici'
import { HELD_BACK, HttpWireError, type HttpWireRequest, type HttpWireResponse } from './wires.js'

/** A request, and how long it and its whole answer may take once it is written. */
export interface TimedRequest {
  readonly request: HttpWireRequest
  readonly lastsMaxMs: number
}

/**
 * One request and its whole answer. Rejects with an `HttpWireError` if none came. It is on the path from decision to order, so the answer is
 * collected directly, without the stream that undici would create for each.
 */
export const roundTrip = (dispatcher: Dispatcher, { request, lastsMaxMs }: TimedRequest): Promise<HttpWireResponse> =>
  new Promise((resolve, reject) => {
    const { method, path, body, headers } = request
    const listener = createListener({ request, lastsMaxMs, resolve, reject })
    void dispatcher.dispatch({ method, path, body, headers: headers as string[] }, listener)
  })

function createListener(told: {
  readonly request: HttpWireRequest
  readonly lastsMaxMs: number
  readonly resolve: (response: HttpWireResponse) => void
  readonly reject: (error: HttpWireError) => void
}): Dispatcher.DispatchHandler {
  const { bytesMax, mayStart } = told.request
  const chunks: Buffer[] = []
  let length = 0
  let status = 0
  let headers: HttpWireResponse['headers'] = {}
  let wasSent = false
  let startedAt = 0
  /**
   * undici limits the time between two pieces only, so an answer that comes byte by byte would hold its request for hours: an order would stay pending,
   * and the few connections for removals would be taken. Without a piece for long undici ends it, so it is enough to look at each piece.
   */
  const endLate = (controller: Dispatcher.DispatchController): void => {
    if (performance.now() - startedAt > told.lastsMaxMs)
      controller.abort(new HttpWireError('the answer took too long', { wasSent, code: TOO_LATE }))
  }
  return {
    // Called with a connection ready, in the same moment in which the request is written to it.
    onRequestStart: controller => {
      if (mayStart !== undefined && !mayStart())
        controller.abort(new HttpWireError('the request was held back', { wasSent, code: HELD_BACK }))
      else {
        wasSent = true
        startedAt = performance.now()
      }
    },
    onResponseStart: (controller, code, fields) => {
      // Also called for informational answers, such as a 103.
      status = code
      headers = fields
      endLate(controller)
    },
    onResponseData: (controller, chunk) => {
      length += chunk.length
      chunks.push(chunk)
      if (length <= bytesMax) return endLate(controller)
      told.resolve({ status, headers, text: null })
      controller.abort(new Error('the answer is too long'))
    },
    onResponseEnd: () => told.resolve({ status, headers, text: textOf(chunks) }),
    onResponseError: (_controller, error) => told.reject(error instanceof HttpWireError ? error : failure(error, wasSent)),
  }
}

/** Code of an answer that did not end in time. */
const TOO_LATE = 'ANSWER_TOO_SLOW'

const failure = (cause: Error, wasSent: boolean): HttpWireError =>
  new HttpWireError(cause.message, {
    wasSent,
    cause,
    code: 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name,
  })

const textOf = (chunks: readonly Buffer[]): string =>
  (chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)).toString()
