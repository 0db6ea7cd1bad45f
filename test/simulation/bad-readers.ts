import { connect, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import type { WriteStream } from 'node:tty'
import { type BoundedWriter, createBoundedWriter, type Sink } from '../../src/cli/screen/bounded-writer.js'
import { startScreen } from '../../src/cli/screen/screen.js'
import { readDoorFile } from '../../src/operator/door-file.js'
import type { Session } from '../../src/runtime/session.js'

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

/** A terminal that was stopped by a key: it takes nothing, and has not said so. `asked` counts what it was given. */
export function stoppedTerminal(): { readonly stream: WriteStream; readonly asked: () => number } {
  let asked = 0
  const stream = new Writable({
    highWaterMark: 1,
    write: () => {
      asked++
    },
  })
  const face = { columns: 80, rows: 24, isTTY: true, hasColors: () => false }
  return { stream: Object.assign(stream, face) as unknown as WriteStream, asked: () => asked }
}

/** Draws a run on a terminal once. */
export const drawOn = (stream: WriteStream, session: Session): void =>
  startScreen(stream, { run: 'simulated', mode: 'paper', session, notes: () => [], log: 'log' }).stop()

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
