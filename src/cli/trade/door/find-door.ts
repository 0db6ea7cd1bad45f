import { resolve } from 'node:path'
import { acquireJournalLease, acquireLease, LeaseHeldError } from '../../../journal/lease.js'
import { createDoorClient, type DoorClient } from '../../../operator/door-client.js'
import { type DoorFile, readDoorFile } from '../../../operator/door-file.js'
import { ExitCode, ExitError } from '../../config/exit.js'
import { findWalletFolder } from '../../wallet/wallet-folder.js'

/** Options that choose the daemon, and the format of the output. */
export interface DaemonFlags {
  readonly home: string
  readonly wallet?: string
  readonly json?: boolean
}

/** A wallet, and the door of the daemon that trades for it. */
export interface FoundDoor {
  readonly folder: string
  /** null: no daemon has a door open. */
  readonly door: DoorFile | null
}

/** Finds the wallet's folder and its door. Rejects with an `ExitError` with code 2 if there is no such wallet. */
export async function findDoor(file: string | undefined, { home, wallet }: DaemonFlags): Promise<FoundDoor> {
  const folder = await findWalletFolder({ home: resolve(home), file, wallet, environment: process.env })
  const door = readDoorFile(folder)
  return { folder, door: door !== null && isProcessAlive(door.pid) ? door : null }
}

/** The client of a wallet's daemon. Rejects with an `ExitError` if none runs, or it has no door. */
export async function expectDoor(
  file: string | undefined,
  flags: DaemonFlags,
): Promise<DoorClient & { readonly door: DoorFile }> {
  const { folder, door } = await findDoor(file, flags)
  if (door !== null) return { ...clientOf(door), door }
  const why = isHeld(folder)
    ? 'the daemon of this wallet has no door open: it starts or stops, its config says "door: false", or its port is taken (see the log)'
    : 'no daemon runs for this wallet; "oddsmith run" starts one, and "oddsmith journal" reads what it did'
  throw new ExitError(ExitCode.FAILED, why)
}

/** Uses the token of the command line. */
export const clientOf = ({ url, tokens }: DoorFile, timeoutMs?: number): DoorClient =>
  createDoorClient({ url, token: tokens['cli'] ?? '', ...(timeoutMs !== undefined && { timeoutMs }) })

/** Whether a keeper watches a daemon of the wallet. A keeper that only removes an earlier run's orders does not count: the next run waits for it. */
export const isHeld = (folder: string): boolean => holdOf(() => acquireLease(folder))?.isEnding === false

/**
 * Whether neither a keeper nor a daemon holds a lock of the wallet. A process id would be less certain: that of a dead daemon may belong to another
 * process, or to one that the system has not removed yet.
 */
export const isFree = (folder: string): boolean =>
  holdOf(() => acquireLease(folder)) === null && holdOf(() => acquireJournalLease(folder)) === null

/** The holder of a lock; null: it was free. */
function holdOf(acquire: () => { release(): void }): LeaseHeldError | null {
  try {
    acquire().release()
    return null
  } catch (error) {
    if (error instanceof LeaseHeldError) return error
    throw error
  }
}

/** Whether a process exists. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user exists, although it may not be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
