import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../sqlite/database.js'
import { openDatabase } from '../sqlite/open-database.js'
import { journalError } from './journal-error.js'

/** A lock that allows one writer for each wallet: two would sign orders against the same money. */
export interface Lease {
  /** Writes beside the lock what its holder does, and which process trades for it. If the disk refuses, the former note stays. */
  note(state: HolderState, daemon: number | null): void
  release(): void
}

/** `removing`: the daemon has ended, and its remaining orders are being removed. */
export type HolderState = 'running' | 'removing'

interface Holder {
  readonly pid: number
  readonly since: string
  readonly state: HolderState
}

/** Another process uses this wallet. */
export class LeaseHeldError extends Error {
  readonly pid: number | null
  /** True: the other process only removes the orders of an ended run, and will exit by itself. */
  readonly isEnding: boolean

  constructor(folder: string, holder: Holder | null) {
    const who = holder === null ? 'another process' : `process ${holder.pid}, since ${holder.since},`
    super(`${who} works with the wallet of ${folder}; one wallet has one writer`)
    this.name = 'LeaseHeldError'
    this.pid = holder?.pid ?? null
    this.isEnding = holder?.state === 'removing'
  }
}

/**
 * Takes the lease of a wallet's folder, or throws `LeaseHeldError`. It is a kernel lock, so it ends with the process, however that ends, and can
 * never be stale. `holder.json` beside it names the holder, for people and for waiting processes.
 */
export function acquireLease(folder: string): Lease {
  const db = lock(folder, 'lease')
  const since = new Date().toISOString()
  const note: Lease['note'] = (state, daemon) => {
    try {
      writeFileSync(join(folder, 'holder.json'), JSON.stringify({ pid: process.pid, since, state, daemon }))
    } catch {
      // Only the lock itself protects the wallet, and a keeper must remove orders even on a full or read-only disk.
    }
  }
  note('running', null)
  return { note, release: () => db.close() }
}

/**
 * Takes the second lock, for writing the journal. A daemon may outlive the keeper that holds the lease; until it has stopped, the journal is its own.
 * Throws `LeaseHeldError`, always for a process that exits by itself.
 */
export function acquireJournalLease(folder: string): Pick<Lease, 'release'> {
  const db = lock(folder, 'journal-lease')
  return { release: () => db.close() }
}

function lock(folder: string, name: string): Database {
  const db = openLock(folder, name)
  try {
    db.exec('BEGIN EXCLUSIVE')
    return db
  } catch (error) {
    db.close()
    const failure = journalError(`the ${name} of ${folder} could not be taken`, error)
    throw failure.code === 'SQLITE_BUSY' ? new LeaseHeldError(folder, readHolder(folder)) : failure
  }
}

function openLock(folder: string, name: string): Database {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return openDatabase(join(folder, name), { timeout: 0 })
  } catch (error) {
    throw journalError(`the ${name} of ${folder} could not be taken`, error)
  }
}

/** The process that was last noted to trade for a wallet; null: none. It may have ended since. Takes no lock, so it can be read at any time. */
export function notedTrader(folder: string): number | null {
  const found = readNote(folder)
  return found !== null && 'daemon' in found && typeof found.daemon === 'number' ? found.daemon : null
}

function readHolder(folder: string): Holder | null {
  const found = readNote(folder)
  if (found === null || !('pid' in found) || !('since' in found)) return null
  const state = 'state' in found && found.state === 'removing' ? 'removing' : 'running'
  return { pid: Number(found.pid), since: String(found.since), state }
}

function readNote(folder: string): object | null {
  try {
    const found: unknown = JSON.parse(readFileSync(join(folder, 'holder.json'), 'utf8'))
    return typeof found === 'object' ? found : null
  } catch {
    // The other process has the lock but has not written its name yet.
    return null
  }
}
