import { fstatSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { createLineReader, type DaemonMessage, type KeeperMessage, lineOf } from '../../keeper/messages.js'
import { ExitCode, ExitError } from '../config/exit.js'

/** The daemon's end of the pipe to its keeper. */
export interface KeeperPipe {
  /** The message is in the system's pipe when this returns, so it survives a kill of this process. */
  say(message: DaemonMessage): void
  /** Starts reading. `onLost` is called once, when the keeper is gone or no longer reads. */
  listen(on: { readonly message: (message: KeeperMessage) => void; readonly lost: (why: string) => void }): void
}

/** The file descriptor that the keeper passes; no other may have this number. */
export const PIPE = 3
const QUEUE_MAX = 1_048_576

/** Opens the pipe that this process was started with. Throws an `ExitError` with code 2 if there is none. */
export function openKeeperPipe(): KeeperPipe {
  if (!isSocket(PIPE)) throw new ExitError(ExitCode.USAGE, '"oddsmith run" starts this command; it does nothing by itself')
  const socket = new Socket({ fd: PIPE, readable: true, writable: true })
  let onLost: ((why: string) => void) | null = null
  const lose = (why: string): void => {
    onLost?.(why)
    onLost = null
  }
  return {
    say: message => {
      if (socket.destroyed) return
      const line = lineOf(message)
      const written = socket.writableLength === 0 ? writeNow(line) : 0
      if (written < Buffer.byteLength(line)) socket.write(Buffer.from(line).subarray(written))
      if (socket.writableLength > QUEUE_MAX) lose('the keeper does not read its messages')
    },
    listen: ({ message, lost }) => {
      onLost = lost
      socket.setEncoding('utf8').on('data', createLineReader(message))
      for (const event of ['end', 'error', 'close'] as const) socket.on(event, () => lose('the keeper is gone'))
    },
  }
}

/** Number of bytes that the system accepted at once. */
function writeNow(line: string): number {
  try {
    return writeSync(PIPE, line)
  } catch {
    // Full, or its reader is gone: the socket finds out which.
    return 0
  }
}

function isSocket(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isSocket()
  } catch {
    return false
  }
}
