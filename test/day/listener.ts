/* oxlint-disable typescript/no-explicit-any -- A test reads foreign JSON freely. */
import { TOPICS, type TopicName } from '../../src/protocol/api/schemas-stream.js'
import type { NearEnd } from '../simulation/stream-door.js'
import type { DayWorld } from './day-world.js'
import type { Tally } from './tally.js'
import type { Visitor } from './visitor.js'

const OF_MARKETS = ['predictTradingStatus', 'predictMarketStatus', 'predictMarketChanged', 'predictTrades'] as const
/** Topics after whose messages a market is read again. */
const NEWS: ReadonlySet<string> = new Set(['predictTradingStatus', 'predictMarketStatus', 'predictMarketChanged'])
/** Markets whose books are followed: each change sends a whole book. */
const BOOKS = 2
const FEEDS = ['BTC', 'BNB', 'ETH']

/** Follows everything that the stream tells, and has markets read again of which it tells something. */
export class Listener {
  readonly #world: DayWorld
  readonly #tally: Tally
  readonly #onNews: (market: number) => void
  readonly #topics = new Set<string>()
  readonly #near: NearEnd
  #requests = 0

  constructor({ world, tally, onNews }: { world: DayWorld; tally: Tally; onNews: (market: number) => void }) {
    this.#world = world
    this.#tally = tally
    this.#onNews = onNews
    this.#near = world.connect({
      onText: text => this.#hear(JSON.parse(text)),
      onClose: code => world.fail(new Error(`the stream was closed with ${code}`)),
    })
  }

  /** What there is to follow now: markets that are not decided, and these wallets. */
  follow(visitors: readonly Visitor[]): void {
    const { catalog } = this.#world.open.reads.markets
    const { sequencer } = this.#world.open.writes
    const open = catalog.markets().filter(({ id }) => sequencer.core.market(id)?.result === null)
    const wanted = new Set([
      ...open.flatMap(({ id, category }) => [
        ...OF_MARKETS.map(name => `${name}/${id}`),
        `predictCategoryChanged/${category.id}`,
      ]),
      ...open.slice(0, BOOKS).flatMap(({ id }) => [`predictOrderbook/${id}`, `polymarketChance/${id}`, `kalshiChance/${id}`]),
      ...FEEDS.map(feed => `assetPriceUpdate/${feed}`),
      ...visitors.map(({ token }) => `predictWalletEvents/${token}`),
    ])
    for (const topic of this.#topics) if (!wanted.has(topic)) this.#ask('unsubscribe', topic)
    for (const topic of wanted) if (!this.#topics.has(topic)) this.#ask('subscribe', topic)
  }

  #ask(method: 'subscribe' | 'unsubscribe', topic: string): void {
    if (method === 'subscribe') this.#topics.add(topic)
    else this.#topics.delete(topic)
    this.#near.text(JSON.stringify({ method, requestId: this.#requests++, params: [topic] }))
  }

  #hear(frame: any): void {
    if (frame.type === 'R' && frame.success !== true) this.#world.fail(new Error(`refused: ${JSON.stringify(frame)}`))
    if (frame.topic === 'heartbeat') this.#near.text(JSON.stringify({ method: 'heartbeat', data: frame.data }))
    const name = String(frame.topic).split('/')[0] ?? ''
    if (!isTopic(name)) return
    this.#tally.heard(name, frame)
    if (NEWS.has(name)) this.#onNews(frame.data.marketId)
  }
}

const isTopic = (name: string): name is TopicName => Object.hasOwn(TOPICS, name)
