import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** The largest body of an action, which needs a few hundred bytes. */
export const BODY_MAX = 65_536
/** How much of a body that is too large is still read, so that its sender reads the answer. */
const DRAINED_MAX = 4_194_304
const DRAIN_MS = 1_000

export const TOO_LARGE = `a body holds ${BODY_MAX} bytes at the most`

/** Refuses a request whose header says that its body is too large, before anything else. A body without a length is counted while it is read. */
export const refuseLarge =
  (listen: RequestListener): RequestListener =>
  (incoming, outgoing) => {
    if (Number(incoming.headers['content-length'] ?? 0) <= BODY_MAX) return listen(incoming, outgoing)
    const body = JSON.stringify({ error: 'too_large', text: TOO_LARGE })
    outgoing.writeHead(413, { 'content-type': 'application/json', connection: 'close' }).end(body)
    drain(incoming, outgoing)
  }

/** Closing a connection while its sender still sends resets it, and the answer would be lost. */
function drain(incoming: IncomingMessage, outgoing: ServerResponse): void {
  let drained = 0
  const cut = (): void => void incoming.socket.destroy()
  const late = setTimeout(cut, DRAIN_MS)
  outgoing.on('close', () => clearTimeout(late))
  incoming.on('data', (bytes: Buffer) => {
    drained += bytes.length
    if (drained > DRAINED_MAX) cut()
  })
}
