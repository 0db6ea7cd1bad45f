import { setTimeout as pause } from 'node:timers/promises'
import { acquireJournalLease, acquireLease, type Lease, LeaseHeldError } from '../../journal/lease.js'
import { ExitCode, ExitError } from '../config/exit.js'

/** A wallet that only this process may use. */
export interface TakenWallet extends Lease {
  /** Lets another process, the daemon of this one, write the journal. */
  handOver(): void
}

export interface TakeOptions {
  /** How long an earlier run may take to remove its orders. */
  readonly waitMs: number
  /** Called once if this must wait. */
  readonly onWait: (why: string) => void
}

const LOOK_EVERY_MS = 250

/**
 * Locks a wallet and its journal. Waits if an earlier run is only removing its last orders. Rejects with an `ExitError` of code 3 if another process
 * works with the wallet or the wait took too long.
 */
export async function takeWallet(folder: string, options: TakeOptions): Promise<TakenWallet> {
  const onWait = once(options.onWait)
  const endsAt = performance.now() + options.waitMs
  const lease = await waitFor(() => acquireLease(folder), {
    endsAt,
    isWorthWaiting: ({ isEnding }) => isEnding,
    onWait: () => onWait('an earlier run of this wallet is removing its orders'),
  })
  try {
    // The lock is held although no keeper lives: its daemon is removing its orders.
    const journal = await waitFor(() => acquireJournalLease(folder), {
      endsAt,
      isWorthWaiting: () => true,
      onWait: () => onWait('the daemon of an earlier run is still stopping'),
    })
    const release = (): void => {
      journal.release()
      lease.release()
    }
    return { note: (state, daemon) => lease.note(state, daemon), handOver: () => journal.release(), release }
  } catch (error) {
    lease.release()
    throw error
  }
}

interface Wait {
  readonly endsAt: number
  readonly isWorthWaiting: (held: LeaseHeldError) => boolean
  readonly onWait: () => void
}

async function waitFor<T>(take: () => T, { endsAt, isWorthWaiting, onWait }: Wait): Promise<T> {
  for (;;) {
    try {
      return take()
    } catch (error) {
      if (!(error instanceof LeaseHeldError)) throw error
      if (!isWorthWaiting(error) || performance.now() > endsAt) throw new ExitError(ExitCode.REFUSED, error.message, error)
      onWait()
      await pause(LOOK_EVERY_MS)
    }
  }
}

function once(work: (why: string) => void): (why: string) => void {
  let isDone = false
  return why => {
    if (!isDone) work(why)
    isDone = true
  }
}
