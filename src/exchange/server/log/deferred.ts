/** Changes that are deferred to the end of the turn, in their order. */
export interface Deferred {
  add(change: () => void): void
  /** Runs all of them. */
  run(): void
}

/** No changes yet. `onFirst` is called when the first one is added, to schedule `run`. */
export const createDeferred = (onFirst: () => void): Deferred => {
  let waiting: (() => void)[] = []
  return {
    add: change => {
      waiting.push(change)
      if (waiting.length === 1) onFirst()
    },
    run: () => {
      if (waiting.length === 0) return
      const changes = waiting
      // Changes that are added during this run belong to the next one.
      waiting = []
      for (const change of changes) change()
    },
  }
}
