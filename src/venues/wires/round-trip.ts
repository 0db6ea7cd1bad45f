import type { Dispatcher } from 'undici'

/** What came back, whole. `text` null: it was longer than allowed and was not read to its end. */
export interface Response {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string | null
}

/**
 * One request and all of its answer. Rejects with undici's error where none came. It stands between a decision and its order, so the answer
 * is collected as it comes, without the stream that undici would make for each.
 */
export const roundTrip = (dispatcher: Dispatcher, request: Dispatcher.DispatchOptions, bytesMax: number): Promise<Response> =>
  new Promise((resolve, reject) => void dispatcher.dispatch(request, createListener({ bytesMax, resolve, reject })))

function createListener(told: {
  readonly bytesMax: number
  readonly resolve: (response: Response) => void
  readonly reject: (error: Error) => void
}): Dispatcher.DispatchHandler {
  const chunks: Buffer[] = []
  let length = 0
  let status = 0
  let headers: Response['headers'] = {}
  return {
    onRequestStart: () => undefined,
    onResponseStart: (_controller, code, fields) => {
      // Also called for what comes before the answer, such as a 103.
      status = code
      headers = fields
    },
    onResponseData: (controller, chunk) => {
      length += chunk.length
      chunks.push(chunk)
      if (length <= told.bytesMax) return
      told.resolve({ status, headers, text: null })
      controller.abort(new Error('the answer is too long'))
    },
    onResponseEnd: () => told.resolve({ status, headers, text: textOf(chunks) }),
    onResponseError: (_controller, error) => told.reject(error),
  }
}

const textOf = (chunks: readonly Buffer[]): string =>
  (chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)).toString()
