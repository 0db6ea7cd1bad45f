import { resolve } from 'node:path'
import { acquireJournalLease, acquireLease, LeaseHeldError } from '../../../journal/lease.js'
import { createDoorClient, type DoorClient } from '../../../operator/door-client.js'
import { type DoorFile, readDoorFile } from '../../../operator/door-file.js'
import { ExitCode, ExitError } from '../../config/exit.js'
import { findWalletFolder } from '../../wallet/wallet-folder.js'

/** Whose daemon a person means, and how it shall be told. */
export interface DaemonFlags {
  readonly home: string
  readonly wallet?: string
  readonly json?: boolean
}

/** A wallet, and the door of the daemon that trades for it. */
export interface FoundDoor {
  readonly folder: string
  /** null: no daemon has one open. */
  readonly door: DoorFile | null
}

/** Finds the wallet's folder and its door. Rejects with an `ExitError` with code 2 where there is no such wallet. */
export async function findDoor(file: string | undefined, { home, wallet }: DaemonFlags): Promise<FoundDoor> {
  const folder = await findWalletFolder({ home: resolve(home), file, wallet, environment: process.env })
  const door = readDoorFile(folder)
  return { folder, door: door !== null && isProcessAlive(door.pid) ? door : null }
}

/** The client of a wallet's daemon. Rejects with an `ExitError` where none runs, or it has no door. */
export async function expectDoor(
  file: string | undefined,
  flags: DaemonFlags,
): Promise<DoorClient & { readonly door: DoorFile }> {
  const { folder, door } = await findDoor(file, flags)
  if (door !== null) return { ...clientOf(door), door }
  const why = isHeld(folder)
    ? 'the daemon of this wallet has no door open: it starts or stops, or its config says "door: false"'
    : 'no daemon runs for this wallet; "oddsmith run" starts one, and "oddsmith journal" reads what it did'
  throw new ExitError(ExitCode.FAILED, why)
}

/** By the token of the command line. */
export const clientOf = ({ url, tokens }: DoorFile, timeoutMs?: number): DoorClient =>
  createDoorClient({ url, token: tokens['cli'] ?? '', ...(timeoutMs !== undefined && { timeoutMs }) })

/** Whether a keeper watches a daemon of the wallet. One that only removes what an earlier run left is waited for by those who take the wallet. */
export const isHeld = (folder: string): boolean => holdOf(() => acquireLease(folder))?.isEnding === false

/**
 * Whether neither a keeper nor a daemon has a lock of the wallet. The number of a process says less: that of a daemon that died may be another one's by
 * now, or wait for the system to take it back.
 */
export const isFree = (folder: string): boolean =>
  holdOf(() => acquireLease(folder)) === null && holdOf(() => acquireJournalLease(folder)) === null

/** Who has a lock; null: it was free. */
function holdOf(acquire: () => { release(): void }): LeaseHeldError | null {
  try {
    acquire().release()
    return null
  } catch (error) {
    if (error instanceof LeaseHeldError) return error
    throw error
  }
}

/** Whether a process lives. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process may not be signalled, and lives.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
