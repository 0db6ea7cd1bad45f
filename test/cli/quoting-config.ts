import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** A world of three markets: what is looked at here is not how many there are. */
export const PAPER = { name: 'predict', embedded: { seed: 1, worldFile: resolve('config/three-markets.yaml') } }
/** So far from the touch that no trade reaches the orders while a slow machine starts one command after the other. */
export const OUT_OF_REACH = { halfSpreadTicks: 10, leanTicks: 0 }

/** Writes a config that quotes both sides of its markets. */
export const withConfig = (
  home: string,
  venue: object = PAPER,
  strategy: { readonly markets?: readonly string[]; readonly parameters?: object } = {},
  settings: { readonly unattendedMaxMs?: number } = {},
): string => {
  const file = join(home, 'config.yaml')
  const strategies = [{ strategy: 'two-sided', ...strategy }]
  writeFileSync(file, JSON.stringify({ venue, strategies, limits: { positionMaxShares: 300 }, ...settings }))
  return file
}
