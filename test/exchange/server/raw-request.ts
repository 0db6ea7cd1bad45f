import { connect } from 'node:net'
import type { RunningExchange } from '../../../src/exchange.js'

/** Raw bytes on a connection of their own; what came back, '' where the exchange hung up, or said nothing for `idleMs`. */
export const rawAnswer = (exchange: Pick<RunningExchange, 'baseUrl'>, bytes: string | Buffer, idleMs = 500): Promise<string> =>
  new Promise(resolve => {
    const { hostname, port } = new URL(exchange.baseUrl)
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let text = ''
    socket.on('data', chunk => {
      text += chunk.toString('latin1')
      if (/^HTTP\/1\.1 \d{3}[^]*\r\n\r\n/.test(text)) socket.destroy()
    })
    socket.on('error', () => resolve(text))
    socket.on('close', () => resolve(text))
    socket.setTimeout(idleMs, () => socket.destroy())
  })

/**
 * Raw bytes on a connection whose own side stays open after the answer. Resolves with the answer once the exchange has given the connection up: from
 * then on writing to it fails.
 */
export const answerUntilCutOff = (exchange: Pick<RunningExchange, 'baseUrl'>, bytes: string): Promise<string> =>
  new Promise(resolve => {
    const { hostname, port } = new URL(exchange.baseUrl)
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () => socket.write(bytes))
    const probe = setInterval(() => socket.write('x'), 50)
    let text = ''
    socket.on('data', chunk => {
      text += chunk.toString('latin1')
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearInterval(probe)
      resolve(text)
    })
  })

/** A request of a wallet that has logged in, as bytes. */
export const posted = (exchange: Pick<RunningExchange, 'apiKey'>, token: string, path: string, body: unknown): string => {
  const text = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nx-api-key: ${exchange.apiKey}\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

/** An answer in JSON. */
export interface RawAnswer {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** Requests written at once to a connection of their own; the answers in the order in which they came, fewer where the exchange hung up. */
export const pipelined = (
  exchange: Pick<RunningExchange, 'baseUrl'>,
  requests: readonly string[],
): Promise<readonly RawAnswer[]> =>
  new Promise(resolve => {
    const { hostname, port } = new URL(exchange.baseUrl)
    const socket = connect(Number(port), hostname, () => socket.write(requests.join('')))
    const answers: RawAnswer[] = []
    let text = ''
    socket.on('data', chunk => {
      text += chunk.toString('latin1')
      for (let found = firstAnswer(text); found !== null; found = firstAnswer(text)) {
        answers.push(found.answer)
        text = found.rest
      }
      if (answers.length === requests.length) socket.destroy()
    })
    socket.on('error', () => resolve(answers))
    socket.on('close', () => resolve(answers))
  })

const firstAnswer = (text: string): { answer: RawAnswer; rest: string } | null => {
  const head = /^HTTP\/1\.1 (\d{3})[^]*?\r\ncontent-length: (\d+)\r\n(?:[^\r\n]+\r\n)*\r\n/i.exec(text)
  const [whole = '', status, length] = head ?? []
  const end = whole.length + Number(length)
  if (head === null || text.length < end) return null
  const body = JSON.parse(Buffer.from(text.slice(whole.length, end), 'latin1').toString('utf8')) as Record<string, unknown>
  return { answer: { status: Number(status), body }, rest: text.slice(end) }
}

/** Its status; null where there was none. */
export const statusOfAnswer = (text: string): number | null => {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]
  return status === undefined ? null : Number(status)
}
