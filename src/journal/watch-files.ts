import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { JournalError } from './journal-error.js'

/** What a run has open in the folder of its wallet. Without the locks, another run could start beside it. */
const FILES = ['journal.db', 'journal.db-wal', 'journal.db-ahead', 'lease', 'journal-lease']
const LOOK_EVERY_MS = 1_000

/**
 * Looks once a second whether the open files of a wallet's folder are still there under their names. The system keeps an open file that was deleted
 * or moved, so no write fails. `onGone` is called once, with a `JournalError`. Returns a function that ends this.
 */
export function watchFiles(folder: string, onGone: (error: JournalError) => void): () => void {
  const opened = FILES.map(name => [join(folder, name), inodeOf(join(folder, name))] as const).filter(isThere)
  const timer = setInterval(() => {
    const gone = opened.find(([file, inode]) => isOther(inodeOf(file), inode))
    if (gone === undefined) return
    clearInterval(timer)
    onGone(new JournalError(goneText(folder, basename(gone[0]))))
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

type Inode = bigint | 'missing' | 'unknown'

function inodeOf(file: string): Inode {
  try {
    return statSync(file, { bigint: true }).ino
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unknown'
  }
}

const isThere = ([, inode]: readonly [string, Inode]): boolean => typeof inode === 'bigint'

/** A disk that does not answer proves nothing; the writes of the journal fail by themselves there. */
const isOther = (found: Inode, opened: Inode): boolean => found !== 'unknown' && found !== opened

const goneText = (folder: string, name: string): string =>
  `${name} in ${folder} was deleted, moved or replaced while this run had it open, so another start would not find what this run trades: ` +
  'put the folder back, or a backup in its place ("oddsmith journal backup" makes one)'
