import { closeSync, fstatSync, openSync, write, writeSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Sink } from './bounded-writer.js'

/** How a run's log is kept. */
export interface LogParts {
  /** The log continues in a new file at this size, in MB of 1,000,000 bytes. */
  readonly partMaxMb: number
  /** Number of files kept, including the newest; older ones are deleted. */
  readonly partsMax: number
}

const GROUP_MAX = 64 * 1024
const NEWLINE = Buffer.from('\n')
const writeBytes = promisify(write)

/**
 * Opens a log file that is written outside of the event loop. A full file becomes `file.1`, the one before it `file.2`, and so on. Throws the
 * system's error if it cannot be opened.
 */
export function openLogFile(file: string, { partMaxMb, partsMax }: LogParts): Sink {
  let descriptor = openSync(file, 'a', 0o600)
  let size = fstatSync(descriptor).size
  // A failed write may have left part of a line.
  let isTorn = false

  const writeAll = async (bytes: Buffer): Promise<void> => {
    for (let from = 0; from < bytes.length; ) {
      const { bytesWritten } = await writeBytes(descriptor, bytes, from)
      from += bytesWritten
      size += bytesWritten
    }
  }
  /** If renaming fails, the log stays in its file, and the next write tries again. */
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
      // The lines are still written.
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
        // The process is ending; there is no reader left for this error.
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
