import type { Dispatcher } from 'undici'
import { HELD_BACK, HttpWireError, type HttpWireRequest, type HttpWireResponse } from './wires.js'

/**
 * One request and its whole answer. Rejects with an `HttpWireError` if none came. It is on the path from decision to order, so the answer is
 * collected directly, without the stream that undici would create for each.
 */
export const roundTrip = (dispatcher: Dispatcher, request: HttpWireRequest): Promise<HttpWireResponse> =>
  new Promise((resolve, reject) => {
    const { method, path, body, headers } = request
    void dispatcher.dispatch({ method, path, body, headers: headers as string[] }, createListener({ request, resolve, reject }))
  })

function createListener(told: {
  readonly request: HttpWireRequest
  readonly resolve: (response: HttpWireResponse) => void
  readonly reject: (error: HttpWireError) => void
}): Dispatcher.DispatchHandler {
  const { bytesMax, mayStart } = told.request
  const chunks: Buffer[] = []
  let length = 0
  let status = 0
  let headers: HttpWireResponse['headers'] = {}
  let wasSent = false
  return {
    // Called with a connection ready, in the same moment in which the request is written to it.
    onRequestStart: controller => {
      if (mayStart !== undefined && !mayStart())
        controller.abort(new HttpWireError('the request was held back', { wasSent, code: HELD_BACK }))
      else wasSent = true
    },
    onResponseStart: (_controller, code, fields) => {
      // Also called for informational answers, such as a 103.
      status = code
      headers = fields
    },
    onResponseData: (controller, chunk) => {
      length += chunk.length
      chunks.push(chunk)
      if (length <= bytesMax) return
      told.resolve({ status, headers, text: null })
      controller.abort(new Error('the answer is too long'))
    },
    onResponseEnd: () => told.resolve({ status, headers, text: textOf(chunks) }),
    onResponseError: (_controller, error) => told.reject(error instanceof HttpWireError ? error : failure(error, wasSent)),
  }
}

const failure = (cause: Error, wasSent: boolean): HttpWireError =>
  new HttpWireError(cause.message, {
    wasSent,
    cause,
    code: 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name,
  })

const textOf = (chunks: readonly Buffer[]): string =>
  (chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)).toString()
