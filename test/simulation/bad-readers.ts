import { connect, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import type { WriteStream } from 'node:tty'
import { type BoundedWriter, createBoundedWriter, type Sink } from '../../src/cli/screen/bounded-writer.js'
import { type Screen, startScreen } from '../../src/cli/screen/screen.js'
import { readDoorFile } from '../../src/operator/door-file.js'
import type { Session } from '../../src/runtime/session.js'
import { createSystemClock } from '../../src/runtime/system-clock.js'

/** Readers of a door, one that never reads and one that dies in the middle: of the run as it goes, as a page has it, and of metrics, again and again. */
export function doorReaders(folder: string): readonly Socket[] {
  const file = readDoorFile(folder)
  if (file === null) return []
  const { port, host } = new URL(file.url)
  const head = `HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${file.tokens['cli']}\r\n\r\n`
  const open = (path: string, times: number): Socket => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
    socket.write(`GET ${path} ${head}`.repeat(times))
    return socket
  }
  return ['/api/stream', '/metrics'].flatMap(path => {
    const dying = open(path, 50)
    dying.once('data', () => dying.destroy())
    return [open(path, 50).pause(), dying]
  })
}

/** A terminal that takes nothing. `asked` counts what it was given. */
export interface BadTerminal {
  readonly stream: WriteStream
  readonly asked: () => number
}

/** A terminal that was stopped by a key: it has not said so. */
export const stoppedTerminal = (): BadTerminal => badTerminal(() => undefined)

/** A terminal whose window was closed: each write fails, as the system says it. */
export const closedTerminal = (): BadTerminal =>
  badTerminal(done => done(Object.assign(new Error('write EIO'), { code: 'EIO' })))

function badTerminal(answer: (done: (error: Error) => void) => void): BadTerminal {
  let asked = 0
  const stream = new Writable({
    highWaterMark: 1,
    // As stdout and stderr are: they cannot be destroyed.
    autoDestroy: false,
    write: (_bytes, _encoding, done) => {
      asked++
      answer(done)
    },
  })
  const face = { columns: 80, rows: 24, isTTY: true, hasColors: () => false }
  return { stream: Object.assign(stream, face) as unknown as WriteStream, asked: () => asked }
}

/** Draws a run on a terminal once, and twice a second until it is stopped. */
export const drawOn = (stream: WriteStream, session: Session): Screen =>
  startScreen(stream, { run: 'simulated', mode: 'paper', session, clock: createSystemClock(), notes: () => [], log: 'log' })

/** Logs whose readers stall, and die after the first line. */
export function badLogs(): readonly BoundedWriter[] {
  let isOver = false
  const stalled: Sink = { isOver: false, groupMax: 4_096, write: () => new Promise(() => undefined), writeNow: () => undefined }
  const dying: Sink = {
    get isOver() {
      return isOver
    },
    groupMax: 4_096,
    write: () => {
      isOver = true
      return Promise.reject(new Error('EPIPE'))
    },
    writeNow: () => undefined,
  }
  return [stalled, dying].map(sink => createBoundedWriter({ sink, bytesMax: 1_000, lossLine: count => `lost ${count}\n` }))
}
