import { statSync } from 'node:fs'

const BESIDE = ['-ahead', '-wal']

/**
 * Says so if a journal is missing or empty although files that only its writer makes stand beside it: its positions, costs and halts would be lost
 * without a word if another one began in its place. null: it is there, or there never was one.
 */
export function lostJournal(file: string): string | null {
  if (sizeOf(file) !== 0) return null
  const beside = BESIDE.find(suffix => sizeOf(`${file}${suffix}`) > 0)
  if (beside === undefined) return null
  return (
    `it is missing or empty, but a run wrote ${file}${beside} beside it: put a backup in its place without the files beside it; or, to begin ` +
    'without the positions, costs and halts of this wallet, move those away'
  )
}

/** 0: there is no such file. */
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
