import type { MarketEvent } from '../../model/event.js'
import type { Market } from '../../model/market.js'
import { type BookSide, type Price, Size } from '../../model/money.js'
import { Timestamp } from '../../model/time.js'
import type { CoreCommand } from '../core/command.js'
import { marketChange } from './market-change.js'

/** A recording, as it is played on an exchange. */
export interface PlaybackOptions {
  /** Opens the recording at its beginning; called again for each pass of a loop. Batches in venue-time order. */
  readonly open: () => AsyncIterable<readonly MarketEvent[]>
  /** Markets by recorded index. */
  readonly markets: readonly PlayedMarket[]
  /** When the first batch is due. */
  readonly startedAt: Timestamp
  /** Recorded seconds in a second. */
  readonly speed: number
  /** Whether the recording begins again at its end, forever. Recorded ends and results are then ignored. */
  readonly isLoop: boolean
}

/** A recorded market and the exchange's market on which it is played; `id` is `null` once that market has ended. */
export interface PlayedMarket {
  readonly recorded: Market
  readonly id: number | null
}

/** A recording that is being played. */
export interface Playback {
  /**
   * What is due up to `now`, all stamped with `now`. The first step shows the whole book at its place in the recording: after a restart it is as if
   * the recording had played meanwhile. At the end of the recording books clear and trading closes. A very late step returns a part, and the next
   * one goes on. Rejects when the recording cannot be read.
   */
  step(now: Timestamp): Promise<readonly CoreCommand[]>
  /** When the next step is due; `null`: the recording is over. */
  nextDue(): Timestamp | null
}

/** Most rows in one step, so that other work gets its turn. */
const ROWS_A_STEP = 20_000
/** Pause between the last batch of a loop and its first. */
const LOOP_GAP_US = 1_000_000

/** Creates a playback that has not begun. Throws a RangeError when the speed is out of range. */
export const createPlayback = (options: PlaybackOptions): Playback => {
  if (!(options.speed > 0 && options.speed <= 1_000_000))
    throw new RangeError(`the speed of a recording must be above 0 and at most 1,000,000, found ${options.speed}`)
  return new RunningPlayback(options)
}

type Batch = readonly MarketEvent[]

class RunningPlayback implements Playback {
  readonly #options: PlaybackOptions
  readonly #known: Market[]
  #batches: AsyncIterator<Batch>
  #next: Batch | null = null
  #state: 'new' | 'running' | 'over' = 'new'
  #firstAt: Timestamp | null = null
  #lastAt = Timestamp.ZERO
  /** Recorded microseconds of earlier passes. */
  #passed = 0

  constructor(options: PlaybackOptions) {
    this.#options = options
    this.#known = options.markets.map(one => one.recorded)
    this.#batches = options.open()[Symbol.asyncIterator]()
  }

  async step(now: Timestamp): Promise<readonly CoreCommand[]> {
    if (this.#state === 'over') return []
    const commands = this.#state === 'new' ? await this.#begin(now) : await this.#goOn(now)
    if (this.#next !== null) return commands
    this.#state = 'over'
    return [...commands, ...this.#eachMarket(market => endOf(market, now))]
  }

  nextDue(): Timestamp | null {
    const { startedAt, speed } = this.#options
    if (this.#state === 'new') return startedAt
    const at = this.#next?.[0]?.at
    return at === undefined ? null : Timestamp.of(Math.ceil(startedAt + this.#elapsed(at) / speed))
  }

  /** Reads what lies before `now` without showing it, then shows the books as they are. */
  async #begin(now: Timestamp): Promise<readonly CoreCommand[]> {
    const books = this.#known.map(() => new Map<number, CrowdLevel>())
    const others: CoreCommand[] = []
    this.#state = 'running'
    for (await this.#pull(now); this.#isDue(now); await this.#pull(now))
      for (const event of this.#next ?? []) {
        if (event.kind === 'clear') books[event.market]?.clear()
        else if (event.kind === 'level') note(books[event.market], event)
        else if (event.kind === 'market') others.push(...this.#define(event.market, now))
      }
    const shown = books.flatMap((book, index) => {
      const id = this.#options.markets[index]?.id ?? null
      return id === null ? [] : bookOf(id, [...book.values()], now)
    })
    return [...others, ...shown]
  }

  async #goOn(now: Timestamp): Promise<readonly CoreCommand[]> {
    const commands: CoreCommand[] = []
    while (this.#isDue(now) && commands.length < ROWS_A_STEP) {
      for (const event of this.#next ?? []) commands.push(...this.#commandsOf(event, now))
      const pass = this.#passed
      await this.#pull(now)
      // Empty the books between passes. Otherwise a level that the next pass does not mention would stay in the book forever.
      if (this.#passed !== pass) commands.push(...this.#eachMarket(market => [{ kind: 'crowd-clear', at: now, market }]))
    }
    return commands
  }

  #isDue(now: Timestamp): boolean {
    const at = this.#next?.[0]?.at
    return at !== undefined && this.#elapsed(at) <= this.#position(now)
  }

  /** Recorded microseconds since the first pass began. */
  #elapsed(at: Timestamp): number {
    return this.#passed + at - (this.#firstAt ?? at)
  }

  #position(now: Timestamp): number {
    return (now - this.#options.startedAt) * this.#options.speed
  }

  /** Reads the next batch with events; sets `null` at the end. */
  async #pull(now: Timestamp): Promise<void> {
    for (;;) {
      const { value, done } = await this.#batches.next()
      if (done === true) {
        if (!this.#rewind(now)) return
      } else if (value[0] !== undefined) {
        this.#next = value
        this.#firstAt ??= value[0].at
        this.#lastAt = Timestamp.max(this.#lastAt, value[0].at)
        return
      }
    }
  }

  /** Begins the next pass of a loop, skipping passes that lie wholly in the past. Returns false when there is no next pass. */
  #rewind(now: Timestamp): boolean {
    this.#next = null
    if (!this.#options.isLoop || this.#firstAt === null) return false
    const span = this.#lastAt - this.#firstAt + LOOP_GAP_US
    this.#passed = Math.max(this.#passed + span, Math.floor(this.#position(now) / span) * span)
    this.#batches = this.#options.open()[Symbol.asyncIterator]()
    return true
  }

  #commandsOf(event: MarketEvent, at: Timestamp): readonly CoreCommand[] {
    if (event.kind === 'market') return this.#define(event.market, at)
    if (event.kind !== 'clear' && event.kind !== 'trade' && event.kind !== 'level') return []
    const market = this.#options.markets[event.market]?.id ?? null
    if (market === null) return []
    if (event.kind === 'clear') return [{ kind: 'crowd-clear', at, market }]
    const { side, price, size } = event
    if (event.kind === 'trade') return [{ kind: 'crowd-print', at, market, side, price, size }]
    return [{ kind: 'crowd-level', at, market, side, price, size, cause: event.cause }]
  }

  /** Commands for a changed definition: tick, trading, result. */
  #define(next: Market, at: Timestamp): readonly CoreCommand[] {
    const last = this.#known[next.index]
    const market = this.#options.markets[next.index]?.id ?? null
    if (last === undefined || market === null) return []
    this.#known[next.index] = next
    const commands = marketChange(last, next, { at, market })
    return this.#options.isLoop ? commands.filter(({ kind }) => kind === 'tick') : commands
  }

  #eachMarket(commandsOf: (market: number) => readonly CoreCommand[]): readonly CoreCommand[] {
    return this.#options.markets.flatMap(({ id }) => (id === null ? [] : commandsOf(id)))
  }
}

interface CrowdLevel {
  readonly side: BookSide
  readonly price: Price
  readonly size: Size
}

function note(book: Map<number, CrowdLevel> | undefined, { side, price, size }: CrowdLevel): void {
  const place = side === 'bid' ? price : -price
  if (size === Size.ZERO) book?.delete(place)
  else book?.set(place, { side, price, size })
}

/** A clear of the crowd's book, then a row for each level. */
function bookOf(market: number, levels: readonly CrowdLevel[], at: Timestamp): readonly CoreCommand[] {
  const rows = levels.map(level => ({ kind: 'crowd-level', at, market, ...level, cause: 'unexplained' }) as const)
  return [{ kind: 'crowd-clear', at, market }, ...rows]
}

const endOf = (market: number, at: Timestamp): readonly CoreCommand[] => [
  { kind: 'crowd-clear', at, market },
  { kind: 'trading', at, market, status: 'CLOSED' },
]
