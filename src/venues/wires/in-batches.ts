/** How many go together, and how. */
export interface BatchOptions<T, R> {
  /** Items in a request. */
  readonly max: number
  /** One request; returns an answer for each item, in order. */
  readonly send: (items: readonly T[]) => Promise<readonly R[]>
}

/**
 * Combines items requested in the same moment into requests of several items; each caller gets its own answer. The requests start before anything
 * else that was waiting, so nothing is delayed. Rejects for each item of a request that rejects, or whose answer is missing.
 */
export function inBatches<T, R>({ max, send }: BatchOptions<T, R>): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = []
  const flush = (): void => {
    const all = waiting
    waiting = []
    for (let from = 0; from < all.length; from += max) void sendThese(all.slice(from, from + max), send)
  }
  return item =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(flush)
      waiting.push({ item, resolve, reject })
    })
}

interface Waiting<T, R> {
  readonly item: T
  readonly resolve: (answer: R) => void
  readonly reject: (error: unknown) => void
}

async function sendThese<T, R>(batch: readonly Waiting<T, R>[], send: BatchOptions<T, R>['send']): Promise<void> {
  try {
    const answers = await send(batch.map(({ item }) => item))
    for (const [at, { resolve, reject }] of batch.entries()) {
      if (at < answers.length) resolve(answers[at] as R)
      else reject(new RangeError(`expected ${batch.length} answers of a request, found ${answers.length}`))
    }
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}
