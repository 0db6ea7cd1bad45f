import { setTimeout as pause } from 'node:timers/promises'
import type { RunningExchange } from '../../exchange.js'
import { reasonOf } from '../../model/reason-of.js'
import type { RunClock } from '../../model/time.js'
import type { Notice } from '../../venues/notice.js'
import type { OpenVenue } from '../../venues/venue-definition.js'
import type { LoadedConfig } from '../config/config.js'
import { ExitCode, ExitError } from '../config/exit.js'
import type { Logger } from '../screen/log.js'
import { type EmbeddedWorld, embeddedStanza, embeddedWorld, PAPER_CHAIN } from './embedded-world.js'
import { openVenue } from './open-venue.js'

/** A venue used only for its public feed. It needs no private key and uses no calls of the wallet's rate limits. */
export interface FeedDoor {
  readonly venue: OpenVenue
  /** Opens another instance, for feeds. */
  readonly openAgain: () => Promise<OpenVenue>
  close(): Promise<void>
}

interface FeedDoorOptions {
  readonly loaded: LoadedConfig
  readonly log: Logger
  readonly clock: RunClock
  readonly environment: Readonly<Record<string, string | undefined>>
}

const CLOSE_MS = 3_000

/** Opens the venue of a config. An embedded exchange is started in memory, beside any that a run uses. Rejects with an `ExitError`. */
export async function openFeedDoor(options: FeedDoorOptions): Promise<FeedDoor> {
  const { loaded, log, environment } = options
  const { embedded } = loaded.config.venue
  const onNotice: Notice = (text, fields) => log.info(fields, text)
  const open = (stanza: unknown): Promise<OpenVenue> => openVenue({ ...options, stanza, onNotice })
  if (embedded === undefined) {
    const venue = await open(null)
    return { venue, openAgain: () => open(null), close: async () => venue.close() }
  }
  const exchange = await startInMemory(await embeddedWorld(loaded, embedded, environment), log)
  const { baseUrl, wsUrl, rpcUrl, apiKey } = exchange
  const place = { baseUrl, wsUrl, rpcUrl, apiKey, privateKey: null, chainId: PAPER_CHAIN }
  const stanza = embeddedStanza(loaded, place)
  const venue = await open(stanza)
  const close = async (): Promise<void> => {
    venue.close()
    // It stores nothing, so if it does not stop in time, the end of the process may stop it.
    await Promise.race([exchange.close(), pause(CLOSE_MS, undefined, { ref: false })])
  }
  return { venue, openAgain: () => open(stanza), close }
}

async function startInMemory(world: EmbeddedWorld, log: Logger): Promise<RunningExchange> {
  try {
    const { startExchangeWorker } = await import('../../exchange/server/exchange-thread.js')
    return await startExchangeWorker({
      ...world,
      data: ':memory:',
      log: (text, fields) => log.info(fields ?? {}, text),
    })
  } catch (error) {
    throw new ExitError(ExitCode.FAILED, `the embedded exchange did not start: ${reasonOf(error)}`, error)
  }
}
