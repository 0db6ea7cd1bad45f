/* oxlint-disable typescript/no-explicit-any -- A test reads foreign JSON freely. */
import type { WrittenFault } from '../../../src/exchange.js'
import { type Answer, type Client, createClient } from './client.js'
import { start } from './exchanges.js'
import { createOperator, type OperatorClient } from './operator-client.js'
import { openStream, type Stream } from './stream.js'

/** An exchange, its operator, two wallets that are logged in, and the stream of the first. */
export interface FaultScene {
  readonly exchange: Awaited<ReturnType<typeof start>>
  readonly operator: OperatorClient
  readonly market: number
  readonly maker: Client
  readonly taker: Client
  readonly stream: Stream
  /** Follows the first wallet. */
  readonly followWallet: () => Promise<void>
  /** What that wallet was told, in order. */
  readonly told: () => readonly any[]
  readonly set: (fault: WrittenFault) => Promise<number>
  readonly clear: () => Promise<void>
  /** How often the faults that are set have struck. */
  readonly strikes: () => Promise<number>
  /** The second buys what the first bids for, from the other side. Answers the hash of the bid. */
  readonly meet: (shares?: number) => Promise<string>
  readonly orders: () => Promise<any[]>
  readonly order: (hash: string) => Promise<any>
  readonly remove: (hash: string) => Promise<Answer>
}

export const openScene = async (options: Parameters<typeof start>[0] = {}): Promise<FaultScene> => {
  const exchange = await start(options)
  const { market } = exchange
  const operator = createOperator(exchange)
  const [maker, taker] = [createClient(exchange, 0), createClient(exchange, 1)]
  const token = await maker.login()
  await taker.login()
  const stream = await openStream(exchange)
  return {
    exchange,
    operator,
    market,
    maker,
    taker,
    stream,
    followWallet: async () => void (await stream.subscribe(`predictWalletEvents/${token}`)),
    told: () => stream.heard.flatMap(({ topic, data }) => (topic?.startsWith('predictWalletEvents') ? [data] : [])),
    set: async fault => (await operator.done('/faults', fault)).id,
    clear: async () => void (await operator.done('/faults/clear')),
    strikes: async () => {
      const rows: { strikes: number }[] = (await operator.get('/faults')).body.data
      return rows.reduce((sum, row) => sum + row.strikes, 0)
    },
    meet: async (shares = 10) => {
      const { orderHash } = (await maker.limit({ market, cents: 40, shares })).body.data
      await taker.limit({ market, outcome: 'no', cents: 60, shares })
      return orderHash
    },
    orders: async () => (await maker.get('/v1/orders')).body.data,
    order: async hash => (await maker.get(`/v1/orders/${hash}`)).body.data,
    remove: hash => maker.post('/v1/orders/remove-by-hash', { data: { hashes: [hash] } }),
  }
}

export const soon = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
