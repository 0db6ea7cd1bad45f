import type { Observable, SchedulerLike, Subscription } from 'rxjs'
import { asyncScheduler, exhaustMap, interval, Subject } from 'rxjs'
import type { Turn } from '../engine/news.js'
import { counted, plural } from '../model/counted.js'
import type { MarketId, MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import type { MarketsWanted } from '../model/markets-wanted.js'
import { reasonOf } from '../model/reason-of.js'
import { type RunClock, Timestamp } from '../model/time.js'
import type { FeedChange, SurveyedMarket, Venue } from '../venues/venue.js'
import { chooseMarkets, type MarketChoice, type Taken } from './choose-markets.js'
import { IndexPool } from './index-pool.js'
import type { RunNotice } from './run-notice.js'

/** What is followed, and how often. */
export interface FollowOptions {
  readonly venue: Pick<Venue, 'survey' | 'definitions'>
  /** What each configured strategy wants, in the order of the config. */
  readonly wanted: readonly MarketsWanted[]
  /** The session's first markets with their strategies; null: the market is only held. */
  readonly markets: readonly { readonly market: Market; readonly stanza: number | null }[]
  /** Time between two looks, in ms. */
  readonly everyMs: number
  readonly clock: RunClock
  /** Markets with shares or fills that may still settle. */
  readonly held: () => readonly MarketId[]
  /**
   * Those of the markets that cannot be traded yet, each with the reason and what helps: they join once that is mended. Absent: all can. May reject with
   * a `VenueError`.
   */
  readonly lacking?: ((markets: readonly Market[]) => Promise<ReadonlyMap<MarketId, string>>) | undefined
  readonly notice: RunNotice
  /** Default: the computer's timers. */
  readonly scheduler?: SchedulerLike | undefined
}

/** Keeps a session's markets equal to what its strategies want. */
export interface Follower {
  /** Input of the feed. */
  readonly changes: Observable<FeedChange>
  /** Called with each turn after it was carried out. */
  onTurn(turn: Pick<Turn, 'left'>): void
  /** Wanted markets that cannot be traded yet, one sentence for each reason. */
  waiting(): readonly string[]
  /** Looks now. Resolves when the changes have been emitted. */
  look(): Promise<void>
  /** Looks no more. */
  stop(): void
}

/** How often it is reported that there is nothing to quote, in microseconds. */
const IDLE_TOLD_EVERY = 60_000_000
/** How often the reasons are reported for which markets cannot be traded, in microseconds. */
const WAITING_TOLD_EVERY = 600_000_000
/** A list costs one call for a hundred markets: at most one such call a second, in microseconds. */
const REST_A_MARKET_US = 10_000
/** Markets named in one line. */
const NAMED_MAX = 5

/** Starts to follow: open, wanted markets join; ended or no longer wanted ones leave. */
export function followMarkets(options: FollowOptions): Follower {
  const following = new Following(options)
  const { everyMs, scheduler = asyncScheduler } = options
  const subscription: Subscription = interval(everyMs, scheduler)
    .pipe(exhaustMap(() => following.look()))
    .subscribe()
  return {
    changes: following.changes,
    onTurn: turn => following.onTurn(turn),
    waiting: () => following.waiting,
    look: () => following.look(),
    stop: () => subscription.unsubscribe(),
  }
}

interface Place {
  readonly market: Market
  readonly taken: Taken | null
}

class Following {
  readonly changes = new Subject<FeedChange>()
  readonly #options: FollowOptions
  readonly #indexes: IndexPool
  readonly #here = new Map<MarketId, Place>()
  /** Markets that left and are still known to the feed, by index. */
  readonly #leaving = new Map<MarketIndex, Market>()
  /** Markets that left with shares or possible fills: their results are still read. */
  readonly #owing = new Map<MarketId, Market>()
  waiting: readonly string[] = []
  #waitingToldAt = Timestamp.ZERO
  #idleToldAt = Timestamp.ZERO
  #restsUntil = 0

  constructor(options: FollowOptions) {
    this.#options = options
    const now = options.clock.now()
    for (const { market, stanza } of options.markets)
      this.#here.set(market.id, { market, taken: stanza === null ? null : { stanza, since: now } })
    this.#indexes = new IndexPool(options.markets.length)
    this.#tellIdle(now)
  }

  /** A failed look is reported, and the next one tries again. */
  async look(): Promise<void> {
    const { venue, notice, clock } = this.#options
    if (clock.now() < this.#restsUntil) return
    try {
      const offers = await venue.survey()
      this.#restsUntil = clock.now() + offers.length * REST_A_MARKET_US
      await this.#follow(offers)
      await this.#askResults()
    } catch (error) {
      notice('warn', 'a look for markets that opened failed', { why: reasonOf(error) })
    }
    this.#tellIdle(this.#options.clock.now())
  }

  onTurn({ left }: Pick<Turn, 'left'>): void {
    if (left.length === 0) return
    const now = this.#options.clock.now()
    const gone = left.filter(index => this.#leaving.delete(index))
    for (const index of gone) this.#indexes.free(index, now)
    if (gone.length > 0) this.changes.next({ kind: 'forget', markets: gone })
  }

  async #follow(offers: readonly SurveyedMarket[]): Promise<void> {
    const { clock, wanted } = this.#options
    const taken = new Map([...this.#here].flatMap(([id, { taken }]) => (taken === null ? [] : [[id, taken] as const])))
    const wall = Timestamp.of(clock.now() + clock.wallOffset())
    const choices = chooseMarkets({ offers, wanted, now: wall, taken: onWall(taken, clock.wallOffset()) })
    const chosen = choices.filter(({ stanza }) => stanza !== null)
    this.#leave(new Map(chosen.map(choice => [choice.offer.market.id, choice])))
    this.#tellGroups(offers)
    this.#join(await this.#tradable(chosen.filter(({ offer: { market } }) => !this.#here.has(market.id))))
  }

  /**
   * Markets named in the config, and those only held, stay. A market that now belongs to another strategy leaves, and joins again at the next look.
   */
  #leave(chosen: ReadonlyMap<MarketId, MarketChoice>): void {
    const { wanted, notice } = this.#options
    const gone = [...this.#here.values()].filter(
      ({ market, taken }) =>
        taken !== null && !Array.isArray(wanted[taken.stanza]) && chosen.get(market.id)?.stanza !== taken.stanza,
    )
    if (gone.length === 0) return
    for (const { market } of gone) {
      this.#here.delete(market.id)
      this.#leaving.set(market.index, market)
      this.#owing.set(market.id, market)
    }
    notice('info', `${counted(gone.length, 'market')} left: ${named(gone)}`, { left: gone.map(({ market }) => market.id) })
    this.changes.next({ kind: 'leave', markets: gone.map(({ market }) => market.index) })
  }

  /** A group that grew is incomplete until the new market joins: its worst case depends on that. */
  #tellGroups(offers: readonly SurveyedMarket[]): void {
    for (const { market } of offers) {
      const place = this.#here.get(market.id)
      if (place === undefined || market.group?.size === place.market.group?.size) continue
      const told = { ...market, index: place.market.index }
      this.#here.set(market.id, { ...place, market: told })
      this.changes.next({ kind: 'tell', market: told })
    }
  }

  /** Keeps back the markets whose orders the venue would refuse. */
  async #tradable(choices: readonly MarketChoice[]): Promise<readonly MarketChoice[]> {
    const { lacking } = this.#options
    if (lacking === undefined || choices.length === 0) {
      this.#wait([])
      return choices
    }
    const lacks = await lacking(choices.map(({ offer }) => offer.market))
    const whys = [...new Set(lacks.values())]
    const kept = (why: string) => choices.map(({ offer }) => offer).filter(({ market: { id } }) => lacks.get(id) === why)
    this.#wait(whys.map(why => waitingText(kept(why), why)))
    return choices.filter(({ offer: { market } }) => !lacks.has(market.id))
  }

  #wait(texts: readonly string[]): void {
    const { clock, notice } = this.#options
    const isNew = texts.some(text => !this.waiting.includes(text))
    this.waiting = texts
    if (texts.length === 0 || (!isNew && clock.now() - this.#waitingToldAt < WAITING_TOLD_EVERY)) return
    this.#waitingToldAt = clock.now()
    for (const text of texts) notice('warn', text, {})
  }

  #join(choices: readonly MarketChoice[]): void {
    if (choices.length === 0) return
    const { clock, notice } = this.#options
    const now = clock.now()
    const joins = choices.map(({ offer, stanza }) => ({ market: { ...offer.market, index: this.#indexes.take(now) }, stanza }))
    for (const { market, stanza } of joins) {
      this.#here.set(market.id, { market, taken: stanza === null ? null : { stanza, since: now } })
      this.#owing.delete(market.id)
    }
    notice('info', `${counted(joins.length, 'market')} joined: ${named(joins)}`, {
      joined: joins.map(({ market }) => market.id),
      strategies: joins.map(({ stanza }) => stanza),
    })
    this.changes.next({ kind: 'join', joins })
  }

  /** Reads definitions of markets that left, until a result pays what is held. */
  async #askResults(): Promise<void> {
    const { venue, held } = this.#options
    if (this.#owing.size === 0) return
    const owed = new Set([...held(), ...Array.from(this.#leaving.values(), ({ id }) => id)])
    for (const id of this.#owing.keys()) if (!owed.has(id)) this.#owing.delete(id)
    for (const market of await venue.definitions([...this.#owing.keys()])) {
      const index = this.#owing.get(market.id)?.index
      if (market.result === null || index === undefined) continue
      this.#owing.delete(market.id)
      this.changes.next({ kind: 'tell', market: { ...market, index } })
    }
  }

  #tellIdle(now: Timestamp): void {
    const isIdle = ![...this.#here.values()].some(({ taken }) => taken !== null)
    if (!isIdle || this.waiting.length > 0 || now - this.#idleToldAt < IDLE_TOLD_EVERY) return
    this.#idleToldAt = now
    this.#options.notice('warn', 'no open market is what the config asks for: nothing is quoted until one opens', {
      lookEveryMs: this.#options.everyMs,
    })
  }
}

const onWall = (taken: ReadonlyMap<MarketId, Taken>, offset: number): ReadonlyMap<MarketId, Taken> =>
  new Map([...taken].map(([id, { stanza, since }]) => [id, { stanza, since: Timestamp.of(since + offset) }]))

const waitingText = (markets: readonly { readonly market: Market }[], why: string): string =>
  `${counted(markets.length, 'market')} ${plural(markets.length, 'is', 'are')} not quoted yet: ${named(markets)}: ${why}`

function named(markets: readonly { readonly market: Market }[]): string {
  const names = markets.slice(0, NAMED_MAX).map(({ market: { id, question } }) => `${id} (${question})`)
  return markets.length > NAMED_MAX ? `${names.join(', ')} and ${markets.length - NAMED_MAX} more` : names.join(', ')
}
