import { startExchange } from '../../src/exchange.js'
import { MarketIndex, OrderId } from '../../src/model/ids.js'
import type { Approved, Place } from '../../src/model/intent.js'
import { Price, Size } from '../../src/model/money.js'
import type { Journaled, Signed } from '../../src/model/order.js'
import { Timestamp } from '../../src/model/time.js'
import { createSigner } from '../../src/protocol/sign.js'
import { createSystemClock } from '../../src/runtime/system-clock.js'
import { NO_TIMINGS } from '../../src/venues/feed-timings.js'
import { createPredictVenue } from '../../src/venues/predict/predict-venue.js'

/** A request to the process: add or remove a market's best bid. */
export interface Step {
  readonly market: number
  readonly isUp: boolean
}

const EPOCH = 1
const BEST = 4_500
/** Levels that stay, so that a push has a realistic size. */
const LEVELS = 25

/** The other process of a measurement: an exchange with two markets, and a maker that moves their best bids on request. */
async function serve(): Promise<void> {
  const exchange = await startExchange({
    crowd: { kind: 'none' },
    rateLimits: null,
    accounts: 3,
    seed: 1,
    markets: [
      { question: 'Will it rain?', endsInMinutes: null },
      { question: 'Will it snow?', endsInMinutes: null },
    ],
  })
  const maker = await openMaker(exchange)
  for (let market = 0; market < exchange.markets.length; market++)
    for (let level = 0; level < LEVELS; level++) {
      await maker.place({ market, price: 4_000 - level * 100, outcome: 'yes' })
      await maker.place({ market, price: 4_000 - level * 100, outcome: 'no' })
    }
  // In sequence: a bid can be removed only once it is known to rest.
  let last: Promise<void> = Promise.resolve()
  process.on('message', (step: Step) => {
    last = last.then(() => maker.step(step))
  })
  process.once('disconnect', () => void exchange.close().finally(() => process.exit()))
  const { close: _close, ...described } = exchange
  process.send?.(described)
}

type Wanted = { readonly market: number; readonly price: number; readonly outcome: 'yes' | 'no' }

async function openMaker(exchange: Awaited<ReturnType<typeof startExchange>>) {
  const venue = createPredictVenue({ ...exchange, clock: createSystemClock(), timings: NO_TIMINGS })
  await venue.markets({ ids: exchange.markets.map(({ id }) => String(id)) })
  const signer = createSigner({ privateKey: exchange.accounts[2]?.privateKey ?? '', chainId: exchange.chainId })
  const gateway = venue.gateway({ signer, epoch: EPOCH }, new Map())
  const best = new Map<number, OrderId>()
  let counter = 0
  const place = async ({ market, price, outcome }: Wanted): Promise<OrderId> => {
    const id = OrderId.of(EPOCH, ++counter)
    const order = {
      kind: 'place',
      market: MarketIndex.of(market),
      outcome,
      side: 'buy',
      style: 'post-only',
      price: Price.of(price),
      size: Size.ofShares(10),
      expiresAt: Timestamp.ofSeconds(Math.floor(Date.now() / 1_000) + 3_600),
      // There is neither risk nor journal on this side of the wire.
    } as unknown as Approved<Place>
    const answer = await gateway.submit(gateway.sign({ kind: 'submit', id, order }) as unknown as Journaled<Signed>)
    if (answer.kind !== 'accepted') throw new Error(`expected an accepted order, found ${answer.kind}`)
    return id
  }
  const step = async ({ market, isUp }: Step): Promise<void> => {
    const known = best.get(market)
    if (isUp) best.set(market, await place({ market, price: BEST, outcome: 'yes' }))
    else if (known !== undefined) await gateway.cancel([known])
  }
  return { place, step }
}

await serve()
