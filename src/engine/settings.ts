import type { Limits } from '../model/limits.js'
import type { RequoteOptions } from '../model/requote-options.js'
import type { BudgetOptions, DeskSettings } from './desk-options.js'

/** All limits disabled: `null` and zeros do that. */
const NO_LIMITS: Limits = {
  positionMaxShares: null,
  positionMaxUsdt: null,
  openNotionalMaxUsdt: null,
  worstCaseLossMaxUsdt: null,
  priceCollarTicks: null,
  orderMinUsdt: 0,
  inputAgeMaxMs: null,
  lossPerDayMaxUsdt: null,
  drawdownMaxUsdt: null,
  lossPerDayMaxPercent: null,
  drawdownMaxPercent: null,
  settlementFailPercentMax: null,
  settlementWindow: 50,
  stopBeforeEndSeconds: 0,
}

/** Every change is followed at once. */
const REQUOTE: RequoteOptions = {
  requoteEveryMs: 0,
  priceHysteresisTicks: 0,
  sizeHysteresisPercent: 20,
  orderLifeSeconds: 120,
  backoffMs: 1_000,
}

const BUDGET: BudgetOptions = { windows: [], cancelReservePercent: 20 }

/** The parts of `DeskSettings` that differ from the defaults. */
export type SettingsChange = Partial<Omit<DeskSettings, 'limits' | 'requote' | 'budget'>> & {
  readonly limits?: Partial<Limits>
  readonly requote?: Partial<RequoteOptions>
  readonly budget?: Partial<BudgetOptions>
}

/**
 * Settings of a desk in code, for a driver, a test or a benchmark. Whatever is left out is disabled: no limits, no rate limits, no timers. A config
 * file has other defaults, which are cautious.
 */
export const deskSettings = ({ limits, requote, budget, ...change }: SettingsChange = {}): DeskSettings => ({
  graceMs: 3_000,
  decideEveryMs: 0,
  ownInBook: true,
  ...change,
  limits: { ...NO_LIMITS, ...limits },
  requote: { ...REQUOTE, ...requote },
  budget: { ...BUDGET, ...budget },
})
