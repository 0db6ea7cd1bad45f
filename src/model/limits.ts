/** Seconds before the end of a market when quoting stops: one number for all, or one for each venue variant with `default` for the rest. */
export type StopBeforeEnd = number | Readonly<Record<string, number> & { default: number }>

/** What several markets may have at risk together, in USDT. null disables a limit. */
export interface SumLimits {
  /** Cost of their held shares plus that of their resting buys. */
  readonly positionMaxUsdt: number | null
  /** Collateral in their resting orders. */
  readonly openNotionalMaxUsdt: number | null
  /** Their worst case: for a neg-risk group that of the group, for other markets the sum. */
  readonly worstCaseLossMaxUsdt: number | null
}

/** What one neg-risk group may have at risk. */
export interface GroupLimits {
  readonly worstCaseLossMaxUsdt: number | null
  /** True: the worst case includes that the venue voids the whole group, so that each share pays 0.5. */
  readonly countsVoid: boolean
}

/** When a side of a market is stopped because its fills lose, measured by the markout: the gain of a share some time after its fill, before fees. */
export interface MarkoutLimits {
  /** The least average markout of a share, in ticks of its market; below it the side is stopped. Usually negative. */
  readonly floorTicks: number
  /** The average covers this many recent fills of the side, weighted by shares; with fewer fills the side is not stopped. */
  readonly windowFills: number
  /** Time from a fill to its markout: the mid price of the last two-sided book then, minus the price paid (for a sell, the opposite). */
  readonly horizonSeconds: number
  /** How long a side stays stopped. A `resume` by a person ends all stops. */
  readonly stopSeconds: number
}

/** Limits that one market may have of its own. */
export type MarketLimits = Pick<
  Limits,
  | 'positionMaxShares'
  | 'positionMaxUsdt'
  | 'worstCaseLossMaxUsdt'
  | 'priceCollarTicks'
  | 'priceMin'
  | 'priceMax'
  | 'referenceAgeMaxMs'
  | 'stopBeforeEndSeconds'
>

/** What the markets of one configured strategy may have at risk together, and the limits of each of them. */
export interface StrategyLimits extends SumLimits {
  /** Its name in refusals. */
  readonly name: string
  /** For each of its markets, replacing the limits in `Limits`. */
  readonly perMarket: Partial<MarketLimits>
  /** True: its orders only rest, whatever holds for others. Absent: as `Limits.makerOnly`. */
  readonly makerOnly?: boolean
}

/** What may be at risk. null disables a limit. Each refusal names its field. */
export interface Limits {
  /** True: no order is sent that would take. Absent: taking is allowed. */
  readonly makerOnly?: boolean
  /** For all markets together, beside `openNotionalMaxUsdt`. Absent: no such limits. */
  readonly account?: Omit<SumLimits, 'openNotionalMaxUsdt'>
  /** For each neg-risk group. Absent: no such limit. */
  readonly group?: GroupLimits
  /** For some markets, by id, replacing all other limits of a market. Absent: none. */
  readonly markets?: Readonly<Record<string, Partial<MarketLimits>>>
  /** By index of a strategy in the config. Absent: no such limits. */
  readonly strategies?: readonly StrategyLimits[]
  /** Net shares of one outcome, per market. */
  readonly positionMaxShares: number | null
  /** Cost of the held shares of one market. */
  readonly positionMaxUsdt: number | null
  /** Collateral in resting orders, over all markets. */
  readonly openNotionalMaxUsdt: number | null
  /** Worst case of one market, including orders that are resting, unsettled, or removed within their grace. */
  readonly worstCaseLossMaxUsdt: number | null
  /** How many ticks an order may go beyond the other side's best price, or beyond its own side's if the other is empty. */
  readonly priceCollarTicks: number | null
  /** Below and above these YES prices, 0 to 1, only orders that lower the position are placed. Absent or null: at every price. */
  readonly priceMin?: number | null
  readonly priceMax?: number | null
  readonly orderMinUsdt: number
  /** The greatest age of a book: time since the venue's last push, or since a request that found it unchanged. */
  readonly inputAgeMaxMs: number | null
  /**
   * The greatest age of the newest value of each reference that a market's strategy declares, by the time at which it was received. Older, or without
   * a value yet: nothing rests in the market. Absent or null: no such limit.
   */
  readonly referenceAgeMaxMs?: number | null
  /** The greatest difference between our wall clock and the venue's; beyond it, no orders are placed. Absent: no such limit. */
  readonly clockOffsetMaxMs?: number | null
  /** Loss within one UTC day that halts the desk. */
  readonly lossPerDayMaxUsdt: number | null
  /** Loss from this wallet's highest profit that halts the desk. */
  readonly drawdownMaxUsdt: number | null
  /** The same two limits in per cent of the equity at the start, see `DeskState.startEquity`. */
  readonly lossPerDayMaxPercent: number | null
  readonly drawdownMaxPercent: number | null
  /** Per cent of the last `settlementWindow` settled or failed fills that failed; above it the desk halts. */
  readonly settlementFailPercentMax: number | null
  readonly settlementWindow: number
  /** Stops a side whose fills lose. Absent or null: no side is stopped. */
  readonly markout?: MarkoutLimits | null
  /** Above this percentage of a limit, wanted sizes shrink, down to zero at the limit. Absent or null: full size up to the limit. */
  readonly taperFromPercent?: number | null
  /** A market is pulled this many seconds before its end; 0: it is quoted as long as it trades. */
  readonly stopBeforeEndSeconds: StopBeforeEnd
}
