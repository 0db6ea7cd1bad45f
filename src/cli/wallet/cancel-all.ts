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

/** What a person may say beside the config. */
export interface CancelAllFlags {
  readonly home: string
  readonly json?: boolean
}

/** What was found and what became of it. */
interface Removed {
  readonly removed: number
  /** Of those: sent by this wallet's journal. */
  readonly ours: number
  readonly open: readonly OrderHash[]
}

const REMOVE_MS = 10_000
const ASK_EVERY_MS = 250

/**
 * Removes every order of the wallet at its venue, also those of other programs, and says so once the venue's own list is empty. Ends with code 4 where
 * it is not after ten seconds, and with 3 where a daemon works with the wallet: that one would quote again.
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
      // What the venue answers is evidence that the next run need not gather again.
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
