import { Wei } from '../src/model/money.js'
import { Timestamp } from '../src/model/time.js'
import type { Profit } from './profit.js'
import type { AccountSample } from './result.js'
import { weiOfProducts } from './venue/amounts.js'
import { NumberColumn } from './venue/number-column.js'

/** An account's marks over time: samples in columns, converted to objects when the result is read, and the drawdown. */
export class Course {
  /** Time of the last mark. */
  markedAt = Timestamp.ZERO
  #at = new NumberColumn()
  /** In products; remainders are in `#rests`, in wei, by sample. */
  #equity = new NumberColumn()
  #rests = new Map<number, bigint>()
  #net: (readonly number[])[] = []
  #byStrategy: (readonly Wei[])[] = []
  /** In products as long as every mark was an integer number of them. */
  #peak = 0
  #fall = 0
  /** The same in wei, from the first mark with a remainder on; null before. */
  #exact: { peak: bigint; fall: bigint } | null = null
  #list: readonly AccountSample[] | null = null
  readonly #strategies: readonly (readonly number[])[]

  /** `strategies`: the market indexes of each; empty if one strategy has all. */
  constructor(strategies: readonly (readonly number[])[] = []) {
    this.#strategies = strategies
  }

  /** Number of kept samples. */
  get length(): number {
    return this.#at.length
  }

  /** Marks an account; without `isKept` only its drawdown is updated. */
  take(at: Timestamp, profit: Profit, isKept: boolean): void {
    this.markedAt = at
    profit.look(at)
    this.#follow(profit)
    if (!isKept) return
    if (profit.equityRest !== 0n) this.#rests.set(this.#at.length, profit.equityRest)
    this.#at.push(at)
    this.#equity.push(profit.equity)
    this.#net.push(profit.net())
    if (this.#strategies.length > 0) this.#byStrategy.push(this.#strategies.map(markets => partOf(profit, markets, at)))
  }

  /** Largest loss from a peak. */
  get maxDrawdown(): Wei {
    return this.#exact === null ? weiOfProducts(this.#fall) : Wei.of(this.#exact.fall)
  }

  /** Created on the first call. */
  get list(): readonly AccountSample[] {
    if (this.#list !== null && this.#list.length === this.length) return this.#list
    this.#list = Array.from({ length: this.length }, (_, row) => ({
      at: Timestamp.of(this.#at.at(row)),
      equity: Wei.of(weiOfProducts(this.#equity.at(row)) + (this.#rests.get(row) ?? 0n)),
      byStrategy: this.#byStrategy[row] ?? ALONE,
      net: this.#net[row]!,
    }))
    return this.#list
  }

  /** Drops every second sample. */
  halve(): void {
    const { length } = this
    const [at, equity, net] = [this.#at, this.#equity, this.#net]
    const rests = this.#rests
    this.#at = new NumberColumn()
    this.#equity = new NumberColumn()
    this.#net = []
    this.#byStrategy = this.#byStrategy.filter((_, row) => row % 2 === 0)
    this.#rests = new Map()
    for (let row = 0; row < length; row += 2) {
      const rest = rests.get(row)
      if (rest !== undefined) this.#rests.set(this.#at.length, rest)
      this.#at.push(at.at(row))
      this.#equity.push(equity.at(row))
      this.#net.push(net[row]!)
    }
  }

  #follow({ equity, equityRest }: Profit): void {
    if (this.#exact === null && equityRest !== 0n)
      this.#exact = { peak: weiOfProducts(this.#peak), fall: weiOfProducts(this.#fall) }
    if (this.#exact !== null) return followInWei(this.#exact, weiOfProducts(equity) + equityRest)
    if (equity > this.#peak) this.#peak = equity
    else if (this.#peak - equity > this.#fall) this.#fall = this.#peak - equity
  }
}

const ALONE: readonly Wei[] = Object.freeze([])

const partOf = (profit: Profit, markets: readonly number[], at: Timestamp): Wei =>
  Wei.of(markets.reduce((sum, market) => sum + profit.equityOf(market, at), 0n))

function followInWei(course: { peak: bigint; fall: bigint }, equity: bigint): void {
  if (equity > course.peak) course.peak = equity
  else if (course.peak - equity > course.fall) course.fall = course.peak - equity
}
