import { pathToFileURL } from 'node:url'
import type { BacktestOptions } from '../../backtest/backtest-options.js'
import type * as latencyModule from '../../backtest/latency.js'
import type * as runModule from '../../backtest/run.js'
import type { Backtest } from '../../backtest/run.js'
import { deskSettings } from '../../src/engine/settings.js'
import type * as modelsModule from '../../src/exchange/core/fill-models.js'
import type { Market } from '../../src/model/market.js'
import type * as moneyModule from '../../src/model/money.js'
import type * as strategiesModule from '../../strategies/two-sided.js'
import type { Tape } from './recorded-tape.js'
import { ROOT } from './root.js'

/**
 * Variants: `one` account that decides on every event, the same with a strategy that only `keep`s, `three` accounts (one a fill model), one account
 * woken by the `touch`, one that decides at a `cadence` of 100 ms.
 */
export type Variant = 'one' | 'keep' | 'three' | 'touch' | 'cadence'

/** The modules of a built tree. Version 0.1.0 has the same names, so the types of this build hold for both. */
export interface BacktestModules {
  readonly run: typeof runModule
  readonly latency: typeof latencyModule
  readonly models: typeof modelsModule
  readonly money: typeof moneyModule
  readonly strategies: typeof strategiesModule
}

/** Loads the modules of the built tree in `root`. */
export async function backtestModules(root: string): Promise<BacktestModules> {
  return {
    run: await moduleOf(root, 'backtest/run'),
    latency: await moduleOf(root, 'backtest/latency'),
    models: await moduleOf(root, 'src/exchange/core/fill-models'),
    money: await moduleOf(root, 'src/model/money'),
    strategies: await moduleOf(root, 'strategies/two-sided'),
  }
}

/** A module of a built tree, with the type given by the caller. This tree's modules are single files in `build`, an older tree's in `dist`. */
export const moduleOf = async <Module>(root: string, path: string): Promise<Module> =>
  (await import(pathToFileURL(`${root}/${root === ROOT ? 'build' : 'dist'}/${path}.js`).href)) as Module

/** The whole loop once. */
export function playBacktest(modules: BacktestModules, { markets, chunks }: Tape, variant: Variant) {
  const backtest = openBacktest(modules, markets, variant)
  for (const chunk of chunks) backtest.add(chunk)
  return backtest.finish()
}

/** The measured backtest, before its first row. */
export function openBacktest(
  { run, latency, models, money, strategies }: BacktestModules,
  markets: readonly Market[],
  variant: Variant,
): Backtest {
  const { strategy } = strategies
  const definition: BacktestOptions['assignments'][number]['definition'] =
    variant === 'keep' ? { ...strategy, create: () => ({ decide: () => KEEP }) } : strategy
  const { pessimistic, probabilistic, optimistic } = models
  return run.createBacktest({
    markets,
    assignments: markets.map(({ index }) => ({
      market: index,
      definition: { ...definition, watches: variant === 'touch' ? 'touch' : 'depth' },
      parameters: strategy.parameters.parse({}),
    })),
    settings: variant === 'cadence' ? { ...SETTINGS, decideEveryMs: 100 } : SETTINGS,
    models: variant === 'three' ? [pessimistic, probabilistic, optimistic] : [pessimistic],
    latency: latency.constantLatency({ feedMs: 0, entryMs: 50, answerMs: 50 }),
    fund: money.Wei.ofSize(money.Size.ofShares(10_000)),
    fingerprint: 'bench',
  })
}

const KEEP = { kind: 'keep' } as const

/** Plain data with every default filled in, because version 0.1.0 fills in none; it ignores options that it does not know. */
const SETTINGS = deskSettings({
  requote: { priceHysteresisTicks: 1, orderLifeSeconds: 600 },
  limits: {
    positionMaxShares: 200,
    openNotionalMaxUsdt: 1_000,
    worstCaseLossMaxUsdt: 500,
    priceCollarTicks: 15,
    orderMinUsdt: 1,
    drawdownMaxUsdt: 1_000,
  },
  budget: { windows: [{ route: 'create', calls: 20, perMs: 1_000 }] },
  ownInBook: false,
})
