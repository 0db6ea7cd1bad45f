import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { journalError } from './journal-error.js'

/** One writer a wallet: two would sign against each other's money. */
export interface Lease {
  release(): void
}

/** Another process works with this wallet. */
export class LeaseHeldError extends Error {
  readonly pid: number | null

  constructor(folder: string, holder: { readonly pid: number; readonly since: string } | null) {
    const who = holder === null ? 'another process' : `process ${holder.pid}, since ${holder.since},`
    super(`${who} works with the wallet of ${folder}; one wallet has one writer`)
    this.name = 'LeaseHeldError'
    this.pid = holder?.pid ?? null
  }
}

/**
 * Takes the lease of a wallet's folder, or throws `LeaseHeldError`. It is a lock of the kernel, so it ends with the process however that
 * dies, and no stale lock is ever to be told from a live one. `holder.json` beside it says who has it, for people only.
 */
export function acquireLease(folder: string): Lease {
  const db = openLease(folder)
  try {
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    const failure = journalError(`the lease of ${folder} could not be taken`, error)
    throw failure.code === 'SQLITE_BUSY' ? new LeaseHeldError(folder, readHolder(folder)) : failure
  }
  writeFileSync(join(folder, 'holder.json'), JSON.stringify({ pid: process.pid, since: new Date().toISOString() }))
  return { release: () => db.close() }
}

function openLease(folder: string): Database.Database {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return new Database(join(folder, 'lease'), { timeout: 0 })
  } catch (error) {
    throw journalError(`the lease of ${folder} could not be taken`, error)
  }
}

function readHolder(folder: string): { pid: number; since: string } | null {
  try {
    const found: unknown = JSON.parse(readFileSync(join(folder, 'holder.json'), 'utf8'))
    if (typeof found !== 'object' || found === null || !('pid' in found) || !('since' in found)) return null
    return { pid: Number(found.pid), since: String(found.since) }
  } catch {
    // The other process has the lock and has not written its name yet.
    return null
  }
}
