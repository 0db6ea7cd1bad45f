import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { type ExchangeOptions, type RunningExchange, startExchange } from '../../../src/exchange.js'

const open = new Set<RunningExchange>()
const folders: string[] = []

/** An exchange without crowd and call limits, closed after the test. */
export const start = async (options: ExchangeOptions = {}): Promise<RunningExchange & { readonly market: number }> => {
  const exchange = await startExchange({ crowd: { kind: 'none' }, settlementMs: 5, rateLimits: null, ...options })
  open.add(exchange)
  return { ...exchange, market: exchange.markets[0]?.id ?? 0 }
}

/** A data folder that is gone after the test. */
export const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'oddsmith-exchange-'))
  folders.push(made)
  return made
}

afterEach(async () => {
  await Promise.all([...open].map(exchange => exchange.close()))
  open.clear()
  for (const made of folders.splice(0)) rmSync(made, { recursive: true })
})
