/** Changes that wait, in their order. */
export interface Deferred {
  add(change: () => void): void
  /** Lets all of them happen. */
  run(): void
}

/** None yet; whoever lets them happen at last is told when the first is added. */
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
      // What they change in turn waits for none of them.
      waiting = []
      for (const change of changes) change()
    },
  }
}
