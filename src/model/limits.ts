/** How many seconds before their end markets are not quoted: one number for all, or one for each of the venue's variants and `default` for the rest. */
export type StopBeforeEnd = number | Readonly<Record<string, number> & { default: number }>

/** What several markets may have at risk together, in USDT. null: no such limit. */
export interface SumLimits {
  /** What their held shares cost, with what their resting buys would. */
  readonly positionMaxUsdt: number | null
  /** Collateral in their resting orders. */
  readonly openNotionalMaxUsdt: number | null
  /** Their worst case: of a neg-risk group that of the group, of other markets the sum. */
  readonly worstCaseLossMaxUsdt: number | null
}

/** What one neg-risk group may have at risk. */
export interface GroupLimits {
  readonly worstCaseLossMaxUsdt: number | null
  /** Whether the worst case counts that the venue voids the whole group, so that each of its shares pays half a unit. */
  readonly countsVoid: boolean
}

/** When a side of a market is stopped because its fills lose, by what each share gained some time after its fill, before fees. */
export interface MarkoutLimits {
  /** The least that a share may gain on average, in ticks of its market; below, the side is stopped. Usually below 0. */
  readonly floorTicks: number
  /** The average is over this many last fills of the side, weighted by shares; with fewer nothing is judged. */
  readonly windowFills: number
  /** How long after a fill its gain is read: the middle of the last two-sided book less what was paid, or the other way round. */
  readonly horizonSeconds: number
  /** How long a side stays stopped. A person lifts all stops by `resume`. */
  readonly stopSeconds: number
}

/** Limits that one market may have for itself. */
export type MarketLimits = Pick<
  Limits,
  'positionMaxShares' | 'positionMaxUsdt' | 'worstCaseLossMaxUsdt' | 'priceCollarTicks' | 'stopBeforeEndSeconds'
>

/** What the markets of one strategy of the config may have at risk together, and what each of them has for itself. */
export interface StrategyLimits extends SumLimits {
  /** What refusals call it. */
  readonly name: string
  /** Of each of its markets, in place of the limits above. */
  readonly perMarket: Partial<MarketLimits>
  /** Nothing of it takes, whatever holds for others. Absent: what holds for all. */
  readonly makerOnly?: boolean
}

/** What may be at risk. null: no such limit. Each refusal names its field. */
export interface Limits {
  /** Nothing is sent that would take what rests. Absent: that is allowed. */
  readonly makerOnly?: boolean
  /** Of all markets together, beside `openNotionalMaxUsdt`. Absent: no such limits. */
  readonly account?: Omit<SumLimits, 'openNotionalMaxUsdt'>
  /** Of each neg-risk group. Absent: no such limit. */
  readonly group?: GroupLimits
  /** Of some markets by their ids, in place of what stands elsewhere. Absent: of none. */
  readonly markets?: Readonly<Record<string, Partial<MarketLimits>>>
  /** By the place of a strategy in the config. Absent: no such limits. */
  readonly strategies?: readonly StrategyLimits[]
  /** Shares of one outcome net, per market. */
  readonly positionMaxShares: number | null
  /** What the held shares of one market cost. */
  readonly positionMaxUsdt: number | null
  /** Collateral in resting orders, all markets. */
  readonly openNotionalMaxUsdt: number | null
  /** Worst case of one market with resting, unsettled and removed-in-grace orders counted. */
  readonly worstCaseLossMaxUsdt: number | null
  /** How far an order may reach past the other side's best price, or past its own side's where the other is empty. */
  readonly priceCollarTicks: number | null
  readonly orderMinUsdt: number
  /** The oldest a book may be: the time since the venue's last push, or since a request that found it unchanged. */
  readonly inputAgeMaxMs: number | null
  /** How far the wall clock may be from the venue's; beyond, nothing is opened. Absent: no such limit. */
  readonly clockOffsetMaxMs?: number | null
  /** Profit lost within one UTC day; halts. */
  readonly lossPerDayMaxUsdt: number | null
  /** Profit lost from this wallet's highest; halts. */
  readonly drawdownMaxUsdt: number | null
  /** The same two in per cent of the equity at the start, see `DeskState.startEquity`. */
  readonly lossPerDayMaxPercent: number | null
  readonly drawdownMaxPercent: number | null
  /** Fills that failed to settle, of the last `settlementWindow` that settled or failed; halts. */
  readonly settlementFailPercentMax: number | null
  readonly settlementWindow: number
  /** Stops a side whose fills lose. Absent: none is stopped. */
  readonly markout?: MarkoutLimits | null
  /** From this part of a limit on, in per cent, what a side wants is made smaller, until nothing is left at the limit. Absent: not before the limit. */
  readonly taperFromPercent?: number | null
  /** A market is pulled this many seconds before its end and stays empty; 0 quotes it for as long as it trades. */
  readonly stopBeforeEndSeconds: StopBeforeEnd
}
