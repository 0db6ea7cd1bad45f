import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Contestant, POINT_USDT } from './contestants.js'

/** What all contestants have in common. */
export interface Rules {
  readonly recording: string
  /** Ids of the markets on which parameters are chosen. */
  readonly train: readonly string[]
  /** Ids of the markets on which the choice is judged. */
  readonly test: readonly string[]
  /** The worst-case loss limit of each market, the same for all. */
  readonly worstCaseUsdt: number
  readonly trials: number
  /** Scratch. */
  readonly home: string
}

/** The parameters with the highest profit on the training markets. */
export interface Choice {
  readonly parameters: Readonly<Record<string, unknown>>
  /** How many were tried. */
  readonly tried: number
  /** Their profit there, in collateral; null: none was tried. */
  readonly profit: number | null
}

const MAIN = fileURLToPath(new URL('../../../dist/src/cli/main.js', import.meta.url))

/** A backtest's config as JSON, which is valid YAML. */
export const configOf = (rules: Rules, contestant: Contestant, more: object): string =>
  JSON.stringify({
    recording: rules.recording,
    strategy: contestant.strategy,
    parameters: contestant.parameters,
    limits: { worstCaseLossMaxUsdt: rules.worstCaseUsdt },
    rewards: { usdtPerPoint: POINT_USDT },
    ...more,
  })

/** Searches a contestant's parameters on the training markets, under the pessimistic model only. */
export async function choose(rules: Rules, contestant: Contestant): Promise<Choice> {
  const { parameters, axes, name } = contestant
  if (axes === null) return { parameters, tried: 0, profit: null }
  const file = join(rules.home, `${name}.yaml`)
  const sweep = { parameters: axes, random: rules.trials, seed: 1, reports: 0 }
  writeFileSync(file, configOf(rules, contestant, { markets: rules.train, sweep }))
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [MAIN, 'sweep', file, '--out', join(rules.home, name), '--json'],
    { maxBuffer: 1 << 28 },
  )
  const found = JSON.parse(stdout) as Found
  const [best] = found.table
  if (best === undefined) throw new Error(`no trial of ${name} succeeded`)
  return { parameters: { ...parameters, ...best.parameters }, tried: found.trials, profit: Number(best.profit.total) }
}

/** The fields of a search's output that are read here. */
interface Found {
  readonly trials: number
  readonly table: readonly {
    readonly parameters: Readonly<Record<string, unknown>>
    readonly profit: { readonly total: string }
  }[]
}
