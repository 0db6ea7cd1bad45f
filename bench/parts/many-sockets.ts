import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Connections, each with one request at a time. */
export interface ManySockets {
  /** Sends all requests, one at a time on each connection, and resolves with the milliseconds until the last answer. */
  run(requests: readonly Buffer[]): Promise<number>
  close(): void
}

/** A minimal client, so that the server is measured. Rejects if an answer has another status. */
export async function openSockets(port: number, options: { count: number; status: number }): Promise<ManySockets> {
  const sockets = Array.from({ length: options.count }, () => connect({ port, host: '127.0.0.1', noDelay: true }))
  await Promise.all(sockets.map(socket => once(socket, 'connect')))
  return {
    run: async requests => {
      const from = performance.now()
      let next = 0
      await Promise.all(sockets.map(socket => drive(socket, options.status, () => requests[next++])))
      return performance.now() - from
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** One connection: sends what `next` returns until it returns nothing. */
function drive(socket: Socket, status: number, next: () => Buffer | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (socket.destroyed) throw new Error('expected a connection, the server hung up between rounds')
    let text = ''
    const go = (): void => {
      const request = next()
      if (request !== undefined) return void socket.write(request)
      socket.removeAllListeners()
      resolve()
    }
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('expected an answer, the server hung up')))
    socket.on('data', chunk => {
      text += chunk.toString('latin1')
      if (!isWhole(text)) return
      if (text.startsWith(`HTTP/1.1 ${status}`)) {
        text = ''
        go()
      } else reject(new Error(`expected HTTP ${status}, found ${text}`))
    })
    go()
  })
}

const LENGTH = /\r\ncontent-length: (\d+)\r\n/i

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = LENGTH.exec(text)?.[1]
  return length === undefined ? text.endsWith('0\r\n\r\n') : text.length >= end + 4 + Number(length)
}
