import { fstatSync, write, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Sink } from './bounded-writer.js'

/** A pipe writes at most this many bytes in one piece, so that lines of two processes do not mix; a longer write may be split if the pipe is full. */
const PIPE_GROUP_MAX = 4_096
const FILE_GROUP_MAX = 64 * 1024
const writeBytes = promisify(write)

/** Opens stderr for lines that never block the event loop, whether it is a terminal, a pipe, a socket or a file. */
export function openStderr(): Sink {
  return fstatSync(2).isFile() ? fileSink() : streamSink(unblocked(process.stderr))
}

/**
 * A terminal that was stopped by a key accepts nothing, and Node writes to terminals synchronously. Pipes and sockets are asynchronous on every
 * system except Windows.
 */
export function unblocked<S extends NodeJS.WriteStream>(stream: S): S {
  const { _handle: handle } = stream as { _handle?: { setBlocking?: (isBlocking: boolean) => unknown } | null }
  handle?.setBlocking?.(false)
  return stream
}

function streamSink(stream: NodeJS.WriteStream): Sink {
  let isOver = false
  // A reader that has closed its end is no failure of the run.
  stream.on('error', () => {
    isOver = true
  })
  return {
    get isOver() {
      return isOver || stream.destroyed
    },
    groupMax: PIPE_GROUP_MAX,
    write: bytes => new Promise((resolve, reject) => stream.write(bytes, error => (error ? reject(error) : resolve()))),
    writeNow: bytes => void stream.write(bytes),
  }
}

function fileSink(): Sink {
  return {
    isOver: false,
    groupMax: FILE_GROUP_MAX,
    write: async bytes => {
      for (let from = 0; from < bytes.length; ) from += (await writeBytes(2, bytes, from)).bytesWritten
    },
    writeNow: bytes => {
      try {
        writeSync(2, bytes)
      } catch {
        // The process is ending; there is no reader left for this error.
      }
    },
  }
}
