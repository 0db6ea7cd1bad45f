import { stat } from 'node:fs'

const EVERY_MS = 1_000

/**
 * Gives the threads of Node's pool something to do once a second. The C library of many Linux systems (glibc before 2.41, its bug 25847) can lose the
 * signal that wakes a waiting thread: a file is then read only when more work comes, and a program that does nothing else waits forever. A run was
 * seen that stood still like this at its start. Does not keep the process alive.
 */
export function wakePool(work: () => void = lookAround): NodeJS.Timeout {
  return setInterval(work, EVERY_MS).unref()
}

const lookAround = (): void => stat('.', () => undefined)
