import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands between a bot and its venue's REST, and counts what passes by `METHOD route status`. */
export interface CountingProxy {
  readonly baseUrl: string
  readonly counts: ReadonlyMap<string, number>
  /** Calls of the trading routes by minute. */
  readonly tradingByMinute: ReadonlyMap<number, number>
  close(): void
}

/** Opens a proxy to a venue on this machine. */
export async function openCountingProxy(target: string, isTrading: (path: string) => boolean): Promise<CountingProxy> {
  const { hostname, port, host } = new URL(target)
  const agent = new Agent({ keepAlive: true })
  const counts = new Map<string, number>()
  const tradingByMinute = new Map<number, number>()
  const add = <K>(to: Map<K, number>, key: K): void => void to.set(key, (to.get(key) ?? 0) + 1)
  const server = createServer((asked, answer) => {
    const { method = '', url = '' } = asked
    const out = request({ hostname, port, method, path: url, headers: { ...asked.headers, host }, agent }, heard => {
      add(counts, `${method} ${routeOf(url)} ${heard.statusCode}`)
      if (isTrading(url)) add(tradingByMinute, Math.floor(Date.now() / 60_000))
      answer.writeHead(heard.statusCode ?? 502, heard.headers)
      heard.pipe(answer)
    })
    out.on('error', () => answer.destroy())
    asked.pipe(out)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    tradingByMinute,
    close: () => {
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

const routeOf = (url: string): string => (url.split('?')[0] ?? '').replace(/0x[0-9a-f]+/i, '{hash}').replace(/\/\d+/, '/{id}')
