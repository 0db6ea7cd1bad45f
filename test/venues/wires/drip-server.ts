import { type AddressInfo, createServer } from 'node:net'

/** What a server sends: its first words, and what comes after them. */
export interface Drip {
  readonly head: string
  /** The piece of this number, from 0. */
  readonly next: (piece: number) => string
  readonly everyMs: number
}

/** A server whose answers come piece by piece and never end. */
export async function dripServer({ head, next, everyMs }: Drip): Promise<{ readonly host: string; close(): void }> {
  const server = createServer(connection => {
    let sent = 0
    connection.on('error', () => {})
    connection.once('data', () => {
      connection.write(head)
      const timer = setInterval(() => connection.write(next(sent++)), everyMs)
      connection.once('close', () => clearInterval(timer))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() }
}
