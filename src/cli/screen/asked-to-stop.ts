/** The wish that a process ends. */
export interface AskedToStop {
  /** The signal that asked; null: none has. */
  readonly signal: string | null
  /** Resolves with the first signal. */
  readonly first: Promise<string>
}

/**
 * Listens for SIGINT and SIGTERM from now on, in the place of `bin/oddsmith.js`: the first of each no longer ends the process by itself, so that
 * what is started meanwhile can be closed. A second one of the same name ends it as ever.
 */
export function askedToStop(): AskedToStop {
  const asked: { signal: string | null } = { signal: null }
  const first = new Promise<string>(resolve => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.removeAllListeners(name)
      process.once(name, () => {
        asked.signal ??= name
        resolve(name)
      })
    }
  })
  return {
    get signal() {
      return asked.signal
    },
    first,
  }
}
