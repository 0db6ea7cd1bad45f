import type { MarketEvent } from '../../model/event.js'
import type { MarketId, MarketIndex } from '../../model/ids.js'
import type { Market } from '../../model/market.js'
import { Timestamp } from '../../model/time.js'
import type { CoreCommand } from '../core/command.js'
import type { CoreMarket } from '../core/core-reads.js'
import {
  bookCommands,
  definitionCommands,
  type FollowedMarket,
  newlyFollowed,
  rowCommands,
  tradingCommands,
} from './followed-market.js'
import type { BookEvent } from './late-prints.js'

/** The exchange of a crowd that follows a venue's feed. Calls take effect at once. */
export interface LivePlace {
  /** Opens a market for one of the venue, or finds the one opened for it before; returns its number. */
  open(market: Market): number
  /** The number of the market opened for one of the venue; `null`: none was opened. */
  find(id: MarketId): number | null
  /** Takes over a market's changed definition, except trading and result. */
  redefine(id: number, market: Market): void
  market(id: number): CoreMarket | null
  perform(commands: readonly CoreCommand[]): void
  /** Tells why the book of a market is no longer known; `null`: it is known again. */
  tell(id: number, why: string | null): void
}

export interface LiveCrowdOptions {
  readonly place: LivePlace
  /** How long a decrease waits for a print that explains it, in microseconds. */
  readonly pairWithinUs: number
  /** How long a market may be silent, in microseconds, before it is dark. */
  readonly darkAfterUs: number
}

const SILENT = 'the venue sent nothing about it for too long'
const UNLISTED = 'the venue does not list it as open'

/**
 * The crowd of an exchange that follows a venue's live feed. While a market's book is unknown, the market is dark: it shows no crowd and takes only
 * cancels, so nothing matches against orders that may be gone.
 */
export class LiveCrowd {
  readonly #options: LiveCrowdOptions
  readonly #place: LivePlace
  readonly #byIndex = new Map<MarketIndex, FollowedMarket>()
  readonly #byId = new Map<MarketId, FollowedMarket>()

  constructor(options: LiveCrowdOptions) {
    this.#options = options
    this.#place = options.place
  }

  /** When the first waiting rows are released; `null`: none waits. */
  get goesAt(): Timestamp | null {
    let first: Timestamp | null = null
    for (const { rows } of this.#byIndex.values())
      if (rows.goesAt !== null) first = Timestamp.min(first ?? Timestamp.NEVER, rows.goesAt)
    return first
  }

  /** Whether every market that trades at the venue shows its book. */
  get isLit(): boolean {
    return [...this.#byIndex.values()].every(({ dark, market }) => dark === null || market.trading !== 'open')
  }

  /** Takes one message of the venue. */
  hear(events: readonly MarketEvent[], now: Timestamp): void {
    let rows: BookStart[] = []
    for (const [place, event] of events.entries()) {
      if (!isOfBook(event)) {
        this.#say(event, now)
        continue
      }
      rows.push(event)
      const next = events[place + 1]
      if (next !== undefined && isOfBook(next) && next.kind !== 'clear' && next.market === event.market) continue
      this.#deliver(rows, now)
      rows = []
    }
  }

  /** Releases rows that have waited long enough, and darkens markets that were silent for too long. */
  pass(now: Timestamp): void {
    for (const followed of this.#byIndex.values()) {
      if (followed.dark !== null) continue
      this.#play(followed, followed.rows.release(now), now)
      const isOver = followed.market.trading === 'closed' || followed.market.result !== null
      if (!isOver && now - followed.heardAt > this.#options.darkAfterUs)
        this.#darken(followed, { why: SILENT, isKept: true }, now)
    }
  }

  /** Ends the feed: all markets become dark. */
  end(why: string, now: Timestamp): void {
    for (const followed of this.#byIndex.values()) this.#darken(followed, { why, isKept: false }, now)
    this.#byIndex.clear()
    this.#byId.clear()
  }

  #say(event: Exclude<MarketEvent, BookStart>, now: Timestamp): void {
    if (event.kind === 'joined') return this.#join(event.market, now)
    if (event.kind === 'market') return this.#define(event.market, now)
    const followed = 'market' in event ? this.#byIndex.get(event.market) : undefined
    if (followed === undefined) return
    if (event.kind === 'confirmed') return this.#heard(followed, now)
    const why = event.kind === 'feed' ? `${event.state}: ${event.why}` : UNLISTED
    this.#darken(followed, { why, isKept: false }, now)
    if (event.kind !== 'left') return
    this.#byIndex.delete(event.market)
    this.#byId.delete(followed.market.id)
  }

  #join(market: Market, now: Timestamp): void {
    const id = this.#place.open(market)
    const followed = newlyFollowed({ id, market, pairWithinUs: this.#options.pairWithinUs, now })
    this.#byIndex.set(market.index, followed)
    this.#byId.set(market.id, followed)
    this.#redefine(followed, now)
    this.#place.perform([{ kind: 'crowd-clear', at: now, market: id, isDark: true }])
  }

  /** Takes a changed definition; also of a market that left but whose result is still to come. */
  #define(market: Market, now: Timestamp): void {
    const followed = this.#byId.get(market.id)
    const id = followed?.id ?? this.#place.find(market.id)
    if (id === null) return
    if (followed === undefined) return this.#redefine(newlyFollowed({ id, market, pairWithinUs: 0, now }), now)
    if (followed.dark === null) this.#play(followed, followed.rows.flush(), now)
    followed.market = market
    this.#redefine(followed, now)
  }

  #redefine(followed: FollowedMarket, now: Timestamp): void {
    this.#place.redefine(followed.id, followed.market)
    const core = this.#place.market(followed.id)
    if (core !== null) this.#place.perform(definitionCommands(followed, core, now))
  }

  /** Takes a message about one market's book; a whole book begins with `clear`. */
  #deliver(events: readonly BookStart[], now: Timestamp): void {
    const followed = this.#byIndex.get(events[0]!.market)
    if (followed === undefined) return
    followed.heardAt = now
    const isWhole = events[0]!.kind === 'clear'
    const rows = events.filter(isRow)
    if (isWhole) {
      const rest = followed.rows.begin()
      if (followed.dark === null) this.#play(followed, rest, now)
      followed.rows.take(rows, now)
      this.#light(followed, now)
    } else if (followed.dark === null) this.#play(followed, followed.rows.take(rows, now), now)
    else if (followed.dark.isKept) {
      followed.rows.take(rows, now)
      followed.rows.flush()
      this.#light(followed, now)
    }
  }

  #heard(followed: FollowedMarket, now: Timestamp): void {
    followed.heardAt = now
    if (followed.dark?.isKept === true) this.#light(followed, now)
  }

  #play(followed: FollowedMarket, events: readonly BookEvent[], now: Timestamp): void {
    if (events.length > 0) this.#place.perform(rowCommands(followed.id, events, now))
  }

  /** Shows the whole book, and only then lets the market trade. */
  #light(followed: FollowedMarket, now: Timestamp): void {
    const wasDark = followed.dark !== null
    followed.dark = null
    const core = this.#place.market(followed.id)
    this.#place.perform([...bookCommands(followed, now), ...(core === null ? [] : tradingCommands(followed, core, now))])
    if (wasDark) this.#place.tell(followed.id, null)
  }

  /** Stops trading first: nothing may match while the book is cleared. */
  #darken(followed: FollowedMarket, dark: NonNullable<FollowedMarket['dark']>, now: Timestamp): void {
    const wasDark = followed.dark !== null
    if (!wasDark) this.#play(followed, followed.rows.flush(), now)
    followed.dark = dark
    if (wasDark) return
    const core = this.#place.market(followed.id)
    this.#place.perform([
      ...(core === null ? [] : tradingCommands(followed, core, now)),
      { kind: 'crowd-clear', at: now, market: followed.id, isDark: true },
    ])
    this.#place.tell(followed.id, dark.why)
  }
}

type BookStart = Extract<MarketEvent, { readonly kind: 'clear' | 'level' | 'trade' }>

const isRow = (event: BookStart): event is BookEvent => event.kind !== 'clear'

const isOfBook = (event: MarketEvent): event is BookStart =>
  event.kind === 'clear' || event.kind === 'level' || event.kind === 'trade'
