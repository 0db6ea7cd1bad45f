import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunningExchange } from '../../exchange.js'
import { JournalError } from '../../journal/journal-error.js'
import { reasonOf } from '../../model/reason-of.js'
import type { LoadedConfig } from '../config/config.js'
import type { EmbeddedVenue } from '../config/config-schema.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { type EmbeddedWorld, embeddedStanza, embeddedWorld, PAPER_CHAIN } from './embedded-world.js'
import { findPaperWallet, openPaperWallet, type PaperWallet } from './paper-wallet.js'
import { RUN_HISTORY } from './run-folder.js'
import { type TakenWallet, takeWallet } from './take-wallet.js'
import { accountIn, walletName } from './wallet-name.js'

/** A wallet's folder and its venue's place. Paper and live differ in nothing else. */
export interface WalletPlace {
  readonly mode: 'paper' | 'live'
  /** The venue's config at the embedded exchange, with its wallet's key; null: the venue's own fields of the config. */
  readonly stanza: unknown
  /** `state/<venue>-<account>`, locked for this process until `close`. */
  readonly folder: string
  readonly wallet: TakenWallet
  /** On paper: writes the exchange's history into the folder of a run, for `calibrate`. */
  keepHistory(runFolder: string): void
  close(): Promise<void>
}

export interface PlaceOptions {
  readonly loaded: LoadedConfig
  /** The folder that contains `state/` and `runs/`. */
  readonly home: string
  readonly log: {
    info(fields: Readonly<Record<string, unknown>>, text: string): void
    warn(text: string): void
  }
  readonly seed: number | null
  readonly environment: Readonly<Record<string, string | undefined>>
  /** True: on paper without a crowd, and without a lock where the disk refuses one, for work that only reads and removes. */
  readonly isQuiet?: boolean
}

const CLOSE_MS = 3_000
/** How long an earlier run may take to end, in addition to the life of its orders. */
const ENDING_MS = 30_000

/** Locks the wallet and, on paper, starts its exchange. `accountOf` returns the account at a real venue. Rejects with an `ExitError`. */
export async function openWalletPlace(options: PlaceOptions, accountOf: () => Promise<string>): Promise<WalletPlace> {
  const { embedded } = options.loaded.config.venue
  return embedded === undefined ? openLive(options, await accountOf()) : await openPaper(options, embedded)
}

async function openPaper(options: PlaceOptions, embedded: EmbeddedVenue): Promise<WalletPlace> {
  const world = await embeddedWorld(options.loaded, embedded, options.environment)
  const { privateKey, folder } = await paperWallet(options, embedded.world)
  const wallet = await take(folder, options)
  try {
    const exchange = await startEmbedded({ ...options, world, fundUsdt: embedded.fundUsdt, folder })
    const { baseUrl, wsUrl, rpcUrl, apiKey } = exchange
    const stanza = embeddedStanza(options.loaded, { baseUrl, wsUrl, rpcUrl, apiKey, privateKey, chainId: PAPER_CHAIN })
    const close = async (): Promise<void> => {
      // It has committed everything that it answered, so if it does not stop in time, the end of the process may stop it.
      await Promise.race([exchange.close(), pause(CLOSE_MS, undefined, { ref: false })])
      wallet.release()
    }
    const bytesMax = options.loaded.config.logs.exchangeHistoryMaxMb * 1_000_000
    const keepHistory = (runFolder: string): void =>
      exchange.keepHistory({ folder: join(runFolder, RUN_HISTORY), wallet: accountIn(folder), bytesMax })
    return { mode: 'paper', stanza, folder, wallet, keepHistory, close }
  } catch (error) {
    wallet.release()
    throw new ExitError(ExitCode.FAILED, `the embedded exchange did not start: ${reasonOf(error)}`, error)
  }
}

/** Loading the signer takes a while, and only a new wallet needs it. */
async function paperWallet({ home, loaded }: PlaceOptions, world: string): Promise<PaperWallet> {
  const stateRoot = join(home, 'state')
  const found = findPaperWallet(stateRoot, world)
  if (found !== null) return found
  const { createSigner } = await import('../../protocol/sign.js')
  const addressOf = (privateKey: string): string => createSigner({ privateKey, chainId: PAPER_CHAIN }).address
  return openPaperWallet({ stateRoot, venue: loaded.definition.name, world, addressOf })
}

interface Embedded extends PlaceOptions {
  readonly world: EmbeddedWorld
  readonly fundUsdt: number
  readonly folder: string
}

async function startEmbedded({ world, fundUsdt, folder, seed, log, isQuiet }: Embedded): Promise<RunningExchange> {
  const { startExchangeWorker } = await import('../../exchange/server/exchange-thread.js')
  const wallet = { address: accountIn(folder), usdt: String(fundUsdt) }
  return startExchangeWorker({
    ...world,
    data: join(folder, 'exchange'),
    fund: [wallet, ...(world.fund ?? [])],
    log: (text, fields) => log.info(fields ?? {}, text),
    ...(seed !== null && { seed }),
    ...(isQuiet === true && { crowd: { kind: 'none' }, markets: [], rounds: [], programme: { series: [] } }),
  })
}

async function openLive(options: PlaceOptions, account: string): Promise<WalletPlace> {
  const folder = join(options.home, 'state', walletName(options.loaded.definition.name, account))
  const wallet = await (options.isQuiet === true ? takeIfPossible : take)(folder, options)
  const close = async (): Promise<void> => wallet.release()
  // A real venue has its own history.
  const keepHistory = (): void => undefined
  return { mode: 'live', stanza: null, folder, wallet, keepHistory, close }
}

/**
 * The greatest life of orders that an earlier keeper may still remove, if the config leaves the life to the number of markets, which only that keeper
 * knows.
 */
const AUTO_LIFE_SECONDS = 120

function take(folder: string, { loaded, log }: PlaceOptions): Promise<TakenWallet> {
  const { orderLifeSeconds: asked } = loaded.config.requote
  return takeWallet(folder, {
    waitMs: (asked === 'auto' ? AUTO_LIFE_SECONDS : asked) * 1_000 + ENDING_MS,
    onWait: why => log.warn(`waiting: ${why}`),
  })
}

const UNLOCKED: TakenWallet = { note: () => undefined, handOver: () => undefined, release: () => undefined }

/** A disk that is full or read-only must not keep orders at the venue, and no run can trade from it. */
async function takeIfPossible(folder: string, options: PlaceOptions): Promise<TakenWallet> {
  try {
    return await take(folder, options)
  } catch (error) {
    if (!(error instanceof JournalError)) throw error
    options.log.warn(`the wallet is not locked meanwhile: ${error.message}`)
    return UNLOCKED
  }
}
