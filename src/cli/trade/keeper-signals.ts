/** The signals that a person or a supervisor sends to a keeper. */
export interface KeeperSignals {
  /** How many came; a terminal's Ctrl-C that comes twice at once counts once. */
  readonly count: number
  readonly last: string
}

/** A terminal's Ctrl-C reaches a program twice when another program started it. */
const SAME_SIGNAL_MS = 500

/** Listens for what shall end a run. `onSignal` is called with each that counts. */
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
