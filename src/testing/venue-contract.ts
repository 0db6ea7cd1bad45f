import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { MarketEvent } from '../model/event.js'
import type { Fill } from '../model/fill.js'
import { grid } from '../model/grid.js'
import type { MarketIndex } from '../model/ids.js'
import type { Place } from '../model/intent.js'
import type { Market } from '../model/market.js'
import { Price, Size, Wei } from '../model/money.js'
import type { Report } from '../model/report.js'
import type { Clock } from '../model/time.js'
import type { MarketQuery, Venue } from '../venues/venue.js'
import { VenueError } from '../venues/venue-error.js'
import { type ContractWallet, createParty, type Party } from './party.js'

/** A venue to test: at least one open market without other traders, and two wallets with money. */
export interface VenueOnTrial {
  readonly venue: Venue
  /** The markets to use; the first one is traded. */
  readonly query: MarketQuery & { readonly ids: readonly string[] }
  readonly wallets: readonly [ContractWallet, ContractWallet]
  readonly clock: Clock
  /** Closes the venue and the exchange behind it. */
  close(): Promise<void>
}

/** One requirement: a sentence, and a test that rejects if the venue violates it. */
export interface ContractCase {
  readonly name: string
  /** Rejects if the venue breaks the requirement, with what was expected. */
  readonly run: () => Promise<void>
}

/**
 * Requirements of every venue, for any test runner: `for (const { name, run } of venueContract(open)) test(name, run)`. `open` is called for each
 * case, so that no case depends on another.
 */
export const venueContract = (open: () => Promise<VenueOnTrial>): readonly ContractCase[] =>
  Object.entries(CASES).map(([name, trial]) => ({
    name,
    run: async () => {
      const given = await open()
      const stage = createStage(given, await given.venue.markets(given.query))
      try {
        await trial(stage)
      } finally {
        stage.leave()
        await given.close()
      }
    },
  }))

interface Stage extends VenueOnTrial {
  readonly markets: readonly Market[]
  readonly market: Market
  seat(wallet: 0 | 1, firstOrder?: number): Party
  leave(): void
}

function createStage(given: VenueOnTrial, markets: readonly Market[]): Stage {
  const [market] = markets
  if (market === undefined) throw new RangeError('expected the query to find at least one market')
  const parties: Party[] = []
  return {
    ...given,
    markets,
    market,
    seat: (index, firstOrder = 0) => {
      const party = createParty({ ...given, markets, wallet: given.wallets[index], firstOrder })
      parties.push(party)
      return party
    },
    leave: () => {
      for (const party of parties) party.leave()
    },
  }
}

const CASES: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'returns the requested markets in that order, with indexes from 0': async ({ markets, query }) => {
    assert.deepEqual(
      markets.map(({ id }) => String(id)),
      [...query.ids],
    )
    assert.deepEqual(
      markets.map(({ index }) => Number(index)),
      [...query.ids.keys()],
    )
  },

  'lists each open market once, including the requested ones': async ({ venue, query }) => {
    const open = (await venue.markets({ open: true })).map(({ id }) => String(id))
    assert.equal(new Set(open).size, open.length)
    for (const id of query.ids) assert.ok(open.includes(id), `expected ${id} among the open markets ${open.join(', ')}`)
  },

  'rejects a market it does not have with a VenueError': async ({ venue }) => {
    await assert.rejects(venue.markets({ ids: ['999999999'] }), VenueError)
  },

  'clears each book before its first level, and shows what comes to rest': async stage => {
    const events = listen(stage)
    try {
      await until('the first book of each market', () => stage.markets.every(({ index }) => events.of(index).length > 0))
      for (const { index } of stage.markets) assert.equal(events.of(index)[0]?.kind, 'clear')
      const party = await ready(stage, 0)
      const order = resting(stage)
      expectAccepted(await party.gateway.submit(party.sign(order)))
      const rests = (event: MarketEvent): boolean =>
        event.kind === 'level' && event.side === 'bid' && event.price === order.price && event.size === order.size
      await until('a level of the order that rests', () => events.of(stage.market.index).some(rests))
      for (const event of events.all()) assert.ok(event.at <= event.receivedAt, `${event.kind} is told before it happened`)
    } finally {
      events.stop()
    }
  },

  'says that its link is live, then all it knows of the wallet': async stage => {
    const party = await ready(stage, 0)
    const kinds = party.reports.map(({ kind }) => kind).filter(kind => kind === 'link' || kind === 'snapshot')
    assert.deepEqual(kinds.slice(0, 2), ['link', 'snapshot'])
    const { snapshot } = await party.hears('a snapshot', isSnapshot)
    assert.ok(snapshot.cash > 0n, 'expected a wallet with money')
    assert.ok(snapshot.shares.has(stage.market.index), 'expected the shares of each market, none held as zero')
  },

  'signs the same command to the same bytes': async stage => {
    const [one, other] = [stage.seat(0), stage.seat(0)]
    const at = stage.clock.now()
    const [a, b] = [one.sign(resting(stage), at), other.sign(resting(stage), at)]
    assert.equal(a.hash, b.hash)
    assert.deepEqual(a.body, b.body)
  },

  'takes an order, shows it as ours, removes it, and shows it no more': async stage => {
    const party = await ready(stage, 0)
    const order = resting(stage)
    const signed = party.sign(order)
    expectAccepted(await party.gateway.submit(signed))
    const [shown, ...others] = (await party.gateway.snapshot()).orders
    assert.equal(others.length, 0)
    assert.ok(shown !== undefined, 'expected the order in the snapshot')
    const { id, hash, market, outcome, side, price, size, filled } = shown
    assert.deepEqual([id, hash, filled], [signed.id, signed.hash, 0n])
    assert.deepEqual({ market, outcome, side, price, size, style: order.style }, order)
    const [removal] = await party.gateway.cancel([signed.id])
    assert.ok(removal?.kind === 'removal' && removal.answer === 'removed', `expected a removal, found ${removal?.kind}`)
    assert.deepEqual((await party.gateway.snapshot()).orders, [])
  },

  'accepts the bytes of an order again as proof of it, without a second order': async stage => {
    const party = await ready(stage, 0)
    const signed = party.sign(resting(stage))
    expectAccepted(await party.gateway.submit(signed))
    expectAccepted(await party.gateway.submit(signed))
    assert.equal((await party.gateway.snapshot()).orders.length, 1)
    expectAccepted(await party.gateway.find(signed.id))
  },

  'gives an order of a lost memory its id back, and none to a stranger’s': async stage => {
    const party = await ready(stage, 0)
    const signed = party.sign(resting(stage))
    expectAccepted(await party.gateway.submit(signed))
    const again = (await stage.seat(0).gateway.snapshot()).orders
    assert.deepEqual(
      again.map(({ id }) => id),
      [signed.id],
    )
    const { wallet, epoch } = stage.wallets[0]
    const stranger = stage.venue.gateway({ ...wallet, epoch: epoch + 1 }, new Map())
    assert.deepEqual(
      (await stranger.snapshot()).orders.map(({ id, hash }) => [id, hash]),
      [[null, signed.hash]],
    )
    await stranger.cancel([signed.hash])
    assert.deepEqual((await stranger.snapshot()).orders, [])
  },

  'refuses an order that the wallet cannot pay with a reason, and holds nothing of it': async stage => {
    const party = await ready(stage, 0)
    const answer = await party.gateway.submit(party.sign({ ...resting(stage), size: Size.ORDER_MAX }))
    assert.ok(answer.kind === 'rejected' && answer.slug !== '', `expected a rejection with its reason, found ${answer.kind}`)
    assert.deepEqual((await party.gateway.snapshot()).orders, [])
  },

  'answers a cancel of an unknown order, and does not call it removed': async stage => {
    const party = await ready(stage, 0)
    const answers = await party.gateway.cancel([party.sign(resting(stage)).id])
    assert.equal(answers.length, 1)
    assert.ok(!answers.some(answer => answer.kind === 'removal' && answer.answer === 'removed'))
  },

  'reports the same fill to both sides of a trade, and moves exactly that': async stage => {
    const [maker, taker] = [await ready(stage, 0), await ready(stage, 1)]
    const [before, begun] = [await maker.gateway.snapshot(), await taker.gateway.snapshot()]
    const price = onGrid(6_000, stage.market)
    const size = Size.of(grid.leastSize(Price.complement(price), stage.market) * 4)
    const level = { market: stage.market.index, price, size: grid.floorSize(size, stage.market) }
    const bid = maker.sign({ ...level, outcome: 'yes', side: 'buy', style: 'post-only' })
    expectAccepted(await maker.gateway.submit(bid))
    const take = taker.sign({ ...level, price: Price.complement(price), outcome: 'no', side: 'buy', style: 'limit' })
    expectAccepted(await taker.gateway.submit(take))
    const [bought, sold] = [await maker.hears('a settled fill', isSettled), await taker.hears('a settled fill', isSettled)]
    assert.equal(bought.fill.shares, Wei.ofSize(level.size))
    assert.equal(sold.fill.shares, bought.fill.shares)
    assert.equal(bought.fill.value + sold.fill.value, bought.fill.shares)
    assert.deepEqual([bought.fill.order, sold.fill.order], [bid.id, take.id])
    await expectMoved(maker, before, bought.fill)
    await expectMoved(taker, begun, sold.fill)
  },
}

/** A low bid for YES: it rests, because there are no other traders. */
const resting = ({ market }: Stage): Omit<Place, 'kind' | 'expiresAt'> => {
  const price = onGrid(2_000, market)
  const size = grid.floorSize(Size.of(grid.leastSize(price, market) * 2), market)
  return { market: market.index, outcome: 'yes', side: 'buy', style: 'post-only', price, size }
}

const onGrid = (price: number, { tick }: Market): Price => Price.floor(price, tick)

/** A party whose link is live, so that all later events are reported. */
async function ready(stage: Stage, wallet: 0 | 1): Promise<Party> {
  const party = stage.seat(wallet, wallet * 1_000)
  await party.hears('a snapshot', isSnapshot)
  return party
}

const isSnapshot = (report: Report): report is Report & { readonly kind: 'snapshot' } => report.kind === 'snapshot'
const isSettled = (report: Report): report is Report & { readonly kind: 'settled' } => report.kind === 'settled'

function expectAccepted(answer: Report): void {
  const why = answer.kind === 'rejected' ? ` because of ${answer.slug}` : ''
  assert.equal(answer.kind, 'accepted', `expected an accepted order, found it ${answer.kind}${why}`)
}

/** A settled buy costs its value and brings its shares, minus the fee in its unit. */
async function expectMoved(party: Party, before: Awaited<ReturnType<Party['gateway']['snapshot']>>, fill: Fill): Promise<void> {
  const after = await party.gateway.snapshot()
  const feeOf = (kind: Fill['fee']['in']): bigint => (fill.fee.in === kind ? fill.fee.amount : 0n)
  const held = (snapshot: typeof after): bigint => snapshot.shares.get(fill.market)?.[fill.outcome] ?? 0n
  assert.equal(before.cash - after.cash, fill.value + feeOf('cash'))
  assert.equal(held(after) - held(before), fill.shares - feeOf('shares'))
}

interface Heard {
  all(): readonly MarketEvent[]
  of(market: MarketIndex): readonly MarketEvent[]
  stop(): void
}

function listen({ venue, markets }: Stage): Heard {
  const decoder = venue.decoder(markets)
  const events: MarketEvent[] = []
  const subscription = venue.feed(markets).subscribe(frame => events.push(...decoder.decode(frame)))
  const isOf = (event: MarketEvent, market: MarketIndex): boolean =>
    (event.kind === 'level' || event.kind === 'clear') && event.market === market
  return {
    all: () => events,
    of: market => events.filter(event => isOf(event, market)),
    stop: () => subscription.unsubscribe(),
  }
}

const WAIT_MS = 10_000
const LOOK_EVERY_MS = 10

async function until(what: string, isThere: () => boolean): Promise<void> {
  for (let waited = 0; waited < WAIT_MS; waited += LOOK_EVERY_MS) {
    if (isThere()) return
    await pause(LOOK_EVERY_MS)
  }
  throw new Error(`expected ${what} within ${WAIT_MS / 1_000} s`)
}
