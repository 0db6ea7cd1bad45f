/** The request's own end of the connection. */
interface Bindings {
  readonly outgoing: { destroy(): unknown }
}

/** What answers requests: the app as the HTTP server calls it. */
export type Answering = (request: Request, bindings: Bindings) => Response | Promise<Response>
