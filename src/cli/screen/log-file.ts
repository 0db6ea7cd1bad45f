import { closeSync, fstatSync, openSync, write, writeSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Sink } from './bounded-writer.js'

/** How a run's log is kept. */
export interface LogParts {
  /** The log goes on in a new file when it has reached this size, in MB of 1,000,000 bytes. */
  readonly partMaxMb: number
  /** Files kept, the newest included; what is older is deleted. */
  readonly partsMax: number
}

const GROUP_MAX = 64 * 1024
const NEWLINE = Buffer.from('\n')
const writeBytes = promisify(write)

/**
 * Opens a log file that grows by writes outside of the event loop. When it is full it becomes `file.1`, the one before it `file.2`, and so on.
 * Throws what the system says where it cannot be opened.
 */
export function openLogFile(file: string, { partMaxMb, partsMax }: LogParts): Sink {
  let descriptor = openSync(file, 'a', 0o600)
  let size = fstatSync(descriptor).size
  // A write that failed may have left a piece of a line.
  let isTorn = false

  const writeAll = async (bytes: Buffer): Promise<void> => {
    for (let from = 0; from < bytes.length; ) {
      const { bytesWritten } = await writeBytes(descriptor, bytes, from)
      from += bytesWritten
      size += bytesWritten
    }
  }
  /** A name that cannot be changed keeps the log where it is, and the next write tries again. */
  const turnOver = async (): Promise<void> => {
    try {
      await rm(`${file}.${partsMax - 1}`, { force: true })
      for (let part = partsMax - 2; part >= 1; part--) await renameIfThere(`${file}.${part}`, `${file}.${part + 1}`)
      if (partsMax > 1) await rename(file, `${file}.1`)
      else await rm(file, { force: true })
      const next = openSync(file, 'a', 0o600)
      closeSync(descriptor)
      descriptor = next
      size = fstatSync(next).size
    } catch {
      // The lines themselves are written all the same.
    }
  }
  return {
    isOver: false,
    groupMax: GROUP_MAX,
    write: async bytes => {
      if (size > 0 && size + bytes.length > partMaxMb * 1e6) await turnOver()
      try {
        await writeAll(isTorn ? Buffer.concat([NEWLINE, bytes]) : bytes)
        isTorn = false
      } catch (error) {
        isTorn = true
        throw error
      }
    },
    writeNow: bytes => {
      try {
        writeSync(descriptor, bytes)
      } catch {
        // The process ends; there is no one left to tell.
      }
    },
  }
}

async function renameIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}
