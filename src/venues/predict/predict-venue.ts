import { defer, merge, type Observable } from 'rxjs'
import type { OrderHash, OrderId } from '../../model/ids.js'
import type { Market } from '../../model/market.js'
import type { Clock } from '../../model/time.js'
import { createDecoder } from '../../protocol/decode.js'
import { PRICE_TOPIC } from '../../protocol/read-asset-price.js'
import type { Approvals } from '../approvals.js'
import type { Conversions } from '../conversions.js'
import { type FeedTimings, USUAL_TIMINGS } from '../feed-timings.js'
import type { Notice } from '../notice.js'
import type { Pairs } from '../pairs.js'
import type { Redemption } from '../redemption.js'
import type { Venue } from '../venue.js'
import { VenueError } from '../venue-error.js'
import type { Voiding } from '../voiding.js'
import { eachOf } from '../wires/each-of.js'
import { createRest } from '../wires/rest.js'
import { systemWires } from '../wires/system-wires.js'
import type { Wires } from '../wires/wires.js'
import type { Send } from './calls.js'
import { followingFeed } from './following-feed.js'
import { createGateway, type PredictGateway } from './gateway.js'
import { listMarkets, readMarkets, surveyMarkets } from './list-markets.js'
import { marketFeed } from './market-feed.js'
import { createMarketRegistry } from './market-registry.js'
import { createOffsetMeter } from './offset-meter.js'
import { asPredictWallet } from './predict-wallet.js'
import { createRateReports } from './rate-reports.js'
import { createReach } from './reach.js'
import { createSpareCalls } from './spare-calls.js'
import { type LinkEvidence, type TopicsOptions, topics, VENUE } from './topics.js'
import { createWalletLogin } from './wallet-login.js'

/** Where the venue is, and how it is reached. */
export interface PredictVenueOptions {
  /** REST URL without the version. */
  readonly baseUrl: string
  readonly wsUrl: string
  /** A node of the chain, or the embedded exchange's replacement for one. */
  readonly rpcUrl: string
  /** Sent with each request; empty: none is sent, for a venue without keys. */
  readonly apiKey: string
  /** Stamps received messages; ignored if `wires` are given, which have their own. */
  readonly clock: Clock
  /** Connections, timers and randomness; absent: the system's. */
  readonly wires?: Wires | undefined
  readonly onNotice?: Notice | undefined
  /** How often links and books are checked; missing fields have defaults. */
  readonly timings?: Partial<FeedTimings> | undefined
}

export interface PredictVenue extends Venue {
  gateway(wallet: object, known: ReadonlyMap<OrderId, OrderHash>): PredictGateway
  /** Which contracts may take what a wallet (`{ signer }`) holds. */
  approvals(wallet: object): Promise<Approvals>
  /** How a wallet (`{ signer }`) turns shares of decided markets into cash. */
  redemption(wallet: object): Promise<Redemption>
  /** How a wallet (`{ signer }`) makes pairs of shares and turns them into cash. */
  pairs(wallet: object): Promise<Pairs>
  /** How a wallet (`{ signer }`) turns NO of neg-risk groups into YES of other markets and cash. */
  conversions(wallet: object): Promise<Conversions>
  /** How the wallet makes orders invalid that it signed before. */
  voiding(wallet: object): Promise<Voiding>
  /** Closes its connections. Streams end when unsubscribed, before or after. */
  close(): void
}

/** Creates the venue Predict.fun, or anything with the same protocol: live and paper differ only in URLs and key. */
export function createPredictVenue(options: PredictVenueOptions): PredictVenue {
  const { baseUrl, wsUrl, rpcUrl, apiKey, onNotice = () => {}, wires = systemWires(options.clock) } = options
  const { clock, openHttp } = wires
  const rates = createRateReports(clock)
  const spare = createSpareCalls(clock)
  const headers = apiKey === '' ? {} : { 'x-api-key': apiKey }
  const rest = createRest({
    baseUrl,
    venue: VENUE,
    headers,
    openHttp,
    onSend: request => {
      const tell = rates.sent(request)
      return rate => {
        tell(rate)
        spare.take(request.path, rate)
      }
    },
  })
  const rpc = createRest({ baseUrl: rpcUrl, venue: VENUE, openHttp })
  const registry = createMarketRegistry()
  const send: Send = request => rest.request(request)
  const adopt = <T>(markets: readonly Market[], make: () => T): T => {
    registry.adopt(markets)
    return make()
  }
  const timings = { ...USUAL_TIMINGS, ...options.timings }
  const offset = createOffsetMeter(clock)
  const link: LinkEvidence = {
    timings,
    onStamp: offset.stamp,
    onRoundTrip: offset.roundTrip,
    server: { isAnswering: false },
    reach: createReach({ wires, send, freshMs: timings.probeEveryMs / 2 }),
  }
  return {
    markets: query => listMarkets({ send, clock, registry }, query),
    definitions: ids => readMarkets({ send, clock, registry }, { ids }),
    survey: () => surveyMarkets({ send, clock, registry }),
    feed: (markets, changes) =>
      defer(() => {
        const options = { wsUrl, apiKey, wires, send, registry, onNotice, timings, link, maySpend: spare.mayReadBooks }
        return adopt(markets, () =>
          changes === undefined ? marketFeed(options, markets) : followingFeed(options, markets, changes),
        )
      }),
    prices: price => assetPrices({ url: wsUrl, apiKey, wires, evidence: link }, price),
    decoder: markets => adopt(markets, () => createDecoder(markets)),
    gateway: (wallet, known) =>
      createGateway(
        {
          ...{ rest, rpc, wsUrl, apiKey, wires, link, registry, onNotice },
          rates: merge(rates.reports, offset.reports),
          venueNow: offset.venueNow,
          onIssued: offset.between,
          maySpend: spare.mayReadAccount,
        },
        asPredictWallet(wallet),
        known,
      ),
    approvals: async wallet => {
      const { createApprovals } = await import('./approvals.js')
      const { signer } = asPredictWallet({ ...wallet, epoch: 0 })
      const read = (markets: readonly Market[]) => markets.flatMap(({ id }) => registry.known(id) ?? [])
      return createApprovals({ rpc, signer, wires, read })
    },
    redemption: async wallet => {
      const { createRedemption } = await import('./redemption.js')
      const { signer } = asPredictWallet({ ...wallet, epoch: 0 })
      return createRedemption({ rpc, signer, wires, session: createWalletLogin({ rest, signer, clock }) })
    },
    pairs: async wallet => {
      const { createPairs } = await import('./pairs.js')
      const { signer } = asPredictWallet({ ...wallet, epoch: 0 })
      return createPairs({ rpc, signer, wires, session: createWalletLogin({ rest, signer, clock }) })
    },
    conversions: async wallet => {
      const { createConversions } = await import('./conversions.js')
      const { signer } = asPredictWallet({ ...wallet, epoch: 0 })
      return createConversions({ rpc, signer, wires, session: createWalletLogin({ rest, signer, clock }) })
    },
    voiding: async wallet => {
      const { createVoiding } = await import('./voiding.js')
      const { signer } = asPredictWallet({ ...wallet, epoch: 0 })
      return createVoiding({ rpc, signer, wires })
    },
    close: () => {
      void rest.close()
      void rpc.close()
    },
  }
}

/** Messages of one of the venue's prices. Errors with a VenueError when the link ends, or if the venue has no such price. */
const assetPrices = (options: Omit<TopicsOptions, 'topics' | 'onLeaving'>, name: string): Observable<string> =>
  topics({ ...options, topics: [`${PRICE_TOPIC}/${name}`] }).pipe(
    eachOf(event => {
      if (event.kind === 'refused')
        throw new VenueError(`the venue refused its price ${name}: ${event.code}`, { venue: VENUE, retryable: true })
      return event.kind === 'text' ? [event.text] : []
    }),
  )
