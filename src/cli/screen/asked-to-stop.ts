/** Whether and by which signal this process was asked to end. */
export interface AskedToStop {
  /** The signal; null: there was none yet. */
  readonly signal: string | null
  /** Resolves with the first signal. */
  readonly first: Promise<string>
}

/**
 * Handles SIGINT and SIGTERM from now on, instead of `bin/oddsmith.js`: the first one of each no longer ends the process, so that everything can be
 * closed in order. A second one of the same name ends it.
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
