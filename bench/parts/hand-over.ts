import { subscribe, unsubscribe } from 'node:diagnostics_channel'

/** The moment at which a request's head was written to its socket, by its path. */
export interface HandOver {
  readonly path: string
  /** Its head as sent. */
  readonly head: string
  /** Milliseconds of the process clock. */
  readonly at: number
  /** Resolves when the whole answer has arrived. */
  readonly answered: Promise<void>
}

/** Reports each request of this process as it is handed to the system; the returned function ends that. */
export function watchHandOvers(onRequest: (handOver: HandOver) => void): () => void {
  const waiting = new WeakMap<object, () => void>()
  const onHead = (message: unknown): void => {
    const at = performance.now()
    const { request, headers } = message as { readonly request: { readonly path: string }; readonly headers: string }
    const answered = new Promise<void>(resolve => waiting.set(request, resolve))
    onRequest({ path: request.path, head: headers, at, answered })
  }
  const onAnswer = (message: unknown): void => waiting.get((message as { readonly request: object }).request)?.()
  subscribe('undici:client:sendHeaders', onHead)
  subscribe('undici:request:trailers', onAnswer)
  return () => {
    unsubscribe('undici:client:sendHeaders', onHead)
    unsubscribe('undici:request:trailers', onAnswer)
  }
}
