import { subscribe, unsubscribe } from 'node:diagnostics_channel'

/** A moment at which a request's head was written to its socket, by its path. */
export interface HandOver {
  readonly path: string
  /** Its head as it is sent. */
  readonly head: string
  /** Milliseconds of the process's own clock. */
  readonly at: number
}

/** Tells of each request of this process as it is handed over to the system; the returned function ends that. */
export function watchHandOvers(onRequest: (handOver: HandOver) => void): () => void {
  const listener = (message: unknown): void => {
    const at = performance.now()
    const { request, headers } = message as { readonly request: { readonly path: string }; readonly headers: string }
    onRequest({ path: request.path, head: headers, at })
  }
  subscribe('undici:client:sendHeaders', listener)
  return () => void unsubscribe('undici:client:sendHeaders', listener)
}
