import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { counted } from '../../model/counted.js'
import type { OrderHash } from '../../model/ids.js'
import type { RunClock } from '../../model/time.js'
import { createSystemClock } from '../../runtime/system-clock.js'
import { loadConfig } from '../config/config.js'
import { ExitCode } from '../config/exit.js'
import { createLog } from '../screen/log.js'
import { printText, warnText } from '../screen/print-text.js'
import { walletEpoch } from './open-wallet-journal.js'
import { openRemovalJournal } from './removal-journal.js'
import { openWalletVenue, type WalletVenue } from './wallet-venue.js'

/** Options beside the config. */
export interface CancelAllFlags {
  readonly home: string
  readonly json?: boolean
}

/** The orders that were found, and their removal. */
interface Removed {
  readonly removed: number
  /** How many of them this wallet's journal sent; null: it cannot be read. */
  readonly ours: number | null
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
    const result = await removeIn(world, clock, text => warnText(`oddsmith: ${text}\n`))
    printText(`${flags.json === true ? JSON.stringify(result) : wordsOf(result)}\n`)
    return result.open.length === 0 ? ExitCode.DONE : ExitCode.ORDERS_OPEN
  } finally {
    await world.close()
  }
}

async function removeIn(world: WalletVenue, clock: RunClock, warn: (text: string) => void): Promise<Removed> {
  const { venue, wallet } = world
  const journal = openRemovalJournal(world, { epoch: walletEpoch(clock.now()), warn })
  try {
    const gateway = venue.gateway({ signer: wallet.signer, epoch: journal.epoch }, journal.known)
    const own = new Set<string>(journal.known.values())
    const seen = new Set<OrderHash>()
    const deadline = clock.now() + REMOVE_MS * 1_000
    for (;;) {
      const open = await gateway.openHashes()
      for (const hash of open) seen.add(hash)
      if (open.length === 0 || clock.now() > deadline) {
        const gone = [...seen].filter(hash => !open.includes(hash))
        const ours = journal.isReadable ? gone.filter(hash => own.has(hash)).length : null
        return { removed: gone.length, ours, open }
      }
      const reports = await gateway.cancel(open)
      journal.record(clock.now(), reports)
      await pause(ASK_EVERY_MS)
    }
  } finally {
    journal.close()
  }
}

function wordsOf({ removed, ours, open }: Removed): string {
  const whose = removed === 0 || ours === null ? '' : ` (${ours} of this journal, ${removed - ours} not ours)`
  const rest = open.length === 0 ? 'none open' : `${counted(open.length, 'order')} STILL OPEN: ${open.join(', ')}`
  return `${counted(removed, 'order')} removed${whose}, ${rest}`
}
