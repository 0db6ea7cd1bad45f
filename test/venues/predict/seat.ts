import type { Subscription } from 'rxjs'
import { type ExchangeOptions, type RunningExchange, startExchange } from '../../../src/exchange.js'
import type { Frame } from '../../../src/model/frame.js'
import { MarketIndex, OrderId } from '../../../src/model/ids.js'
import type { Approved, Place } from '../../../src/model/intent.js'
import type { Market } from '../../../src/model/market.js'
import { Price, Size } from '../../../src/model/money.js'
import type { Journaled, Signed } from '../../../src/model/order.js'
import type { Report } from '../../../src/model/report.js'
import { type RunClock, Timestamp } from '../../../src/model/time.js'
import { createSigner } from '../../../src/protocol/sign.js'
import { type FeedTimings, NO_TIMINGS } from '../../../src/venues/feed-timings.js'
import type { PredictGateway } from '../../../src/venues/predict/gateway.js'
import { createPredictVenue, type PredictVenue } from '../../../src/venues/predict/predict-venue.js'

/** The system's clock, which a test may set forward. */
export const clock: RunClock & { aheadMs: number } = {
  wallOffset: () => 0,
  aheadMs: 0,
  now: () => Timestamp.ofMs(Date.now() + clock.aheadMs),
}

export const openExchange = (options: ExchangeOptions = {}): Promise<RunningExchange> =>
  startExchange({
    data: ':memory:',
    seed: 1,
    crowd: { kind: 'none' },
    settlementMs: 100,
    rateLimits: null,
    markets: [
      { question: 'Will it rain?', resolvesTo: 1 },
      { question: 'Will it snow?', decimals: 3, isNegRisk: true, isYieldBearing: true },
    ],
    ...options,
  })

/** One wallet at the exchange: its venue, its gateway, and everything they told. */
export interface Seat {
  readonly venue: PredictVenue
  readonly gateway: PredictGateway
  readonly markets: readonly Market[]
  readonly reports: Report[]
  readonly frames: Frame[]
  readonly notices: string[]
  place(
    order: Partial<Omit<Place, 'kind' | 'price' | 'size'>> & { readonly price: number; readonly shares: number },
  ): Promise<Report>
  sign(
    order: Partial<Omit<Place, 'kind' | 'price' | 'size'>> & { readonly price: number; readonly shares: number },
  ): Journaled<Signed>
  /** The first report of a kind, once it is there. */
  heard<K extends Report['kind']>(kind: K): Promise<Report & { readonly kind: K }>
  leave(): void
}

export const EPOCH = 777

/** Takes a seat. `isListening` false: no stream is subscribed. */
export async function takeSeat(
  exchange: RunningExchange,
  account = 0,
  isListening = true,
  smartAccount?: string,
  timings: Partial<FeedTimings> = NO_TIMINGS,
): Promise<Seat> {
  const notices: string[] = []
  const venue = createPredictVenue({
    ...exchange,
    clock,
    timings: { ...NO_TIMINGS, ...timings },
    onNotice: (text, fields) => notices.push(`${text} ${JSON.stringify(fields)}`),
  })
  const markets = await venue.markets({ ids: exchange.markets.map(({ id }) => String(id)) })
  const privateKey = exchange.accounts[account]?.privateKey ?? ''
  const signer = createSigner({ privateKey, chainId: exchange.chainId, account: smartAccount })
  const gateway = venue.gateway({ signer, epoch: EPOCH }, new Map())
  const reports: Report[] = []
  const frames: Frame[] = []
  const subscriptions: Subscription[] = isListening
    ? [gateway.reports.subscribe(report => reports.push(report)), venue.feed(markets).subscribe(frame => frames.push(frame))]
    : []
  let counter = 0
  const seat: Seat = {
    venue,
    gateway,
    markets,
    reports,
    frames,
    notices,
    sign: ({ price, shares, ...rest }) => {
      const order = {
        kind: 'place',
        market: MarketIndex.of(0),
        outcome: 'yes',
        side: 'buy',
        style: 'post-only',
        expiresAt: Timestamp.ofSeconds(Math.floor(Date.now() / 1_000) + 600),
        ...rest,
        price: Price.of(price),
        size: Size.ofShares(shares),
      } as Approved<Place>
      return gateway.sign({ kind: 'submit', id: OrderId.of(EPOCH, 1_000 * account + ++counter), order }) as Journaled<Signed>
    },
    place: order => gateway.submit(seat.sign(order)),
    heard: kind =>
      until(() => reports.find((report): report is Report & { readonly kind: typeof kind } => report.kind === kind)),
    leave: () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
      venue.close()
    },
  }
  if (isListening) await seat.heard('snapshot')
  return seat
}

/** Waits for the real exchange, whose settlements take real time; a test that waits in vain fails by its time limit. */
export async function until<T>(look: () => T | undefined): Promise<T> {
  for (;;) {
    const found = look()
    if (found !== undefined) return found
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}
