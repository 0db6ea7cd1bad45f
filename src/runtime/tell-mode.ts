import type { Books } from '../engine/books.js'
import type { RunNotice } from './run-notice.js'

const WORDS = {
  open: 'the venue takes all orders again',
  'post-only': 'the venue takes only orders that rest: nothing is taken',
  'cancel-only': 'the venue takes no orders: all quotes are pulled',
  restart: 'the venue restarts: its books are dark until it tells them again',
} as const

/** Reports changes of the venue's mode. Call it after each turn. */
export function createModeTeller(books: Pick<Books, 'mode'>, notice: RunNotice): () => void {
  let told = books.mode
  return () => {
    const { mode } = books
    if (mode === told) return
    told = mode
    notice(mode === 'open' ? 'info' : 'warn', WORDS[mode], { mode })
  }
}
