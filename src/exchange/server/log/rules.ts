import { randomInt } from 'node:crypto'
import type { CoreOptions } from '../../core/core-options.js'
import { FILL_MODELS, type FillModelName } from '../../core/fill-models.js'
import type { Store } from './store.js'

/** When the holders of a decided market are paid. */
export type Payouts = 'at-result' | 'on-redeem'

/** Rules that never change for an exchange, because its log restores the same history only under the same rules. */
export interface Rules {
  readonly seed: number
  readonly settlementMs: number
  readonly settlementFailPercent: number
  /** How long an order that takes liquidity waits and cannot be removed. */
  readonly takerDelayMs: number
  /** Yearly yield of collateral locked in yield-bearing markets. */
  readonly yieldPercentPerYear: number
  /** `at-result`: a result pays every holder. `on-redeem`: wallets turn their shares into dollars themselves. */
  readonly payouts: Payouts
  /** Fee of a conversion within a neg-risk group. */
  readonly convertFeeBps: number
  /** What a recorded or live crowd does with the queue in which an order stands. */
  readonly fillModel: FillModelName
}

const SETTLEMENT_MS = 1_500
/** Default yearly yield of locked collateral, in percent. */
export const YIELD_PERCENT = 4
const SEED_END = 2 ** 31
const KEY = 'rules'

/** The rules kept with the data. At the first start they are the wished ones; later, `log` is told of each wish that differs. */
export const keptRules = (
  store: Store,
  wished: { readonly [Rule in keyof Rules]?: Rules[Rule] | undefined },
  log: (text: string, fields: Readonly<Record<string, unknown>>) => void,
): Rules => {
  const kept = store.read(KEY)
  if (kept === null) {
    const rules: Rules = {
      seed: wished.seed ?? randomInt(SEED_END),
      settlementMs: wished.settlementMs ?? SETTLEMENT_MS,
      settlementFailPercent: wished.settlementFailPercent ?? 0,
      takerDelayMs: wished.takerDelayMs ?? 0,
      yieldPercentPerYear: wished.yieldPercentPerYear ?? YIELD_PERCENT,
      payouts: wished.payouts ?? 'at-result',
      convertFeeBps: wished.convertFeeBps ?? 0,
      fillModel: wished.fillModel ?? 'pessimistic',
    }
    store.write(KEY, JSON.stringify(rules))
    return rules
  }
  // Data of an earlier version lack the newer rules.
  const rules: Rules = {
    yieldPercentPerYear: YIELD_PERCENT,
    payouts: 'at-result',
    convertFeeBps: 0,
    fillModel: 'pessimistic',
    ...(JSON.parse(kept) as Partial<Rules> & Omit<Rules, 'yieldPercentPerYear' | 'payouts' | 'convertFeeBps' | 'fillModel'>),
  }
  for (const rule of RULES)
    if (wished[rule] !== undefined && wished[rule] !== rules[rule])
      log('a rule cannot change after the first start with these data; the first value is kept', {
        rule,
        kept: rules[rule],
        wished: wished[rule],
      })
  return rules
}

const RULES = [
  'seed',
  'settlementMs',
  'settlementFailPercent',
  'takerDelayMs',
  'yieldPercentPerYear',
  'payouts',
  'convertFeeBps',
  'fillModel',
] as const

/** The rules as options of the core. Seed and number of a match decide whether its settlement fails, so that is the same in each replay. */
export const coreOptions = (rules: Rules): CoreOptions => {
  const { seed, settlementMs, settlementFailPercent, takerDelayMs, payouts, convertFeeBps, fillModel } = rules
  return {
    fillModel: () => FILL_MODELS[fillModel],
    settlementUs: settlementMs * 1_000,
    takerDelayUs: takerDelayMs * 1_000,
    paysAtResult: payouts === 'at-result',
    convertFeeBps,
    settles: match => settlementFailPercent === 0 || scatter(seed, match) * 100 >= settlementFailPercent,
  }
}

/** A hash of two numbers, 0 <= u < 1; the hashes of neighbours are unrelated. */
const scatter = (seed: number, match: number): number => {
  let mixed = Math.imul(seed ^ Math.imul(match, 0x9e3779b1), 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  mixed ^= mixed >>> 16
  return (mixed >>> 0) / 4_294_967_296
}
