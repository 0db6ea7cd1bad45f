import { reasonOf } from '../../model/reason-of.js'

/**
 * Why an exchange could not be opened: another process uses its data (`held`), its folder or database is unusable, its address cannot be listened
 * on, or the venue that its crowd follows cannot be reached.
 */
export type StartObstacle = 'held' | 'data' | 'address' | 'venue'

/** An exchange that could not be opened. The message says why in a sentence, and what to do. */
export class StartError extends Error {
  readonly obstacle: StartObstacle

  constructor(obstacle: StartObstacle, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StartError'
    this.obstacle = obstacle
  }
}

/** Turns an error of the disk or SQLite about a data folder into a sentence for people. A `StartError` stays as it is. */
export const dataError = (folder: string, cause: unknown): StartError => {
  if (cause instanceof StartError) return cause
  const code = codeOf(cause)
  if (HELD.some(prefix => code.startsWith(prefix)))
    return new StartError(
      'held',
      `another process uses the exchange's data in "${folder}"; end it, or choose another folder`,
      cause,
    )
  const words = DATA_WORDS.find(([prefix]) => code.startsWith(prefix))?.[1]
  const told = words ?? `it cannot be used: ${reasonOf(cause)}; choose another folder`
  return new StartError('data', `the exchange's data in "${folder}": ${told}`, cause)
}

/** Turns a system error about an address into a sentence for people. */
export const addressError = ({ host, port }: { readonly host: string; readonly port: number }, cause: unknown): StartError => {
  const words = ADDRESS_WORDS[codeOf(cause)]
  const told = words ?? `it cannot be listened on: ${reasonOf(cause)}; choose another one`
  return new StartError('address', `port ${port} of ${host}: ${told}`, cause)
}

const HELD = ['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_PROTOCOL']

const UNWRITABLE = 'this user may not write there; give it the right to, or choose another folder'
const NO_FOLDER = 'a file stands where the folder would be; move it away, or choose another folder'
const DAMAGED = 'exchange.db is damaged or no database; put a copy of it in its place, or choose another folder'
const FULL = 'the disk is full; make room and start again'

const DATA_WORDS: readonly (readonly [prefix: string, words: string])[] = [
  ['EACCES', UNWRITABLE],
  ['EPERM', UNWRITABLE],
  ['SQLITE_CANTOPEN', UNWRITABLE],
  ['SQLITE_READONLY', UNWRITABLE],
  ['EROFS', 'the disk is read-only; choose another folder'],
  ['EEXIST', NO_FOLDER],
  ['ENOTDIR', NO_FOLDER],
  ['SQLITE_NOTADB', DAMAGED],
  ['SQLITE_CORRUPT', DAMAGED],
  ['ENOSPC', FULL],
  ['SQLITE_FULL', FULL],
]

const ADDRESS_WORDS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'it is taken; end what listens there, or choose another port (0 takes any free one)',
  EACCES: 'this user may not listen on it; choose a port from 1024 on',
  EADDRNOTAVAIL: 'this machine has no such address; choose one of its own, such as 127.0.0.1',
  ENOTFOUND: 'this machine has no such address; choose one of its own, such as 127.0.0.1',
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
