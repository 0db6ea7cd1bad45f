import type { Timestamp } from '../../model/time.js'
import type { CoreEvent } from '../core/core-event.js'
import { bookPush } from './book-row.js'
import type { Connection } from './connection.js'
import type { CrowdTrade, Watcher } from './floor.js'
import type { House } from './house.js'
import type { LogEntry } from './log-entry.js'
import { tradeRow, tradesOf } from './trade-row.js'
import { walletEvents } from './wallet-event.js'

/** What a topic follows. Of one wallet there may be several topics, one for each token. */
export interface Channel {
  /** `book:7`, `trading:7`, `status:7`, `trades:7`, `changed:7` or `wallet:0x…`. */
  readonly key: string
  /** Nothing is sent later than this. */
  readonly expiresAt: Timestamp | null
}

/** Who follows what, and the frames that go to them when the floor's turn is on disk. */
export interface Pushes extends Watcher {
  follow(connection: Connection, topic: string, channel: Channel): void
  unfollow(connection: Connection, topic: string): void
  /** The connection is gone. */
  forget(connection: Connection): void
  /** The latest state of a market's topic, for somebody who has just subscribed. */
  snapshot(kind: 'book' | 'trading' | 'status', market: number): object
}

interface Following {
  readonly channel: Channel
  readonly connections: Set<Connection>
}

/** `house` is asked for late, because the floor that it holds is opened with these pushes watching. */
export const createPushes = (house: () => House): Pushes => new OpenPushes(house)

/** One message of the stream as bytes, made once for all who get it. */
export const messageFrame = (topic: string, data: object | number): Buffer =>
  Buffer.from(JSON.stringify({ type: 'M', topic, data }))

class OpenPushes implements Pushes {
  readonly #house: () => House
  readonly #topics = new Map<string, Following>()
  readonly #byChannel = new Map<string, Set<string>>()
  readonly #changedBooks = new Set<number>()
  readonly #changedAt = new Map<string, Timestamp>()
  #held: { readonly key: string; readonly data: object }[] = []

  constructor(house: () => House) {
    this.#house = house
  }

  follow(connection: Connection, topic: string, channel: Channel): void {
    const following = this.#topics.get(topic) ?? { channel, connections: new Set() }
    following.connections.add(connection)
    connection.topics.add(topic)
    this.#topics.set(topic, following)
    const names = this.#byChannel.get(channel.key) ?? new Set()
    this.#byChannel.set(channel.key, names.add(topic))
  }

  unfollow(connection: Connection, topic: string): void {
    connection.topics.delete(topic)
    const following = this.#topics.get(topic)
    if (following === undefined) return
    following.connections.delete(connection)
    if (following.connections.size > 0) return
    this.#topics.delete(topic)
    const names = this.#byChannel.get(following.channel.key)
    names?.delete(topic)
    if (names?.size === 0) this.#byChannel.delete(following.channel.key)
  }

  forget(connection: Connection): void {
    for (const topic of connection.topics) this.unfollow(connection, topic)
  }

  /** Only a tick changes of what a market is; its states have topics of their own. */
  enter({ command }: LogEntry): void {
    if (command.kind !== 'tick' || !this.#isFollowed(`changed:${command.market}`)) return
    const data = { kind: 'marketChanged', patchKind: 'UPDATED', tsMs: Math.floor(command.at / 1_000), marketId: command.market }
    this.#held.push({ key: `changed:${command.market}`, data })
  }

  see(event: CoreEvent): void {
    if (event.kind === 'book') this.#changedBooks.add(event.market)
    else if (event.kind === 'trading' || event.kind === 'status') this.#seeStatus(event)
    else if (this.#byChannel.size > 0) {
      if (event.kind === 'matched' && this.#isFollowed(`trades:${event.match.market}`))
        for (const trade of tradesOf(event.match)) this.trade(trade)
      for (const { account, data } of walletEvents(this.#house(), event, account => this.#isFollowed(`wallet:${account}`)))
        this.#held.push({ key: `wallet:${account}`, data })
    }
  }

  /** Held with the rest, so that a trade goes out before the book that shows what it took. */
  trade(trade: CrowdTrade): void {
    const key = `trades:${trade.market}`
    if (this.#isFollowed(key)) this.#held.push({ key, data: tradeRow(trade) })
  }

  release(): void {
    const held = this.#held
    this.#held = []
    for (const { key, data } of held) this.#send(key, data)
    for (const market of this.#changedBooks)
      if (this.#isFollowed(`book:${market}`)) this.#send(`book:${market}`, this.snapshot('book', market))
    this.#changedBooks.clear()
  }

  snapshot(kind: 'book' | 'trading' | 'status', market: number): object {
    switch (kind) {
      case 'book':
        return bookPush(this.#house(), market)
      case 'trading':
        return this.#tradingPush(market)
      case 'status':
        return this.#statusPush(market)
      default:
        return kind satisfies never
    }
  }

  #isFollowed(key: string): boolean {
    return this.#byChannel.has(key)
  }

  #seeStatus(event: Extract<CoreEvent, { kind: 'trading' | 'status' }>): void {
    const key = `${event.kind}:${event.market}`
    this.#changedAt.set(key, event.at)
    if (this.#isFollowed(key)) this.#held.push({ key, data: this.snapshot(event.kind, event.market) })
  }

  #tradingPush(market: number): object {
    const tradingStatus = this.#house().floor.core.market(market)?.trading
    return { kind: 'tradingStatusUpdate', tsMs: this.#changedMs(`trading:${market}`, market), marketId: market, tradingStatus }
  }

  #statusPush(market: number): object {
    const found = this.#house().floor.core.market(market)
    const push = {
      kind: 'marketStatusUpdate',
      tsMs: this.#changedMs(`status:${market}`, market),
      marketId: market,
      status: found?.status,
    }
    const words = this.#house().catalog.market(market)
    if (words === null || found === null || found.result === null) return push
    const prices = [found.result, 1 - found.result]
    const marketOutcomes = words.tokens.map((onChainId, index) => ({
      label: words.outcomeNames[index],
      price: prices[index],
      indexSet: index + 1,
      onChainId,
    }))
    return { ...push, marketOutcomes }
  }

  /** A status that never changed is as old as its market. */
  #changedMs(key: string, market: number): number {
    const known = this.#changedAt.get(key)
    if (known !== undefined) return Math.floor(known / 1_000)
    return Date.parse(this.#house().catalog.market(market)?.createdAt ?? '1970-01-01T00:00:00.000Z')
  }

  #send(key: string, data: object): void {
    for (const topic of this.#byChannel.get(key) ?? []) {
      const following = this.#topics.get(topic)
      const until = following?.channel.expiresAt ?? null
      if (following === undefined || (until !== null && until <= this.#house().floor.now())) continue
      const frame = messageFrame(topic, data)
      for (const connection of following.connections) connection.send(frame)
    }
  }
}
