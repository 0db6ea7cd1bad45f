import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { acquireLease, LeaseHeldError } from '../journal/lease.js'
import { createSigner, type Signer } from '../protocol/sign.js'
import { complaint, type LoadedConfig, resolveSecret } from './config.js'
import type { EmbeddedVenue } from './config-schema.js'
import { ExitCode, ExitError, reasonOf } from './exit.js'
import type { Logger } from './log.js'
import { openPaperWallet } from './paper-wallet.js'

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
}

/** Nothing signed on paper is valid on the main chain. */
const PAPER_CHAIN = 97
const MAIN_CHAIN = 56
const CLOSE_MS = 3_000

/** Takes the wallet's lease and, on paper, starts its exchange. Rejects with an `ExitError`. */
export async function openWorld(options: WorldOptions): Promise<World> {
  const { embedded } = options.loaded.config.venue
  return embedded === undefined ? openLive(options) : await openPaper(options, embedded)
}

async function openPaper({ home, seed, log }: WorldOptions, embedded: EmbeddedVenue): Promise<World> {
  const { world, fundUsdt, settlementMs, settlementFailPercent, crowd } = embedded
  const signerOf = (privateKey: string): Signer => createSigner({ privateKey, chainId: PAPER_CHAIN })
  const stateRoot = join(home, 'state')
  const { privateKey, folder } = openPaperWallet({ stateRoot, world, addressOf: key => signerOf(key).address })
  const signer = signerOf(privateKey)
  const release = lease(folder)
  try {
    const { startExchangeWorker } = await import('../exchange.js')
    const exchange = await startExchangeWorker({
      data: join(folder, 'exchange'),
      seed: seed ?? embedded.seed,
      chainId: PAPER_CHAIN,
      fund: [{ address: signer.address, usdt: String(fundUsdt) }],
      crowd,
      log: (text, fields) => log.info(fields ?? {}, text),
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
  const { baseUrl, wsUrl, rpcUrl, apiKey, privateKey, account, chainId } = config.venue
  if (baseUrl === undefined || wsUrl === undefined || rpcUrl === undefined || privateKey === undefined) {
    throw complaint(source, ['venue'], 'expected baseUrl, wsUrl, rpcUrl and privateKey')
  }
  const secret = (field: 'apiKey' | 'privateKey', value: NonNullable<typeof privateKey>): string =>
    resolveSecret(source, ['venue', field], value, environment)
  const key = secret('privateKey', privateKey)
  if (!/^0x[0-9a-fA-F]{64}$/.test(key)) throw complaint(source, ['venue', 'privateKey'], 'expected 0x and 64 hex digits')
  const signer = createSigner({ privateKey: key, chainId: chainId ?? MAIN_CHAIN, account })
  const folder = join(home, 'state', `predict-${signer.address.toLowerCase()}`)
  const release = lease(folder)
  return {
    mode: 'live',
    baseUrl,
    wsUrl,
    rpcUrl,
    apiKey: apiKey === undefined ? '' : secret('apiKey', apiKey),
    signer,
    folder,
    close: async () => release(),
  }
}

function lease(folder: string): () => void {
  try {
    const held = acquireLease(folder)
    return () => held.release()
  } catch (error) {
    if (error instanceof LeaseHeldError) throw new ExitError(ExitCode.REFUSED, error.message, error)
    throw error
  }
}
