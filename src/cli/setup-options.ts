import type { BacktestOptions } from '../../backtest/backtest-options.js'
import { drawn } from '../../backtest/latency.js'
import type { Market } from '../model/market.js'
import { Price, Size, Wei } from '../model/money.js'
import { toJson } from '../model/plain.js'
import type { Recording } from '../recording/recording.js'
import type { BacktestConfig } from './backtest-schema.js'
import type { BacktestSetup } from './backtest-setup.js'
import { latencyOf, latencyPrint } from './chosen-latency.js'
import { complaint } from './config.js'
import { expectTradable } from './expect-tradable.js'
import { marketTerms } from './market-terms.js'
import { packageVersion } from './package-version.js'

/** What the driver runs on over a recording. Throws an `ExitError` of code 2 for a market that is not there, and for one that nothing can be filled against. */
export function backtestOptions(setup: BacktestSetup, recording: Omit<Recording, 'chunks'>): BacktestOptions {
  const { config, definition, parameters, models } = setup
  const { limits, requote, budget, graceMs, decideEveryMs, settlement, takerDelayMs } = config
  const markets = recording.markets.map(marketTerms(config, recording))
  const chosen = chooseMarkets(setup, markets)
  expectTradable(setup, recording, chosen)
  return {
    markets,
    joining: new Set(recording.joining),
    assignments: chosen.map(({ index }) => ({ market: index, definition, parameters })),
    settings: { limits, requote, budget, graceMs, decideEveryMs, ownInBook: false },
    models,
    rewards: rewardsOf(config),
    latency: latencyOf(setup, recording.coverage),
    fund: Wei.ofSize(Size.ofShares(config.fundUsdt)),
    fingerprint: fingerprintOf(setup, recording),
    terms: {
      settlementUs: settlement.delayMs * 1_000,
      settles: match => drawn(settlement.seed, 0, match) * 100 >= settlement.failPercent,
      takerDelayUs: takerDelayMs * 1_000,
    },
  }
}

function rewardsOf({ rewards: { usdtPerPoint, terms } }: BacktestConfig): NonNullable<BacktestOptions['rewards']> {
  if (terms === undefined) return { usdtPerPoint, terms: null }
  const { spreadMax, sizeMinShares, pointsPerHour } = terms
  const own = { spreadMax: Price.of(Math.round(spreadMax * 10_000)), sizeMin: Size.ofShares(sizeMinShares), pointsPerHour }
  return { usdtPerPoint, terms: own }
}

function chooseMarkets({ config, source }: BacktestSetup, markets: readonly Market[]): readonly Market[] {
  if (config.markets === 'all') return markets
  return config.markets.map((id, at) => {
    const market = markets.find(each => each.id === String(id))
    if (market === undefined) throw complaint(source, ['markets', at], `the recording has no market ${id}`)
    return market
  })
}

/** What decides a result beside the code's version: the rows, the config without the place of its files, the models. */
function fingerprintOf(setup: BacktestSetup, recording: Omit<Recording, 'chunks'>): string {
  const { config, parameters, models, definition } = setup
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
  const names = models.map(({ name }) => name)
  return toJson([
    packageVersion(),
    recording.fingerprint,
    recording.markets,
    definition.name,
    parameters,
    names,
    rest,
    latencyPrint(setup),
  ])
}
