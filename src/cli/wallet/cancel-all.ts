import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openJournal } from '../../journal/journal.js'
import type { OrderHash } from '../../model/ids.js'
import { type RunClock, Timestamp } from '../../model/time.js'
import { createSystemClock } from '../../runtime/system-clock.js'
import { loadConfig } from '../config/config.js'
import { ExitCode } from '../config/exit.js'
import { createLog } from '../screen/log.js'
import { walletEpoch } from './open-wallet-journal.js'
import { openWalletVenue, type WalletVenue } from './wallet-venue.js'

/** Options beside the config. */
export interface CancelAllFlags {
  readonly home: string
  readonly json?: boolean
}

/** The orders that were found, and their removal. */
interface Removed {
  readonly removed: number
  /** How many of them this wallet's journal sent. */
  readonly ours: number
  readonly open: readonly OrderHash[]
}

const REMOVE_MS = 10_000
const ASK_EVERY_MS = 250

/**
 * Removes every order of the wallet at its venue, including those of other programs, and waits until the venue's list is empty. Ends with code 4 if
 * it is not empty after ten seconds, and with 3 if a daemon works with the wallet, because it would quote again.
 */
export async function removeEveryOrder(file: string, flags: CancelAllFlags): Promise<ExitCode> {
  const loaded = await loadConfig(file)
  const log = await createLog('warn')
  const clock = createSystemClock()
  const world = await openWalletVenue({
    ...{ loaded, log, clock, seed: null, isQuiet: true },
    home: resolve(flags.home),
    environment: process.env,
  })
  try {
    const result = await removeIn(world, clock)
    process.stdout.write(`${flags.json === true ? JSON.stringify(result) : wordsOf(result)}\n`)
    return result.open.length === 0 ? ExitCode.DONE : ExitCode.ORDERS_OPEN
  } finally {
    await world.close()
  }
}

async function removeIn({ folder, venue, wallet }: WalletVenue, clock: RunClock): Promise<Removed> {
  const journal = openJournal(join(folder, 'journal.db'), { epoch: walletEpoch(clock.now()) })
  try {
    const known = journal.rows.known(Timestamp.ZERO)
    const gateway = venue.gateway({ signer: wallet.signer, epoch: journal.epoch }, known)
    const own = new Set<string>(known.values())
    const seen = new Set<OrderHash>()
    const deadline = clock.now() + REMOVE_MS * 1_000
    for (;;) {
      const open = await gateway.openHashes()
      for (const hash of open) seen.add(hash)
      if (open.length === 0 || clock.now() > deadline) {
        const gone = [...seen].filter(hash => !open.includes(hash))
        return { removed: gone.length, ours: gone.filter(hash => own.has(hash)).length, open }
      }
      const reports = await gateway.cancel(open)
      // Recording the venue's answer saves the next run from asking again.
      const at = clock.now()
      journal.append({ at, entries: reports.map(report => ({ kind: 'report', at, report })), orders: [] })
      await pause(ASK_EVERY_MS)
    }
  } finally {
    journal.close()
  }
}

function wordsOf({ removed, ours, open }: Removed): string {
  const orders = (count: number): string => `${count} ${count === 1 ? 'order' : 'orders'}`
  const whose = removed === 0 ? '' : ` (${ours} of this journal, ${removed - ours} not ours)`
  const rest = open.length === 0 ? 'none open' : `${orders(open.length)} STILL OPEN: ${open.join(', ')}`
  return `${orders(removed)} removed${whose}, ${rest}`
}
