import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { reasonOf } from '../../model/reason-of.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { walletName } from './wallet-name.js'

/** A wallet of the embedded exchange. It has no real money, but only its owner can read the file with its key. */
export interface PaperWallet {
  readonly privateKey: string
  /** `state/<venue>-<address>`, which also contains its journal and its exchange. */
  readonly folder: string
}

const walletSchema = z.strictObject({ world: z.string(), privateKey: z.string().regex(/^0x[0-9a-f]{64}$/) })
const FILE = 'key.json'

/** Finds the wallet of a paper world under `stateRoot`; null: there is none yet. */
export function findPaperWallet(stateRoot: string, world: string): PaperWallet | null {
  if (!existsSync(stateRoot)) return null
  for (const name of readdirSync(stateRoot).toSorted()) {
    const file = join(stateRoot, name, FILE)
    if (!existsSync(file)) continue
    const wallet = read(file)
    if (wallet.world === world) return { privateKey: wallet.privateKey, folder: join(stateRoot, name) }
  }
  return null
}

/** Finds the wallet of a paper world under `stateRoot`, or creates one. `addressOf` computes the address of a key. */
export function openPaperWallet(options: {
  readonly stateRoot: string
  readonly venue: string
  readonly world: string
  readonly addressOf: (privateKey: string) => string
}): PaperWallet {
  const { stateRoot, venue, world, addressOf } = options
  const found = findPaperWallet(stateRoot, world)
  if (found !== null) return found
  const privateKey = `0x${randomBytes(32).toString('hex')}`
  const folder = join(stateRoot, walletName(venue, addressOf(privateKey)))
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, FILE), JSON.stringify({ world, privateKey }), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new ExitError(
      ExitCode.FAILED,
      `the folder of a new wallet could not be made under ${stateRoot}: ${reasonOf(error)}`,
      error,
    )
  }
  return { privateKey, folder }
}

function read(file: string): z.output<typeof walletSchema> {
  try {
    return walletSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    // The message must not contain the file's text, because it is a key.
    const reason =
      error instanceof SyntaxError || error instanceof z.ZodError ? 'it is not what was written there' : reasonOf(error)
    throw new ExitError(ExitCode.FAILED, `the paper wallet ${file} cannot be read: ${reason}`)
  }
}
