import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Calls `act` once the earlier requests on the connection are answered: bytes written before them would be read as their answers. */
export const inTurn = (socket: Duplex, act: () => void): void => {
  const { _httpMessage: response } = socket as { readonly _httpMessage?: ServerResponse | null }
  if (response === undefined || response === null) act()
  else if (response.req.complete) response.once('close', () => setImmediate(() => inTurn(socket, act)))
  // The request broke off within its own body, and its answer has begun: no second answer is possible.
  else if (response.headersSent) socket.destroy()
  else act()
}
