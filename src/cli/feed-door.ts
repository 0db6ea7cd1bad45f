import { setTimeout as pause } from 'node:timers/promises'
import { complaint, type LoadedConfig, resolveSecret } from './config.js'
import { type EmbeddedWorld, embeddedWorld } from './embedded-world.js'
import { ExitCode, ExitError, reasonOf } from './exit.js'
import type { Logger } from './log.js'

/** Where a venue's public feed is heard. No wallet is asked for: who only listens needs no key, and holds up nobody who trades. */
export interface FeedDoor {
  readonly baseUrl: string
  readonly wsUrl: string
  readonly rpcUrl: string
  /** Empty: the venue wants none. */
  readonly apiKey: string
  close(): Promise<void>
}

interface FeedDoorOptions {
  readonly loaded: LoadedConfig
  readonly log: Logger
  readonly environment: Readonly<Record<string, string | undefined>>
}

const CLOSE_MS = 3_000

/** Finds the venue of a config; an embedded one is started in memory, beside whatever trades on its own. Rejects with an `ExitError`. */
export async function openFeedDoor({ loaded, log, environment }: FeedDoorOptions): Promise<FeedDoor> {
  const { config, source } = loaded
  const { embedded, baseUrl, wsUrl, rpcUrl, apiKey } = config.venue
  if (embedded !== undefined) return startInMemory(await embeddedWorld(loaded, embedded, environment), log)
  if (baseUrl === undefined || wsUrl === undefined || rpcUrl === undefined)
    throw complaint(source, ['venue'], 'expected baseUrl, wsUrl and rpcUrl')
  const key = apiKey === undefined ? '' : resolveSecret(source, ['venue', 'apiKey'], apiKey, environment)
  return { baseUrl, wsUrl, rpcUrl, apiKey: key, close: async () => undefined }
}

async function startInMemory(world: EmbeddedWorld, log: Logger): Promise<FeedDoor> {
  try {
    const { startExchangeWorker } = await import('../exchange/server/exchange-thread.js')
    const exchange = await startExchangeWorker({
      ...world,
      data: ':memory:',
      log: (text, fields) => log.info(fields ?? {}, text),
    })
    const { baseUrl, wsUrl, rpcUrl, apiKey } = exchange
    // It keeps nothing, so one that does not end in time may be left to the end of the process.
    const close = async (): Promise<void> => {
      await Promise.race([exchange.close(), pause(CLOSE_MS, undefined, { ref: false })])
    }
    return { baseUrl, wsUrl, rpcUrl, apiKey, close }
  } catch (error) {
    throw new ExitError(ExitCode.FAILED, `the embedded exchange did not start: ${reasonOf(error)}`, error)
  }
}
