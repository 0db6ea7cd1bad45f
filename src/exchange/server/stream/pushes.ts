import type { Timestamp } from '../../../model/time.js'
import type { CoreEvent } from '../../core/core-event.js'
import type { LogEntry } from '../log/log-entry.js'
import type { Note } from '../log/note.js'
import type { CrowdTrade, Watcher } from '../log/watcher.js'
import type { Category } from '../read-models/catalog.js'
import type { Reads } from '../read-models/reads.js'
import { legsOf } from '../read-models/tape.js'
import { bookPush } from '../rows/book.js'
import { statusOfCategory } from '../rows/category.js'
import { isOpenStatus } from '../rows/market.js'
import { createFollowers, type Followers } from './followers.js'
import {
  assetPrice,
  categoryChangedPush,
  chancePush,
  marketChangedPush,
  statusPush,
  tradeRow,
  tradesOf,
  tradingPush,
} from './market-push.js'
import { createRewind } from './rewind.js'
import type { Push, StreamFaults } from './stream-faults.js'
import type { Topic } from './topic.js'
import { walletEvents } from './wallet-event.js'

/** Turns events into messages of topics, and sends them once the sequencer's turn is on disk. */
export interface Pushes extends Watcher {
  readonly followers: Followers
  /** The current state of a topic, for a client that has just subscribed; `null`: the topic has no state. */
  snapshot(topic: Topic): object | null
  /** Once a second: prices of feeds, and the end of topics whose token has expired. */
  pulse(): void
}

/** Options of pushes. What they read is looked up at each use, because the exchange is opened after the pushes that watch it. */
interface PushesOptions {
  readonly reads: () => Reads
  readonly faults: () => StreamFaults
}

/** Creates pushes without followers. */
export const createPushes = (options: PushesOptions): Pushes => new OpenPushes(options)

/**
 * A message that waits for the disk. Messages to wallets are worded only when they leave, because they depend on what else happened in the turn.
 */
type Held = { readonly key: string; readonly data: object } | { readonly event: CoreEvent }

class OpenPushes implements Pushes {
  readonly followers = createFollowers()
  readonly memory = {
    name: 'pushes',
    save: (): ReadonlyMap<string, Timestamp> => this.#changedAt,
    load: (saved: unknown): void => {
      for (const [key, at] of saved as ReadonlyMap<string, Timestamp>) this.#changedAt.set(key, at)
    },
  }
  readonly #reads: () => Reads
  readonly #faults: () => StreamFaults
  readonly #changedBooks = new Set<number>()
  /** When a market's status last changed; missing: never. */
  readonly #changedAt = new Map<string, Timestamp>()
  readonly #chances = new Map<number, number>()
  /** Markets that got their result in this turn, and when: their chance is now what they pay, and their category may be resolved. */
  readonly #decided = new Map<number, Timestamp>()
  #held: Held[] = []

  constructor({ reads, faults }: PushesOptions) {
    this.#reads = reads
    this.#faults = faults
  }

  /** Changes of a market, except its statuses, which have topics of their own. */
  enter({ command, words }: LogEntry): void {
    if (command.kind === 'tick' || command.kind === 'end' || command.kind === 'rewards')
      this.#holdMarketChange(command.market, command.at)
    if (words !== undefined) this.#holdCategoryChange(words.category, command.at)
  }

  /** Each note about a market or a category is pushed as a change of it. */
  hear(note: Note): void {
    if (note.kind === 'category') this.#holdCategoryChange(note.category, note.at)
    else if (note.kind === 'market-words') this.#holdMarketChange(note.words.id, note.at)
    else if (note.kind === 'bulletin') this.#holdMarketChange(note.market, note.at)
  }

  see(event: CoreEvent): void {
    if (event.kind === 'book') this.#changedBooks.add(event.market)
    else if (event.kind === 'trading' || event.kind === 'status') this.#seeState(event)
    else if (!this.followers.isIdle) {
      if (event.kind === 'matched' && this.followers.isFollowed(`trades:${event.match.market}`))
        for (const trade of tradesOf(event.match)) this.trade(trade)
      if (this.#isFollowed(event)) this.#held.push({ event })
    }
  }

  /** Held back with the other messages, so that a trade is sent before the book that it changed. */
  trade(trade: CrowdTrade): void {
    this.#hold(`trades:${trade.market}`, () => tradeRow(trade))
  }

  release(): void {
    const reads = this.#reads()
    const now = reads.now()
    if (this.#held.length > 0) {
      for (const push of this.#worded()) this.#send(push, now)
      this.#held = []
    }
    for (const market of this.#changedBooks) {
      // Deleted one by one, because a cleared set allocates again in each turn.
      this.#changedBooks.delete(market)
      const key = `book:${market}`
      if (this.followers.isFollowed(key)) this.#send({ key, data: bookPush(reads, market) }, now)
      this.#sendChance(market, now)
    }
    if (this.#decided.size > 0) this.#sendDecided(now)
  }

  pulse(): void {
    const { prices, now: clock } = this.#reads()
    const now = clock()
    this.followers.expire(now)
    for (const feed of prices.all) {
      const key = `price:${feed.id}`
      if (this.followers.isFollowed(key)) this.#send({ key, data: assetPrice(feed, now) }, now)
    }
  }

  snapshot(topic: Topic): object | null {
    const data = this.#stateOf(topic)
    const faults = this.#faults()
    return data === null || faults.isIdle || !('market' in topic)
      ? data
      : faults.wording({ key: `${topic.kind}:${topic.market}`, data })
  }

  #stateOf(topic: Topic): object | null {
    const reads = this.#reads()
    switch (topic.kind) {
      case 'book':
        return bookPush(reads, topic.market)
      case 'trading':
      case 'status':
        return this.#state(topic.kind, topic.market)
      case 'chance':
        return reads.markets.catalog.market(topic.market) === null ? null : chancePush(reads, topic.market)
      case 'price': {
        const feed = reads.prices.feed(topic.feed)
        return feed === null ? null : assetPrice(feed, reads.now())
      }
      case 'trades':
      case 'changed':
      case 'category':
      case 'wallet':
      case 'heartbeat':
        return null
      default:
        return topic satisfies never
    }
  }

  /** Every push leaves here. */
  #send(push: Push, now: Timestamp): void {
    const faults = this.#faults()
    if (faults.isIdle) this.followers.send(push.key, push.data, now)
    else faults.leave(push, data => this.followers.send(push.key, data, this.#reads().now()))
  }

  #hold(key: string, data: () => object): void {
    if (this.followers.isFollowed(key)) this.#held.push({ key, data: data() })
  }

  #holdMarketChange(market: number, at: Timestamp): void {
    this.#hold(`changed:${market}`, () => marketChangedPush(market, at))
  }

  #holdCategoryChange(category: { id: number; slug: string }, at: Timestamp): void {
    this.#hold(`category:${category.id}`, () => categoryChangedPush(category, at))
  }

  /** The held messages in order, with their final text. */
  #worded(): readonly Push[] {
    const rewind = createRewind()
    const isFollowed = (account: string): boolean => this.followers.isFollowed(`wallet:${account}`)
    return this.#held
      .toReversed()
      .flatMap(held => {
        if ('key' in held) return [held]
        const told = walletEvents(this.#reads(), held.event, { isFollowed, settledOf: order => rewind.settledOf(order) })
        rewind.undo(held.event)
        return told.map(({ account, data }) => ({ key: `wallet:${account}`, data })).toReversed()
      })
      .toReversed()
  }

  /** Whether a client follows one of the wallets in an event. */
  #isFollowed(event: CoreEvent): boolean {
    if ('order' in event) return this.followers.isFollowed(`wallet:${event.order.spec.account}`)
    return 'match' in event && legsOf(event.match).some(leg => this.followers.isFollowed(`wallet:${leg.order.spec.account}`))
  }

  #seeState(event: Extract<CoreEvent, { kind: 'trading' | 'status' }>): void {
    const { market, at } = event
    const tsMs = Math.floor(at / 1_000)
    this.#changedAt.set(`${event.kind}:${market}`, at)
    if (event.kind === 'trading') {
      this.#hold(`trading:${market}`, () => tradingPush(market, { tradingStatus: event.status, tsMs }))
      return
    }
    const result = isOpenStatus(event.status) ? null : event.yes
    this.#hold(`status:${market}`, () => statusPush(this.#reads(), market, { status: event.status, result, tsMs }))
    if (isOpenStatus(event.status)) return
    this.#decided.set(market, at)
  }

  /** A category is resolved with its last market. One result may decide all markets of a group, which is one change of their category. */
  #sendDecided(now: Timestamp): void {
    const reads = this.#reads()
    const { catalog } = reads.markets
    const resolved = new Map<Category, Timestamp>()
    for (const [market, at] of this.#decided) {
      this.#sendChance(market, now)
      const category = this.followers.follows('category:') ? catalog.market(market)?.category : undefined
      const whole = category === undefined ? null : catalog.category(category.slug)
      if (whole !== null && statusOfCategory(reads, whole) === 'RESOLVED') resolved.set(whole, at)
    }
    this.#decided.clear()
    for (const [category, at] of resolved)
      this.#send({ key: `category:${category.id}`, data: categoryChangedPush(category, at) }, now)
  }

  #state(kind: 'trading' | 'status', market: number): object | null {
    const reads = this.#reads()
    const found = reads.core.market(market)
    if (found === null) return null
    const tsMs = this.#changedMs(`${kind}:${market}`, market)
    if (kind === 'trading') return tradingPush(market, { tradingStatus: found.trading, tsMs })
    return statusPush(reads, market, { status: found.status, result: found.result, tsMs })
  }

  /** If a status never changed, the time is that of its market. */
  #changedMs(key: string, market: number): number {
    const known = this.#changedAt.get(key)
    if (known !== undefined) return Math.floor(known / 1_000)
    return Date.parse(this.#reads().markets.catalog.market(market)?.createdAt ?? '1970-01-01T00:00:00.000Z')
  }

  /** Sends the chance of a market if it has changed. */
  #sendChance(market: number, now: Timestamp): void {
    const key = `chance:${market}`
    if (!this.followers.isFollowed(key)) {
      this.#chances.delete(market)
      return
    }
    const push = chancePush(this.#reads(), market)
    if (this.#chances.get(market) === push.chance) return
    this.#chances.set(market, push.chance)
    this.#send({ key, data: push }, now)
  }
}
