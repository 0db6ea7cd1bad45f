import { createCore } from '../../src/exchange/core/core.js'
import { coreOptions, keptRules } from '../../src/exchange/server/log/rules.js'
import { openStore } from '../../src/exchange/server/log/store.js'
import { type RunningServer, startServer } from '../../src/exchange/server/start-server.js'
import type { TextLog } from '../../src/exchange/server/text-log.js'

/** The result of a process that started an exchange once. */
export interface Started {
  /** Seconds until it listened. */
  readonly seconds: number
  readonly openOrders: number
}

/** Starts an exchange on a data folder that keeps its whole log, without rate limits and crowd. */
export const serve = (data: string, snapshotEvery: number): Promise<RunningServer> => {
  const log: TextLog = (text, fields) => process.stderr.write(`${text} ${JSON.stringify(fields)}\n`)
  const store = openStore(data)
  const rules = keptRules(store, { seed: 1, settlementMs: 0 }, log)
  return startServer({
    openCore: state => createCore(coreOptions(rules), state),
    thread: { rules, chainId: 97 },
    store,
    host: '127.0.0.1',
    port: 0,
    chainId: 97,
    apiKey: 'bench',
    requireApiKey: true,
    limits: null,
    heartbeatMs: 15_000,
    smartAccounts: [],
    snapshotEvery,
    keepsLog: true,
    log,
  })
}

/** Runs in a process of its own: starts the exchange of a folder once, and reports how long that took. */
const startOnce = async (data: string): Promise<void> => {
  const begin = performance.now()
  const server = await serve(data, Number.MAX_SAFE_INTEGER)
  const seconds = (performance.now() - begin) / 1_000
  let openOrders = 0
  for (const market of server.exchange.writes.sequencer.core.markets()) openOrders += market.restingOrders
  process.stdout.write(JSON.stringify({ seconds, openOrders } satisfies Started), () => process.exit())
}

const [, script, data] = process.argv
if (script?.endsWith('start-once.js') === true && data !== undefined) await startOnce(data)
