/** The signals that a person or a supervisor sends to a keeper. */
export interface KeeperSignals {
  /** Number of signals; a Ctrl-C that a terminal sends twice at once counts once. */
  readonly count: number
  readonly last: string
}

/** A terminal sends Ctrl-C twice if another program started this one. */
const SAME_SIGNAL_MS = 500

/** Listens for signals that end a run. `onSignal` is called for each one that counts. */
export function listenForSignals(onSignal: (signals: KeeperSignals) => void): KeeperSignals {
  const signals = { count: 0, last: '' }
  let lastAt = Number.NEGATIVE_INFINITY
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => {
      const now = performance.now()
      if (now - lastAt < SAME_SIGNAL_MS) return
      lastAt = now
      signals.count += 1
      signals.last = name
      onSignal(signals)
    })
  return signals
}
