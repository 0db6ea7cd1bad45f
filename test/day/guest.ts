/* oxlint-disable typescript/no-explicit-any -- A test reads foreign JSON freely. */

import { type Client, createClient, type RawOrder } from '../exchange/server/client.js'
import { connectionOf } from '../exchange/server/every-call.js'
import { API_KEY, BASE_URL, CHAIN_ID, type DayWorld } from './day-world.js'
import type { Heard, Revision, Visitor } from './visitor.js'

const ONE = 10n ** 18n
/** Wei in 1/10,000 of a dollar. */
const UNIT = 10n ** 14n
const PREVENTIONS = ['CANCEL_MAKER', 'CANCEL_TAKER', 'CANCEL_BOTH'] as const
const POLICIES = ['REJECT_MARKET_ORDER', 'SKIP_RESERVED_BALANCE_CHECKS'] as const
const STATUSES = ['OPEN', 'FILLED', 'CANCELLED', 'EXPIRED', 'INVALIDATED'] as const

interface Scene {
  readonly market: number
  /** Best prices of Yes in 1/10,000, and the step between two. */
  readonly bid: number
  readonly ask: number
  readonly tick: number
  readonly revision: Revision
  readonly turn: number
}

interface GuestParts {
  readonly world: DayWorld
  readonly visitor: Visitor
  /** Of its first order. */
  readonly salt: number
  /** Of the orders with which it earns points: with fewer than a hundred it earns none. */
  readonly earningShares: bigint
}

/** A trader beside bot and crowd who uses everything that an order may say, one way after another. */
export class Guest {
  readonly visitor: Visitor
  /** Answers to its orders, by status. */
  readonly answers = new Map<number, number>()
  readonly #world: DayWorld
  readonly #client: Client
  readonly #connection
  readonly #ways: readonly ((scene: Scene) => Promise<unknown>)[]
  #turn = 0
  readonly #earningShares: bigint
  #salt: number

  constructor({ world, visitor, salt, earningShares }: GuestParts) {
    this.#world = world
    this.visitor = visitor
    this.#salt = salt
    this.#earningShares = earningShares
    const { address } = visitor.signer
    const reached = { accounts: [], apiKey: API_KEY, baseUrl: BASE_URL, rpcUrl: `${BASE_URL}/rpc`, chainId: CHAIN_ID } as const
    const wallet = { address, privateKey: visitor.key }
    this.#client = createClient({ ...reached, fetch: patient(world) }, wallet)
    this.#connection = connectionOf(reached, { account: wallet }, () => world.time.now)
    this.#ways = [
      scene => this.#restAndExpire(scene),
      scene => this.#restAndRemove(scene),
      scene => this.#takeWithLimit(scene),
      scene => this.#buy(scene, 'yes'),
      scene => this.#buy(scene, 'no'),
      scene => this.#sell(scene, 'yes'),
      scene => this.#sell(scene, 'no'),
      scene => this.#findNothing(scene),
      scene => this.#meetItself(scene),
      scene => this.#useConnection(scene),
      scene => this.#earnPoints(scene),
    ]
  }

  /** One way of trading, the next one, in the next market that trades. */
  async act(): Promise<void> {
    const turn = this.#turn++
    const scene = this.#scene(turn)
    const way = this.#ways[turn % this.#ways.length]
    if (scene !== null && way !== undefined) await way(scene)
  }

  /** Sets the code that another account hands out. */
  async beReferredBy(other: Visitor): Promise<void> {
    const { code } = (await other.call('getAccount', 'current')).body.data.referral
    const { status, body } = await this.visitor.call('setReferral', 'current', { data: { code } })
    if (status !== 200) throw new Error(`the referral was refused: ${JSON.stringify(body)}`)
  }

  /** Markets with two sides, the newest first. */
  #trading(): readonly number[] {
    const { core, markets } = this.#world.open.reads
    const { catalog } = markets
    return catalog
      .markets()
      .filter(
        ({ id }) =>
          core.market(id)?.trading === 'OPEN' && core.levels(id, 'bid', 1).length > 0 && core.levels(id, 'ask', 1).length > 0,
      )
      .map(({ id }) => id)
  }

  #scene(turn: number): Scene | null {
    const trading = this.#trading()
    const market = trading[(turn * 7) % Math.max(1, trading.length)]
    if (market === undefined) return null
    const round = Math.floor(turn / this.#ways.length)
    return this.#sceneOf(market, { revision: round % 2 === 0 ? 'current' : 'older', turn: round })
  }

  #sceneOf(market: number, { revision, turn }: Pick<Scene, 'revision' | 'turn'>): Scene {
    const { core } = this.#world.open.writes.sequencer
    const [bid, ask] = [core.levels(market, 'bid', 1)[0]?.price ?? 0, core.levels(market, 'ask', 1)[0]?.price ?? 0]
    return { market, bid, ask, tick: core.market(market)?.tick ?? 100, revision, turn }
  }

  async #restAndExpire(scene: Scene): Promise<void> {
    const expiration = Math.floor(this.#world.time.now / 1e6) + 60
    await this.#limit(scene, Math.max(scene.tick, scene.bid - 3 * scene.tick), { expiration })
  }

  async #restAndRemove(scene: Scene): Promise<void> {
    const price = Math.max(scene.tick, scene.bid - 2 * scene.tick)
    const { orderId, orderHash } = await this.#limit({ ...scene, revision: 'current' }, price, { isPostOnly: true })
    if (orderId === undefined) return
    await this.#world.sleep(1_000)
    if (scene.turn % 2 === 0) await this.visitor.call('removeOrders', scene.revision, { data: { ids: [orderId] } })
    else await this.visitor.call('removeOrdersByHash', scene.revision, { data: { hashes: [orderHash] } })
  }

  /** A sale that settles is the last one for a moment only, so it is read at once: before it is settled, and behind that. */
  async #takeWithLimit(scene: Scene): Promise<void> {
    const newest = this.#sceneOf(this.#trading()[0] ?? scene.market, scene)
    const { orderHash } = await this.#limit(newest, newest.ask + newest.tick)
    if (orderHash === undefined) return
    for (const waitMs of [400, 1_600]) {
      await this.#world.sleep(waitMs)
      for (const revision of ['current', 'older'] as const) {
        await this.visitor.call('getMatches', revision, { orderHashes: [orderHash] })
        await this.visitor.call('getLastSale', revision, { id: newest.market })
        await this.visitor.call('getOrderbook', revision, { id: newest.market })
      }
    }
  }

  /** Rests on both sides where makers are paid, with enough shares, and looks at what they earn. */
  async #earnPoints(scene: Scene): Promise<void> {
    const { core } = this.#world.open.writes.sequencer
    const { now } = this.#world.time
    const pays = (id: number): boolean =>
      core.market(id)?.spec.rewards?.schedule.some(({ from, to }) => from <= now && now < to) === true
    const market = this.#trading().find(pays)
    if (market === undefined) return
    const place = this.#sceneOf(market, scene)
    const more = { expiration: Math.floor(now / 1e6) + 600 }
    const placed = [
      await this.#place(place, {
        ...amountsOf(market, { outcome: 'yes', price: place.bid, shares: this.#earningShares }),
        ...more,
      }),
      await this.#place(place, {
        ...amountsOf(market, { outcome: 'no', price: 10_000 - place.ask, shares: this.#earningShares }),
        ...more,
      }),
    ]
    for (const waitMs of [1_000, 120_000]) {
      await this.#world.sleep(waitMs)
      for (const { orderHash } of placed)
        if (orderHash !== undefined)
          for (const revision of ['current', 'older'] as const)
            await this.visitor.call('getOrder', revision, { hash: orderHash })
    }
  }

  #buy(scene: Scene, outcome: 'yes' | 'no'): Promise<Placed> {
    const own = outcome === 'yes' ? scene.ask : 10_000 - scene.bid
    const reservedBalancePolicy = POLICIES[scene.turn % 2]!
    return this.#market(scene, {
      outcome,
      price: Math.min(own + 2 * scene.tick, 9_990),
      reservedBalancePolicy,
      slippageBps: '100',
    })
  }

  /** Of what it holds, wherever that is. */
  async #sell(scene: Scene, outcome: 'yes' | 'no'): Promise<void> {
    const { core } = this.#world.open.writes.sequencer
    const holdings = core.account(this.visitor.signer.address.toLowerCase())?.holdings
    for (const [market, held] of holdings ?? []) {
      const free = outcome === 'yes' ? held.yes - held.reservedYes : held.no - held.reservedNo
      const shares = free / ONE
      const [bid, ask] = [core.levels(market, 'bid', 1)[0]?.price, core.levels(market, 'ask', 1)[0]?.price]
      if (shares < 5n || core.market(market)?.trading !== 'OPEN' || bid === undefined || ask === undefined) continue
      const tick = core.market(market)?.tick ?? 100
      const own = outcome === 'yes' ? bid : 10_000 - ask
      return void (await this.#market(
        { ...scene, market },
        { outcome, side: 'sell', price: Math.max(own - 2 * tick, tick), shares },
      ))
    }
  }

  async #findNothing(scene: Scene): Promise<void> {
    await this.#market(scene, { outcome: 'yes', price: scene.tick, isFillOrKill: true })
  }

  async #meetItself(scene: Scene): Promise<void> {
    const price = Math.max(scene.tick, Math.min(scene.ask - scene.tick, scene.bid + scene.tick))
    await this.#limit(scene, price)
    const selfTradePrevention = PREVENTIONS[scene.turn % 3]!
    await this.#market(scene, { outcome: 'no', price: 10_000 - price, selfTradePrevention })
  }

  async #useConnection(scene: Scene): Promise<void> {
    const { visitor } = this
    const { revision, turn } = scene
    const { connected, connecting } = this.#connection
    await visitor.call('finalizeConnection', revision, connecting())
    const limit = {
      ...limitOf(scene, Math.max(scene.tick, scene.bid - 2 * scene.tick)),
      selfTradePrevention: PREVENTIONS[turn % 3]!,
    }
    const worst = Math.min(scene.ask + scene.tick, 9_990)
    const market = { ...marketOf(scene, { outcome: 'yes', price: worst }), reservedBalancePolicy: POLICIES[(turn >> 1) % 2]! }
    for (const order of [limit, market]) {
      const { data } = await this.#client.create({ ...order, salt: this.#salt++ })
      this.#note(await visitor.call('createConnectionOrder', revision, connected('orders/create', data)))
    }
    for (const status of STATUSES) await visitor.call('getConnectionOrders', revision, connected('orders', { status }))
    const open = (await visitor.call('getConnectionOrders', revision, connected('orders', { status: 'OPEN' }))).body.data ?? []
    const ids = open.slice(0, 5).map((order: any) => order.id)
    await visitor.call('cancelConnectionOrders', revision, connected('orders/cancel', { ids, hashes: [] }))
    await visitor.call('getConnectionPositions', revision, connected('positions'))
  }

  #limit(scene: Scene, price: number, more: Partial<RawOrder> = {}): Promise<Placed> {
    return this.#place(scene, { ...limitOf(scene, price), ...more })
  }

  #market(scene: Scene, want: Want & Partial<RawOrder>): Promise<Placed> {
    const { price: _, shares: __, ...more } = want
    return this.#place(scene, { ...marketOf(scene, want), ...more })
  }

  async #place({ revision }: Scene, order: RawOrder): Promise<Placed> {
    const body = await this.#client.create({ ...order, salt: this.#salt++ })
    const heard = await this.visitor.call('createOrder', revision, body)
    this.#note(heard)
    return heard.body.data ?? {}
  }

  #note({ status }: Heard): void {
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1)
  }
}

/** The bot and all guests share the venue's call limit; on a fast computer the bot may leave none for a moment. */
const patient =
  (world: DayWorld): DayWorld['fetch'] =>
  async (url, init) => {
    for (;;) {
      const answer = await world.fetch(url, init)
      if (answer.status !== 429) return answer
      await world.sleep(1_000)
    }
  }

interface Placed {
  readonly orderId?: string
  readonly orderHash?: string
}

interface Want {
  readonly outcome: 'yes' | 'no'
  readonly side?: 'buy' | 'sell'
  /** The worst, in 1/10,000 of the outcome's own price. */
  readonly price: number
  /** Default: what is worth a little more than a dollar, at least ten. */
  readonly shares?: bigint
}

const limitOf = ({ market }: Scene, price: number): RawOrder => amountsOf(market, { outcome: 'yes', price })

const marketOf = ({ market }: Scene, want: Want): RawOrder => ({ ...amountsOf(market, want), strategy: 'MARKET' })

const amountsOf = (market: number, { outcome, side = 'buy', price, shares = leastOf(price) }: Want): RawOrder => {
  const [count, value] = [shares * ONE, shares * BigInt(price) * UNIT]
  const [makerAmount, takerAmount] = side === 'buy' ? [value, count] : [count, value]
  return { market, outcome, side, makerAmount, takerAmount, pricePerShare: BigInt(price) * UNIT }
}

const leastOf = (price: number): bigint => BigInt(Math.max(10, Math.ceil(15_000 / price)))
