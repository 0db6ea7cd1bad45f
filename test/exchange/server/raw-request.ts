import { connect } from 'node:net'
import type { RunningExchange } from '../../../src/exchange.js'

/** Raw bytes on a connection of their own; what came back, '' where the exchange hung up without a word. */
export const rawAnswer = (exchange: Pick<RunningExchange, 'baseUrl'>, bytes: string | Buffer): Promise<string> =>
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
    socket.setTimeout(500, () => socket.destroy())
  })

/** Its status; null where there was none. */
export const statusOfAnswer = (text: string): number | null => {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]
  return status === undefined ? null : Number(status)
}
