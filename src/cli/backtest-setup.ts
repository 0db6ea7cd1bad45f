import { resolve } from 'node:path'
import type { BacktestOptions } from '../../backtest/backtest-options.js'
import { drawn, type RoundTrip } from '../../backtest/latency.js'
import type { Assignment } from '../engine/desk-options.js'
import { optimistic, pessimistic, probabilistic } from '../exchange/core/fill-models.js'
import type { FillModel } from '../model/fill-model.js'
import type { Market } from '../model/market.js'
import { Price, Size, Wei } from '../model/money.js'
import { toJson } from '../model/plain.js'
import type { Recording } from '../recording/recording.js'
import { type BacktestConfig, backtestSchema, MODELS } from './backtest-schema.js'
import { latencyOf, latencyPrint, readTrips } from './chosen-latency.js'
import { checked, complaint, loadSource } from './config.js'
import type { ConfigSource } from './config-error.js'
import { ExitCode, ExitError } from './exit.js'
import { expectTradable } from './expect-tradable.js'
import { loadStrategy } from './load-strategy.js'
import { packageVersion } from './package-version.js'

/** A backtest's config, with everything in it loaded but the recording. */
export interface BacktestSetup {
  readonly config: BacktestConfig
  readonly source: ConfigSource
  /** The config's, absolute: what it names is seen from there. */
  readonly folder: string
  readonly definition: Assignment['definition']
  readonly parameters: unknown
  /** Absolute. */
  readonly recording: string
  readonly models: readonly FillModel[]
  /** Of the run that the latency names; none where it names none. */
  readonly trips: readonly RoundTrip[]
}

/** Reads a config and what it names. Rejects with an `ExitError` of code 2 that names file and line. */
export async function setUpBacktest(
  file: string,
  asked: { readonly models?: string | undefined; readonly recording?: string | undefined },
): Promise<BacktestSetup> {
  const source = loadSource(file)
  const config = checked(source, backtestSchema, source.document.toJS(), [])
  const folder = resolve(file, '..')
  const definition = await loadStrategy(config.strategy, folder).catch((error: unknown) => {
    throw error instanceof ExitError ? complaint(source, ['strategy'], error.message) : error
  })
  return {
    config,
    source,
    folder,
    definition,
    parameters: checked(source, definition.parameters, config.parameters, ['parameters']),
    recording: asked.recording === undefined ? resolve(folder, config.recording) : resolve(asked.recording),
    models: modelsOf(asked.models ?? config.models.join(',')),
    trips: await readTrips({ config, source, folder }),
  }
}

/** What the driver runs on over a recording. Throws an `ExitError` of code 2 for a market that is not there, and for one that nothing can be filled against. */
export function backtestOptions(setup: BacktestSetup, recording: Omit<Recording, 'chunks'>): BacktestOptions {
  const { config, definition, parameters, models } = setup
  const { limits, requote, budget, graceMs, decideEveryMs, settlement, takerDelayMs, fees } = config
  const markets = recording.markets.map(market => ({ ...market, takerFeeBps: fees.takerFeeBps ?? market.takerFeeBps }))
  const chosen = chooseMarkets(setup, markets)
  expectTradable(setup, recording, chosen)
  return {
    markets,
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

const BY_NAME: Readonly<Record<(typeof MODELS)[number], FillModel>> = { pessimistic, probabilistic, optimistic }

/** The pessimistic one first: it is the headline. */
function modelsOf(text: string): readonly FillModel[] {
  const names = text === 'all' ? MODELS : text.split(',').map(name => name.trim())
  const unknown = names.find(name => !(name in BY_NAME))
  if (unknown !== undefined)
    throw new ExitError(ExitCode.USAGE, `--models: expected all, or some of ${MODELS.join(', ')}, found "${unknown}"`)
  return MODELS.filter(name => names.includes(name)).map(name => BY_NAME[name])
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
