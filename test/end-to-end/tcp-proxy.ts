import { connect, createServer, type Socket } from 'node:net'

/**
 * What a proxy does to its connections. `cut`: they are reset, and new ones are refused. `swallow`: bytes of a direction, or of both, are
 * read and thrown away while both ends stay open, as on a half-open link. `delay`: bytes wait, in their order.
 */
export type ProxyFault =
  | { readonly kind: 'none' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'swallow'; readonly way: 'up' | 'down' | 'both' }
  | { readonly kind: 'delay'; readonly ms: number }

/** Stands between a client and a server on this machine. */
export interface TcpProxy {
  readonly port: number
  /** Takes effect at once, on open connections too. Swallowed bytes do not come back when a fault ends. */
  set(fault: ProxyFault): void
  /** Resets every open connection, once. */
  reset(): void
  close(): Promise<void>
}

interface Pair {
  readonly client: Socket
  readonly server: Socket
}

interface Lane {
  readonly way: 'up' | 'down'
  readonly to: Socket
}

/**
 * Opens a proxy on a free port of loopback. `targetPort` may change: a server that comes back elsewhere is found again. `onSent` sees the bytes of
 * clients.
 */
export async function openTcpProxy(targetPort: () => number, onSent?: (bytes: Buffer) => void): Promise<TcpProxy> {
  const pairs = new Set<Pair>()
  let fault: ProxyFault = { kind: 'none' }
  const reset = (): void => {
    for (const { client, server } of pairs) {
      client.resetAndDestroy()
      server.resetAndDestroy()
    }
    pairs.clear()
  }
  const pass = ({ way, to }: Lane, lane: { dueAt: number }, bytes: Buffer): void => {
    if (fault.kind === 'swallow' && (fault.way === way || fault.way === 'both')) return
    const write = (): void => void (to.writable && to.write(bytes))
    const now = performance.now()
    // Bytes that wait are never overtaken, not even once the delay is over.
    lane.dueAt = Math.max(lane.dueAt, now + (fault.kind === 'delay' ? fault.ms : 0))
    if (lane.dueAt > now) setTimeout(write, Math.ceil(lane.dueAt - now))
    else write()
  }
  const listener = createServer({ pauseOnConnect: true }, client => {
    if (fault.kind === 'cut') {
      client.resetAndDestroy()
      return
    }
    const pair = { client, server: connect({ host: '127.0.0.1', port: targetPort(), noDelay: true }) }
    const { server } = pair
    client.setNoDelay(true)
    pairs.add(pair)
    const end = (): void => {
      pairs.delete(pair)
      // A half-open link hides the end of its other side too.
      if (fault.kind === 'swallow') return
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) socket.on('error', end).on('close', end)
    const [up, down] = [{ dueAt: 0 }, { dueAt: 0 }]
    if (onSent !== undefined) client.on('data', onSent)
    client.on('data', bytes => pass({ way: 'up', to: server }, up, bytes))
    server.on('data', bytes => pass({ way: 'down', to: client }, down, bytes))
    server.on('connect', () => client.resume())
  })
  await new Promise<void>(listening => listener.listen(0, '127.0.0.1', listening))
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    port: address.port,
    set: next => {
      fault = next
      if (next.kind === 'cut') reset()
    },
    reset,
    close: () =>
      new Promise(closed => {
        reset()
        listener.close(() => closed())
      }),
  }
}
