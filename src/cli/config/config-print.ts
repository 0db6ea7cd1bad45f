import { type BacktestConfig, backtestSchema } from './backtest-schema.js'

/** Fields that were always part of a backtest's hash, whatever their values. */
const FIRST = new Set([
  ...['markets', 'profile', 'fees', 'settlement', 'rewards', 'takerDelayMs', 'fundUsdt', 'limits', 'requote', 'budget'],
  ...['graceMs', 'decideEveryMs'],
])
const FIRST_LIMITS = new Set([
  ...['positionMaxShares', 'positionMaxUsdt', 'openNotionalMaxUsdt', 'worstCaseLossMaxUsdt', 'priceCollarTicks'],
  ...['orderMinUsdt', 'inputAgeMaxMs', 'clockOffsetMaxMs', 'lossPerDayMaxUsdt', 'drawdownMaxUsdt', 'lossPerDayMaxPercent'],
  ...['drawdownMaxPercent', 'settlementFailPercentMax', 'settlementWindow', 'stopBeforeEndSeconds'],
])
const FIRST_REQUOTE = new Set([
  ...['requoteEveryMs', 'priceHysteresisTicks', 'sizeHysteresisPercent', 'orderLifeSeconds', 'backoffMs'],
])

/**
 * The fields of a backtest's own config that decide its result, beside recording, strategy, parameters, models and latency. A field that was added
 * later is included only if it differs from its default, so that older configs keep their hashes.
 */
export function configPrint(config: BacktestConfig): object {
  const {
    recording: _,
    parameters: __,
    models: ___,
    strategy: ____,
    sweep: _____,
    walkForward: ______,
    latency: _______,
    ...rest
  } = config
  const { limits, requote } = rest
  const kept = {
    limits: saying(limits, DEFAULTS.limits, FIRST_LIMITS),
    requote: saying(requote, DEFAULTS.requote, FIRST_REQUOTE),
  }
  return saying({ ...rest, ...kept }, DEFAULTS, FIRST)
}

const DEFAULTS = backtestSchema.parse({ recording: '.', strategy: '.' })

function saying(fields: object, defaults: object, first: ReadonlySet<string>): object {
  const usual = new Map<string, unknown>(Object.entries(defaults))
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => first.has(name) || JSON.stringify(value) !== JSON.stringify(usual.get(name)),
    ),
  )
}
