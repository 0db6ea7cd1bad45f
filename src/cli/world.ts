import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { acquireLease, LeaseHeldError } from '../journal/lease.js'
import { createSigner, type Signer } from '../protocol/sign.js'
import { complaint, type LoadedConfig, resolveSecret } from './config.js'
import type { EmbeddedVenue } from './config-schema.js'
import { embeddedMarkets } from './embedded-markets.js'
import { ExitCode, ExitError, reasonOf } from './exit.js'
import type { Logger } from './log.js'
import { openPaperWallet } from './paper-wallet.js'
import { walletSigner } from './wallet-key.js'

/** Where a run trades and with which wallet. Paper and live differ in nothing else. */
export interface World {
  readonly mode: 'paper' | 'live'
  readonly baseUrl: string
  readonly wsUrl: string
  readonly rpcUrl: string
  /** Empty: the venue wants none. */
  readonly apiKey: string
  readonly signer: Signer
  /** `state/<venue>-<address>`: this wallet's alone while the world is open. */
  readonly folder: string
  close(): Promise<void>
}

export interface WorldOptions {
  readonly loaded: LoadedConfig
  /** Where `state/` and `runs/` lie. */
  readonly home: string
  readonly log: Logger
  readonly seed: number | null
  readonly environment: Readonly<Record<string, string | undefined>>
  /** On paper nobody else trades: for work that only looks and removes. */
  readonly isQuiet?: boolean
}

/** Nothing signed on paper is valid on the main chain. */
const PAPER_CHAIN = 97
const CLOSE_MS = 3_000

/** Takes the wallet's lease and, on paper, starts its exchange. Rejects with an `ExitError`. */
export async function openWorld(options: WorldOptions): Promise<World> {
  const { embedded } = options.loaded.config.venue
  return embedded === undefined ? openLive(options) : await openPaper(options, embedded)
}

async function openPaper({ home, seed, log, isQuiet }: WorldOptions, embedded: EmbeddedVenue): Promise<World> {
  const { world, fundUsdt, settlementMs, settlementFailPercent, crowd } = embedded
  const signerOf = (privateKey: string): Signer => createSigner({ privateKey, chainId: PAPER_CHAIN })
  const stateRoot = join(home, 'state')
  const { privateKey, folder } = openPaperWallet({ stateRoot, world, addressOf: key => signerOf(key).address })
  const signer = signerOf(privateKey)
  const release = takeLease(folder)
  try {
    const { startExchangeWorker } = await import('../exchange/server/exchange-thread.js')
    const exchange = await startExchangeWorker({
      data: join(folder, 'exchange'),
      seed: seed ?? embedded.seed,
      chainId: PAPER_CHAIN,
      fund: [{ address: signer.address, usdt: String(fundUsdt) }],
      crowd: isQuiet === true ? { kind: 'none' } : crowd,
      log: (text, fields) => log.info(fields ?? {}, text),
      ...embeddedMarkets(embedded),
      ...(settlementMs !== undefined && { settlementMs }),
      ...(settlementFailPercent !== undefined && { settlementFailPercent }),
    })
    const { baseUrl, wsUrl, rpcUrl, apiKey } = exchange
    const close = async (): Promise<void> => {
      // It has committed whatever it has answered, so one that does not end in time may be left to the end of the process.
      await Promise.race([exchange.close(), pause(CLOSE_MS, undefined, { ref: false })])
      release()
    }
    return { mode: 'paper', baseUrl, wsUrl, rpcUrl, apiKey, signer, folder, close }
  } catch (error) {
    release()
    throw new ExitError(ExitCode.FAILED, `the embedded exchange did not start: ${reasonOf(error)}`, error)
  }
}

function openLive({ loaded, home, environment }: WorldOptions): World {
  const { config, source } = loaded
  const { baseUrl, wsUrl, rpcUrl, apiKey } = config.venue
  if (baseUrl === undefined || wsUrl === undefined || rpcUrl === undefined) {
    throw complaint(source, ['venue'], 'expected baseUrl, wsUrl and rpcUrl')
  }
  const signer = walletSigner(loaded, environment)
  const folder = join(home, 'state', walletName(signer.address))
  const release = takeLease(folder)
  try {
    const key = apiKey === undefined ? '' : resolveSecret(source, ['venue', 'apiKey'], apiKey, environment)
    return { mode: 'live', baseUrl, wsUrl, rpcUrl, apiKey: key, signer, folder, close: async () => release() }
  } catch (error) {
    release()
    throw error
  }
}

/** A wallet's folder under `state/`. */
export const walletName = (address: string): string => `predict-${address.toLowerCase()}`

/** Takes a wallet's lease. Throws an `ExitError` with code 3 where another process has it. */
export function takeLease(folder: string): () => void {
  try {
    const held = acquireLease(folder)
    return () => held.release()
  } catch (error) {
    if (error instanceof LeaseHeldError) throw new ExitError(ExitCode.REFUSED, error.message, error)
    throw error
  }
}
