import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** A world of three markets: what is looked at here is not how many there are. */
export const PAPER = { name: 'predict', embedded: { seed: 1, worldFile: resolve('config/three-markets.yaml') } }
/** So far from the touch that no trade reaches the orders while a slow machine starts one command after the other. */
export const OUT_OF_REACH = { halfSpreadTicks: 10, leanTicks: 0 }

/** A config's `venue` for an account of an exchange that runs. */
export const venueOf = (exchange: Reached, account: number): object => {
  const { baseUrl, wsUrl, rpcUrl, chainId, apiKey, accounts } = exchange
  return { name: 'predict', baseUrl, wsUrl, rpcUrl, chainId, apiKey, privateKey: accounts[account]?.privateKey }
}

/** What a wallet needs to know of an exchange to trade on it. */
export interface Reached {
  readonly baseUrl: string
  readonly wsUrl: string
  readonly rpcUrl: string
  readonly chainId: number
  readonly apiKey: string
  readonly accounts: readonly { readonly privateKey: string }[]
}

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
