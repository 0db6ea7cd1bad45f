import { join, resolve } from 'node:path'
import { backUp } from '../../journal/backup.js'
import { ExitCode } from '../config/exit.js'
import { printText } from '../screen/print-text.js'
import type { JournalFlags } from './show-journal.js'
import { findWalletFolder } from './wallet-folder.js'
import { accountIn } from './wallet-name.js'

/** Copies a wallet's journal to a file, whether its daemon runs or not. Rejects with a `JournalError`. */
export async function backupJournal(to: string, file: string | undefined, flags: JournalFlags): Promise<ExitCode> {
  const folder = await findWalletFolder({ home: resolve(flags.home), file, wallet: flags.wallet, environment: process.env })
  const bytes = await backUp(join(folder, 'journal.db'), resolve(to))
  const wallet = accountIn(folder)
  const text = `wallet ${wallet}: its journal was copied to ${to} and checked, ${(bytes / 1e6).toFixed(1)} MB`
  printText(`${flags.json === true ? JSON.stringify({ wallet, file: to, bytes }) : text}\n`)
  return ExitCode.DONE
}
