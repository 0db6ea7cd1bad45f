/* oxlint-disable typescript/no-explicit-any -- A test reads foreign JSON freely. */
import { afterEach, expect } from 'vitest'
import type { CrowdOptions, ExchangeOptions, LiveVenue, RunningExchange } from '../../../src/exchange.js'
import { openTcpProxy, type TcpProxy } from '../../end-to-end/tcp-proxy.js'
import { start } from './exchanges.js'

type Live = Extract<CrowdOptions, { readonly kind: 'live' }>

/** An exchange that stands for a venue, and the line by which others reach it. */
export interface Followed {
  readonly outer: RunningExchange & { readonly market: number }
  readonly line: TcpProxy
  /** HTTP requests that came over the line, as `METHOD path`. */
  readonly requests: string[]
  /** As the crowd of another exchange is given it. */
  readonly venue: LiveVenue
  /** An exchange whose crowd follows it. */
  readonly follow: (live?: Partial<Omit<Live, 'kind'>>, options?: ExchangeOptions) => ReturnType<typeof start>
}

const lines = new Set<TcpProxy>()
afterEach(async () => {
  await Promise.all([...lines].map(line => line.close()))
  lines.clear()
})

/** Starts the outer exchange and opens the line to it. */
export const openFollowed = async (options: ExchangeOptions): Promise<Followed> => {
  const outer = await start(options)
  const requests: string[] = []
  const line = await openTcpProxy(
    () => Number(new URL(outer.baseUrl).port),
    bytes => {
      const text = bytes.toString('latin1')
      for (const [, method, path] of text.matchAll(/(?:^|\n)(GET|POST|PUT|PATCH|DELETE) (\S+) HTTP/g))
        requests.push(`${method} ${path}`)
      if (/\r\nauthorization:/i.test(text)) requests.push('AUTHORIZED')
    },
  )
  lines.add(line)
  const host = `127.0.0.1:${line.port}`
  const venue = { baseUrl: `http://${host}`, wsUrl: `ws://${host}/ws`, apiKey: outer.apiKey, marketsEveryMs: 200 }
  return {
    outer,
    line,
    requests,
    venue,
    follow: (live, more) => start({ ...more, crowd: { kind: 'live', source: venue, ...live } }),
  }
}

/** What an exchange answers to everybody. */
export const read = async (exchange: RunningExchange, path: string): Promise<any> => {
  const response = await fetch(exchange.baseUrl + path, { headers: { 'x-api-key': exchange.apiKey } })
  return ((await response.json()) as { data: unknown }).data
}

/** A book as bids and asks alone. */
export const bookOf = async (exchange: RunningExchange, market: number): Promise<{ bids: number[][]; asks: number[][] }> => {
  const { bids, asks } = await read(exchange, `/v1/markets/${market}/orderbook`)
  return { bids, asks }
}

/** What a market's row says now. */
export const marketOf = (exchange: RunningExchange, market: number): Promise<any> => read(exchange, `/v1/markets/${market}`)

/** Waits until something is so. */
export const until = (look: () => Promise<unknown>, wanted: unknown, timeout = 5_000): Promise<void> =>
  expect.poll(look, { timeout, interval: 20 }).toEqual(wanted)
