import {
  ANY_DIGITS,
  type FeeFunction,
  type Market,
  MarketId,
  MarketIndex,
  type MarketQuery,
  type OpenVenue,
  Price,
  Size,
  secretSchema,
  Timestamp,
  urlSchema,
  type VenueDefinition,
  VenueError,
  type VenueParts,
  type VenueWallet,
  Wei,
  z,
} from 'oddsmith/venue'
import { RunMarkets } from './account.js'
import { createCalls, type EchoKey } from './calls.js'
import { createDecoder } from './decoder.js'
import { createFeed } from './feed.js'
import { createGateway, createRemover } from './gateway.js'
import { BUCKET, CANCELS_A_REQUEST, type EchoMarket, LIFE_MIN_SECONDS, TAKER_FEE_BPS } from './wire.js'

const config = z.strictObject({
  url: urlSchema(['http', 'https']),
  wsUrl: urlSchema(['ws', 'wss']),
  account: z.string().regex(/^[a-z0-9_]{1,20}$/, 'expected small letters, digits and underscores'),
  secret: secretSchema,
})

const CENT = Wei.of(10n ** 16n)
const FEES: FeeFunction = {
  curve: 'cheaper',
  takerBps: TAKER_FEE_BPS,
  makerBps: 0,
  paidIn: 'cash',
  unit: CENT,
  rounding: 'down',
}

/** What `venue.name: ./examples/venue-echo/venue.ts` loads. */
export const venue = {
  name: 'echo',
  version: 1,
  config,
  windows: [],
  buckets: [{ route: 'trading', ...BUCKET }],
  cancelsPerCall: CANCELS_A_REQUEST,
  orderLifeMinSeconds: LIFE_MIN_SECONDS,
  profile: {
    ...{ name: 'echo', sources: ['examples/venue-echo/wire.ts'], fees: FEES, minValue: Wei.ZERO },
    ...{ minSize: Size.SHARE, sizeDigits: ANY_DIGITS, sizeStep: Size.SHARE, ticks: null },
  },
  decoder: createDecoder,
  open: openEcho,
} satisfies VenueDefinition<typeof config>

function openEcho(terms: z.output<typeof config>, parts: VenueParts): OpenVenue {
  const { url, wsUrl, account } = terms
  const calls = createCalls(url, parts)
  const run = new RunMarkets()
  const key = (): EchoKey => ({ account, secret: parts.secret(terms.secret, 'secret') })
  const list = async (): Promise<readonly Market[]> => (await calls.markets()).map(marketOf)
  return {
    markets: async query => {
      const found = chosen(await list(), query)
      // The first that are asked for; a run says by `preflight` which are its own.
      if (run.all.length === 0) run.adopt(found)
      return found
    },
    definitions: async ids => chosen(await list(), { ids }),
    survey: async () => (await list()).map(market => ({ market, volumeUsd: null, spreadTicks: null })),
    feed: (markets, changes) => {
      run.adopt(markets)
      return createFeed(wsUrl, parts, { markets, changes, onJoin: market => run.adopt([market]) })
    },
    decoder: createDecoder,
    hosts: [
      {
        field: 'url',
        name: new URL(url).host,
        silence: () =>
          calls.markets().then(
            () => null,
            (error: unknown) => (error instanceof Error ? error.message : 'no answer'),
          ),
      },
    ],
    wallet: () => ({ account, signer: key() }),
    gateway: (wallet, known) => createGateway({ ...parts, wsUrl, calls, markets: run }, wallet as VenueWallet<EchoKey>, known),
    remover: options => createRemover(createCalls(url, parts), key, options),
    close: () => calls.close(),
  }
}

/** Its index is that of its place in the answer: a run gives it another one. */
const marketOf = ({ id, question, endsAtMs }: EchoMarket, index: number): Market => ({
  ...{ id: MarketId.of(id), index: MarketIndex.of(index), question, group: null },
  ...{ tick: Price.of(100), sizeDigits: ANY_DIGITS, sizeStep: Size.SHARE, minSize: Size.SHARE, minValue: Wei.ZERO },
  ...{ takerFeeBps: TAKER_FEE_BPS, fees: FEES, trading: 'open', rewards: null, result: null, profile: 'echo' },
  endsAt: endsAtMs === null ? null : Timestamp.ofMs(endsAtMs),
})

function chosen(all: readonly Market[], query: MarketQuery): readonly Market[] {
  if ('open' in query) return all
  return query.ids.map((id, index) => {
    const market = all.find(one => String(one.id) === id)
    if (market === undefined)
      throw new VenueError(`market ${id}: the exchange has none of that name`, { venue: 'echo', retryable: false })
    return { ...market, index: MarketIndex.of(index) }
  })
}
