import { macOf, signedParts } from '../wire.js'
import type { EchoExchange } from './exchange.js'

const EVERY_MS = 150
const SECRET = 'of-the-crowd'

/** Others at the exchange: one quotes around a price that wanders, one takes now and then. */
export function startCrowd(exchange: EchoExchange, seed: number): { stop(): void } {
  let state = seed
  const draw = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  for (const name of ['maker', 'taker']) exchange.open(name, SECRET, 100_000_000)
  const fair = new Map(exchange.markets.map(({ id }) => [id, 50]))
  const resting = new Map<string, string[]>()
  let counter = 0
  const place = (
    a: string,
    m: string,
    terms: { s: 'buy' | 'sell'; o: 'yes' | 'no'; c: number; n: number; p: 'rest' | 'kill' },
  ): string => {
    const order = { a, i: `${a}-${++counter}`, m, ...terms, t: Date.now(), x: null }
    const h = macOf(SECRET, signedParts(order))
    exchange.place({ ...order, h })
    return h
  }
  const quote = (m: string): void => {
    for (const hash of resting.get(m) ?? []) exchange.cancel('maker', hash)
    const middle = Math.min(90, Math.max(10, (fair.get(m) ?? 50) + draw(3) - 1))
    fair.set(m, middle)
    const terms = { s: 'buy', p: 'rest' } as const
    const bids = [1, 2, 3].map(away => place('maker', m, { ...terms, o: 'yes', c: middle - away, n: 20 + draw(30) }))
    const asks = [1, 2, 3].map(away => place('maker', m, { ...terms, o: 'no', c: 100 - middle - away, n: 20 + draw(30) }))
    resting.set(m, [...bids, ...asks])
  }
  const take = (m: string): void => {
    const middle = fair.get(m) ?? 50
    const o = draw(2) === 0 ? 'yes' : 'no'
    const c = Math.min(99, (o === 'yes' ? middle : 100 - middle) + 3)
    place('taker', m, { s: 'buy', o, c, n: 5 + draw(40), p: 'kill' })
  }
  const timer = setInterval(() => {
    for (const { id } of exchange.markets) {
      if (draw(3) === 0) quote(id)
      if (draw(4) === 0) take(id)
    }
  }, EVERY_MS)
  return { stop: () => clearInterval(timer) }
}
