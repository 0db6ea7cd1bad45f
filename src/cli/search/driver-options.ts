import type { BacktestOptions } from '../../../backtest/backtest-options.js'
import { drawn } from '../../../backtest/latency.js'
import type { DeskSettings } from '../../engine/desk-options.js'
import { Price, Size, Wei } from '../../model/money.js'
import { toJson } from '../../model/plain.js'
import type { Recording } from '../../recording/columns/recording.js'
import type { BacktestTerms } from '../config/backtest-terms.js'
import { bindStanza } from '../config/bind-stanza.js'
import { configPrint } from '../config/config-print.js'
import { deskSettingsOf } from '../config/desk-settings-of.js'
import { stanzaNames } from '../config/load-stanzas.js'
import { packageVersion } from '../config/package-manifest.js'
import type { BacktestSetup, PortfolioSetup } from './backtest-setup.js'
import { latencyOf, latencyPrint } from './chosen-latency.js'
import { expectTradable } from './expect-tradable.js'
import { marketTerms } from './market-terms.js'
import type { Places } from './place-markets.js'
import { withoutProbes } from './without-probes.js'

type Recorded = Omit<Recording, 'chunks'>

/**
 * The options of the driver for a recording. `places`: the strategy of each market. Throws an `ExitError` of code 2 if orders cannot be filled
 * against a market.
 */
export function driverOptions(setup: BacktestSetup, recording: Recorded, places: Places): BacktestOptions {
  const { terms, stanzas, models } = setup
  const { settlement, takerDelayMs, fundUsdt } = terms
  const markets = recording.markets.map(marketTerms(terms, recording))
  expectTradable(setup, recording, places)
  const assignments = markets.flatMap((market, at) => {
    const place = places[at] ?? -1
    const stanza = stanzas[place]
    return stanza === undefined ? [] : [bindStanza(stanza, market, place)]
  })
  return {
    markets,
    joining: new Set(recording.joining),
    assignments,
    strategies: stanzaNames(stanzas).map((name, stanza) => ({
      name,
      markets: markets.filter((_, at) => places[at] === stanza).map(({ index }) => index),
    })),
    settings: settingsOf(setup, recording, places),
    models,
    rewards: rewardsOf(terms),
    latency: latencyOf(setup, recording.coverage),
    fund: Wei.ofSize(Size.ofShares(fundUsdt)),
    fingerprint: fingerprintOf(setup, recording, places),
    terms: {
      settlementUs: settlement.delayMs * 1_000,
      settles: match => drawn(settlement.seed, 0, match) * 100 >= settlement.failPercent,
      takerDelayUs: takerDelayMs * 1_000,
    },
  }
}

/** A recorded book does not contain our orders. */
function settingsOf(setup: BacktestSetup, recording: Recorded, places: Places): DeskSettings {
  if (setup.kind === 'run') return portfolioSettings(setup, recording, places)
  const { makerOnly, requote, budget, graceMs, decideEveryMs } = setup.config
  const limits = { ...setup.config.limits, makerOnly }
  return { limits, requote, budget, graceMs, decideEveryMs, ownInBook: false }
}

function portfolioSettings({ loaded }: PortfolioSetup, recording: Recorded, places: Places): DeskSettings {
  const joining = new Set(recording.joining)
  const assigned = recording.markets.filter(({ id }, at) => places[at] !== null && !joining.has(id)).length
  return deskSettingsOf(withoutProbes(loaded, recording), assigned, false).settings
}

function rewardsOf({ rewards: { usdtPerPoint, terms } }: BacktestTerms): NonNullable<BacktestOptions['rewards']> {
  if (terms === undefined) return { usdtPerPoint, terms: null }
  const { spreadMax, sizeMinShares, pointsPerHour } = terms
  const own = { spreadMax: Price.of(Math.round(spreadMax * 10_000)), sizeMin: Size.ofShares(sizeMinShares), pointsPerHour }
  return { usdtPerPoint, terms: own }
}

/** What decides a result besides the code: the rows, the config without the location of its files, the fill models. */
function fingerprintOf(setup: BacktestSetup, recording: Recorded, places: Places): string {
  const names = setup.models.map(({ name }) => name)
  const data = [packageVersion(), recording.fingerprint, recording.markets]
  if (setup.kind === 'backtest') {
    const { definition, parameters, config } = setup
    return toJson([...data, definition.name, parameters, names, configPrint(config), latencyPrint(setup)])
  }
  const { stanzas, terms } = setup
  const { models: _, latency: __, ...rest } = terms
  const strategies = stanzas.map(({ definition, parameters }) => [definition.name, parameters])
  return toJson([...data, strategies, places, names, settingsOf(setup, recording, places), rest, latencyPrint(setup)])
}
