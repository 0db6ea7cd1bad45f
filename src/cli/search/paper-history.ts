import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type History, openHistory } from '../../exchange/server/log/open-history.js'
import { reasonOf } from '../../model/reason-of.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { findPaperWallet } from '../wallet/paper-wallet.js'
import { RUN_HISTORY } from '../wallet/run-folder.js'
import { accountIn } from '../wallet/wallet-name.js'

/** The history of the exchange of a run on paper, and the run's wallet there. */
interface PaperHistory {
  readonly history: History
  /** Lower-case address. */
  readonly wallet: string
}

const configSchema = z.looseObject({ venue: z.looseObject({ embedded: z.looseObject({ world: z.string() }).optional() }) })

/**
 * Opens the history of the exchange of a run on paper: the one stored with the run, or else what the exchange's own data still contain; null: the run
 * was not on paper, or neither exists. Throws an `ExitError` if the exchange is running or its data cannot be read.
 */
export function openPaperHistory(runFolder: string, home: string): PaperHistory | null {
  const kept = open(join(runFolder, RUN_HISTORY))
  if (kept?.wallet != null) return { history: kept, wallet: kept.wallet }
  const file = join(runFolder, 'config.json')
  if (!existsSync(file)) return null
  const world = configSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data?.venue.embedded?.world
  const wallet = world === undefined ? null : findPaperWallet(join(home, 'state'), world)
  if (wallet === null) return null
  const history = open(join(wallet.folder, 'exchange'))
  return history === null ? null : { history, wallet: accountIn(wallet.folder) }
}

function open(data: string): History | null {
  try {
    return openHistory(data)
  } catch (error) {
    const what = `the exchange in ${data} cannot be read (${reasonOf(error)}): stop the run that has it open`
    throw new ExitError(ExitCode.FAILED, what, error)
  }
}
