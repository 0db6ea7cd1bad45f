import type { z } from 'zod'
import { type Outcome, Wei } from '../../../model/money.js'
import type { Clock, Timestamp } from '../../../model/time.js'
import type * as open from '../../../protocol/api/schemas-market.js'
import { ADAPTER, CROWD, FEES } from '../../core/accounts.js'
import type { AccountId } from '../../core/command.js'
import type { CoreEvent, Match } from '../../core/core-event.js'
import type { CoreReads } from '../log/readable-core.js'
import type { Watcher } from '../log/watcher.js'
import { chanceOf } from './chance.js'
import { type SavedSeries, Series } from './series.js'

export type MarketStats = z.input<typeof open.marketStats>
export type CategoryStats = z.input<typeof open.categoryStats>
export type StatisticName = 'chance' | 'volume' | 'liquidity'

/**
 * Statistics of markets. Dollars are rounded to the millionth.
 *
 * - Volume is what takers paid or got before fees, each sale cut to the millionth of a dollar and counted when it is settled; one that fails
 *   never counts. A print of the recorded crowd counts with what it filled of our orders; what that crowd trades within itself does not.
 * - 24 hours are the running minute and the 1,439 before it. A change of 24 hours is against the 1,440 minutes before those.
 * - Liquidity is every resting share at the YES price it rests at, on both sides of the book.
 * - Holders are accounts with shares of a market that is not resolved; neither the collected fees nor the recorded crowd is one.
 */
export interface Statistics extends Watcher {
  market(id: number): MarketStats
  /** Sums of a category's markets; a holder of several of them counts once. */
  category(category: { readonly marketIds: readonly number[] }): CategoryStats
  /** The chance of Yes, in percent. */
  chance(id: number): number
  /** Change of the chance in percentage points over 24 hours; for a younger market since it opened. */
  chanceChange(id: number): number
  /** Dollars traded since the market opened. */
  volumeTotal(id: number): number
  volumeOfDay(id: number): number
  /** Dollars of the last 24 hours less those of the 24 before. */
  volumeChange(id: number): number
  /** The present value of a metric: percent, or dollars. */
  latest(id: number, metric: StatisticName): number
  /** The series of a metric: chance in percent; volume (all ever traded) and liquidity in dollars. `null`: no such market. */
  series(id: number, metric: StatisticName): Series | null
}

/** Creates statistics without markets; `clock` gives the time of reads. */
export const createStatistics = (clock: Clock): Statistics => new CountingStatistics(clock)

interface Counted {
  /** The YES price of the newest settled sale in 1/10,000; `null`: none yet. */
  lastSale: number | null
  readonly chance: Series
  readonly volume: Series
  readonly liquidity: Series
}

const MINUTE_US = 60_000_000
const HOUR_US = 60 * MINUTE_US
const DAY_MINUTES = 1_440
const MICRO = 1_000_000
const WEI_PER_MICRO = 10n ** 12n
const THREE_CENTS = 300
/** Products in a dollar: a price times a size is counted in 1e-10 dollars. */
const PRODUCT = 1e10

class CountingStatistics implements Statistics {
  #opened: CoreReads | null = null
  readonly #clock: Clock
  readonly #markets = new Map<number, Counted>()
  /** Markets whose books or states changed since they were recorded, with the time of the last change. */
  readonly #changed = new Map<number, Timestamp>()
  /** Holders by market. Computed on demand, dropped when shares move. `null`: not computed. */
  #holders: Map<number, AccountId[]> | null = null
  /** The hour since the epoch in which the series of finished markets were last trimmed. */
  #trimmedIn = 0
  readonly memory = {
    name: 'statistics',
    save: (): unknown => this.#save(),
    load: (saved: unknown): void => this.#load(saved as readonly SavedMarket[]),
  }

  constructor(clock: Clock) {
    this.#clock = clock
  }

  open(core: CoreReads): void {
    this.#opened = core
  }

  enter: NonNullable<Watcher['enter']> = ({ command }) => {
    if (command.kind === 'split' || command.kind === 'merge') this.#holders = null
    if (command.kind !== 'market') return
    const from = (value: number): Series => new Series(command.at, value)
    this.#markets.set(command.market.id, { lastSale: null, chance: from(50), volume: from(0), liquidity: from(0) })
  }

  see: NonNullable<Watcher['see']> = (event: CoreEvent) => {
    switch (event.kind) {
      case 'settled':
        return this.#count(event.match, event.at)
      case 'book':
      case 'status':
        this.#changed.set(event.market, event.at)
        return
      case 'paid':
      case 'converted':
        this.#holders = null
        return
      default:
        return
    }
  }

  /** Series have points of whole minutes, so only the last change within a minute is recorded. */
  minute: NonNullable<Watcher['minute']> = () => {
    for (const [market, at] of this.#changed) this.#look(market, at)
    this.#changed.clear()
    const hour = Math.floor(this.#clock.now() / HOUR_US)
    if (hour > this.#trimmedIn) this.#trim()
    this.#trimmedIn = hour
  }

  market(id: number): MarketStats {
    return {
      totalLiquidityUsd: this.#liquidity(id),
      volumeTotalUsd: this.volumeTotal(id),
      volume24hUsd: this.volumeOfDay(id),
      liquidity3cAskUsd: this.#nearAsk(id),
    }
  }

  category({ marketIds }: { readonly marketIds: readonly number[] }): CategoryStats {
    const stats = marketIds.map(id => this.market(id))
    const sum = (key: 'totalLiquidityUsd' | 'volumeTotalUsd' | 'volume24hUsd'): number =>
      dollars(stats.reduce((total, one) => total + one[key], 0))
    const holders = new Set(marketIds.flatMap(id => this.#holdersOf(id)))
    return {
      totalLiquidityUsd: sum('totalLiquidityUsd'),
      volumeTotalUsd: sum('volumeTotalUsd'),
      volume24hUsd: sum('volume24hUsd'),
      holdersCount: holders.size,
    }
  }

  chance(id: number): number {
    return chanceOf(this.#core(), id, this.#markets.get(id)?.lastSale ?? null)
  }

  chanceChange(id: number): number {
    this.minute()
    const before = this.#markets.get(id)?.chance.at(this.#minuteAgo(DAY_MINUTES)) ?? 50
    return Math.round((this.chance(id) - before) * 10_000) / 10_000
  }

  volumeTotal(id: number): number {
    return this.#markets.get(id)?.volume.newest ?? 0
  }

  volumeOfDay(id: number): number {
    return dollars(this.volumeTotal(id) - this.#volumeAt(id, DAY_MINUTES - 1))
  }

  volumeChange(id: number): number {
    const dayBefore = this.#volumeAt(id, DAY_MINUTES - 1) - this.#volumeAt(id, 2 * DAY_MINUTES - 1)
    return dollars(this.volumeOfDay(id) - dayBefore)
  }

  latest(id: number, metric: StatisticName): number {
    switch (metric) {
      case 'chance':
        return this.chance(id)
      case 'volume':
        return this.volumeTotal(id)
      case 'liquidity':
        return this.#liquidity(id)
      default:
        return metric satisfies never
    }
  }

  series(id: number, metric: StatisticName): Series | null {
    this.minute()
    return this.#markets.get(id)?.[metric] ?? null
  }

  #core(): CoreReads {
    if (this.#opened === null) throw new Error('statistics were read before they had a core')
    return this.#opened
  }

  #count(match: Match, at: Timestamp): void {
    this.#holders = null
    const counted = this.#markets.get(match.market)
    const leg = match.taker ?? match.makers[0]
    if (counted === undefined || leg === undefined) return
    const micros = Math.round(counted.volume.newest * MICRO) + microsOf(match)
    counted.volume.record(at, micros / MICRO)
    counted.lastSale = yesPrice(leg)
  }

  #look(id: number, at: Timestamp): void {
    const counted = this.#markets.get(id)
    if (counted === undefined) return
    counted.chance.record(at, chanceOf(this.#core(), id, counted.lastSale))
    counted.liquidity.record(at, this.#liquidity(id))
  }

  /** Trims the series of decided markets, which hardly change any more. */
  #trim(): void {
    const now = this.#clock.now()
    for (const [id, { chance, volume, liquidity }] of this.#markets)
      if (this.#core().market(id)?.result !== null) for (const series of [chance, volume, liquidity]) series.trim(now)
  }

  #liquidity(id: number): number {
    return dollars(this.#core().liquidity(id) / PRODUCT)
  }

  /** When the minute `minutes` ago began, in Unix seconds. */
  #minuteAgo(minutes: number): number {
    return (Math.floor(this.#clock.now() / MINUTE_US) - minutes) * 60
  }

  #volumeAt(id: number, minutesAgo: number): number {
    return this.#markets.get(id)?.volume.at(this.#minuteAgo(minutesAgo)) ?? 0
  }

  /** The cost of all asks within three cents of the best ask. */
  #nearAsk(id: number): number {
    const asks = this.#core().levels(id, 'ask')
    const limit = (asks[0]?.price ?? 0) + THREE_CENTS
    return dollars(asks.reduce((sum, { price, size }) => (price <= limit ? sum + price * size : sum), 0) / PRODUCT)
  }

  #holdersOf(id: number): readonly AccountId[] {
    // Shares of a decided market may still be held; they are no part of it any more.
    if (this.#core().market(id)?.result !== null) return []
    this.#holders ??= holdersOf(this.#core())
    return this.#holders.get(id) ?? []
  }

  #save(): readonly SavedMarket[] {
    this.minute()
    return [...this.#markets].map(([id, { lastSale, chance, volume, liquidity }]) => ({
      id,
      lastSale,
      chance: chance.save(),
      volume: volume.save(),
      liquidity: liquidity.save(),
    }))
  }

  #load(saved: readonly SavedMarket[]): void {
    for (const { id, lastSale, chance, volume, liquidity } of saved)
      this.#markets.set(id, {
        lastSale,
        chance: Series.load(chance),
        volume: Series.load(volume),
        liquidity: Series.load(liquidity),
      })
  }
}

interface SavedMarket {
  readonly id: number
  readonly lastSale: number | null
  readonly chance: SavedSeries
  readonly volume: SavedSeries
  readonly liquidity: SavedSeries
}

const dollars = (value: number): number => Math.round(value * MICRO) / MICRO

/** A sale's volume in whole millionths of a dollar. */
const microsOf = ({ taker, makers }: Match): number => {
  if (taker !== null) return Number(taker.value / WEI_PER_MICRO)
  let value = 0n
  for (const maker of makers) value += maker.value
  return Number(value / WEI_PER_MICRO)
}

const yesPrice = ({ outcome, value, shares }: { outcome: Outcome; value: Wei; shares: Wei }): number => {
  const price = (Wei.toNumber(value) / Wei.toNumber(shares)) * 10_000
  return outcome === 'yes' ? price : 10_000 - price
}

const holdersOf = (core: CoreReads): Map<number, AccountId[]> => {
  const holders = new Map<number, AccountId[]>()
  for (const { id, holdings } of core.accounts()) {
    if (id === FEES || id === ADAPTER || id === CROWD) continue
    for (const [market, { yes, no }] of holdings) {
      if (yes <= 0n && no <= 0n) continue
      const known = holders.get(market)
      if (known === undefined) holders.set(market, [id])
      else known.push(id)
    }
  }
  return holders
}
