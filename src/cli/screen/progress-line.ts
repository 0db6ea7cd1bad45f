import type { WriteStream } from 'node:tty'
import { cutText } from './text-width.js'

const EVERY_MS = 100

/** A progress line that overwrites itself; prints nothing unless the stream, standard error, is a terminal. */
export function progressLine(stream: Pick<WriteStream, 'isTTY' | 'columns' | 'write'> = process.stderr): {
  say: (text: string) => void
  clear: () => void
} {
  if (!stream.isTTY) return { say: () => undefined, clear: () => undefined }
  let shownAt = Number.NEGATIVE_INFINITY
  return {
    say: text => {
      const now = performance.now()
      if (now - shownAt < EVERY_MS) return
      shownAt = now
      // A line that the terminal breaks in two cannot be overwritten: each update would leave its first part behind.
      stream.write(`\r\u001b[K${cutText(text, stream.columns - 1)}`)
    },
    clear: () => void stream.write('\r\u001b[K'),
  }
}
