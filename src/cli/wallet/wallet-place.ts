import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunningExchange } from '../../exchange.js'
import type { LoadedConfig } from '../config/config.js'
import type { EmbeddedVenue } from '../config/config-schema.js'
import { ExitCode, ExitError, reasonOf } from '../config/exit.js'
import { type EmbeddedWorld, embeddedStanza, embeddedWorld, PAPER_CHAIN } from './embedded-world.js'
import { findPaperWallet, openPaperWallet, type PaperWallet } from './paper-wallet.js'
import { RUN_HISTORY } from './run-folder.js'
import { type TakenWallet, takeWallet } from './take-wallet.js'
import { accountIn, walletName } from './wallet-name.js'

/** A wallet's folder and where its venue is. Paper and live differ in nothing else. */
export interface WalletPlace {
  readonly mode: 'paper' | 'live'
  /** What the venue is opened with at the embedded exchange, the key of its wallet included; null: what the config says. */
  readonly stanza: unknown
  /** `state/<venue>-<account>`: this wallet's alone while the place is open. */
  readonly folder: string
  readonly wallet: TakenWallet
  /** On paper: keeps the exchange's history in the folder of a run, for a calibration of it. */
  keepHistory(runFolder: string): void
  close(): Promise<void>
}

export interface PlaceOptions {
  readonly loaded: LoadedConfig
  /** Where `state/` and `runs/` lie. */
  readonly home: string
  readonly log: {
    info(fields: Readonly<Record<string, unknown>>, text: string): void
    warn(text: string): void
  }
  readonly seed: number | null
  readonly environment: Readonly<Record<string, string | undefined>>
  /** True: without a crowd on paper, for work that only looks and removes. */
  readonly isQuiet?: boolean
}

const CLOSE_MS = 3_000
/** Beyond the life of its orders, an earlier run may take this long to end. */
const ENDING_MS = 30_000

/** Takes the wallet and, on paper, starts its exchange. `accountOf` tells whose wallet it is on a venue elsewhere. Rejects with an `ExitError`. */
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
      // It has committed whatever it has answered, so one that does not end in time may be left to the end of the process.
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

/** The signer's code takes a while to load, and only a new wallet needs it. */
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
  const wallet = await take(folder, options)
  const close = async (): Promise<void> => wallet.release()
  // A venue elsewhere keeps its own.
  const keepHistory = (): void => undefined
  return { mode: 'live', stanza: null, folder, wallet, keepHistory, close }
}

/** How long the orders of a keeper that is still at work may live where the config leaves it to the number of markets, which only it knows. */
const AUTO_LIFE_SECONDS = 120

function take(folder: string, { loaded, log }: PlaceOptions): Promise<TakenWallet> {
  const { orderLifeSeconds: asked } = loaded.config.requote
  return takeWallet(folder, {
    waitMs: (asked === 'auto' ? AUTO_LIFE_SECONDS : asked) * 1_000 + ENDING_MS,
    onWait: why => log.warn(`waiting: ${why}`),
  })
}
