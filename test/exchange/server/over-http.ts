import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'

/** Less than the server waits: a call on a connection that the server is about to close would be lost, and none is sent twice. */
const IDLE_MS = 2_000
const agent = Object.assign(new Agent({ keepAlive: true }), {
  keepSocketAlive: (socket: Socket) => {
    socket.setTimeout(IDLE_MS).unref()
    return true
  },
})

/**
 * What `fetch` answers to a call of a test's client, and how it fails, by Node's older client. Tests ask tens of thousands of questions, and `fetch`
 * takes more processor time for each than the server that answers.
 */
export const overHttp = (url: string, { method = 'GET', headers = {}, body }: RequestInit = {}) =>
  new Promise<Pick<Response, 'status' | 'headers' | 'json'>>((resolve, reject) => {
    const failed = (cause: Error): void => reject(new TypeError('fetch failed', { cause }))
    const text = typeof body === 'string' ? body : undefined
    const sent = {
      ...(headers as Readonly<Record<string, string>>),
      ...(text !== undefined && { 'content-type': 'text/plain;charset=UTF-8' }),
    }
    const call = request(url, { agent, method, headers: sent }, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => void chunks.push(chunk))
      response.on('error', failed)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          get headers() {
            return new Headers(Object.entries(response.headersDistinct).map(([name, values = []]) => [name, values.join(', ')]))
          },
          json: async () => JSON.parse(Buffer.concat(chunks).toString('utf8')),
        }),
      )
    })
    call.on('error', failed)
    call.end(text)
  })
