import type { MarketId, MarketIndex } from '../model/ids.js'
import { startThread } from '../threads/start-thread.js'
import type { ClockOffset } from './columns/clock-offset.js'
import type { Coverage } from './columns/coverage.js'
import { RecordingError } from './columns/recording-error.js'
import type { EventGroup } from './formats/event-source.js'

/** An input for a thread to open and read. */
export interface ReadTask {
  readonly id: number
  readonly format: string
  readonly files: readonly string[]
  readonly places: ReadonlyMap<MarketId, MarketIndex>
}

/** A message to a thread: read an input, or one group of an input was taken. */
export type ThreadOrder = { readonly task: ReadTask } | { readonly taken: number }

/** A message from a thread about an input: a group with the counts since the last one; the end; or why it cannot be read. */
export type ThreadWord = { readonly id: number } & (
  | { readonly kind: 'group'; readonly group: EventGroup; readonly counted: Coverage }
  | { readonly kind: 'clock'; readonly clock: ClockOffset | null }
  | { readonly kind: 'over'; readonly counted: Coverage }
  | { readonly kind: 'failed'; readonly why: string }
)

/** Groups of one input that may wait for the reader, about 8,000 rows each. */
export const GROUPS_AHEAD = 8

/** Threads that read inputs ahead of their consumer. */
interface ReadThreads {
  /** The groups of an input, by its task index; may be called once. */
  groups(id: number): AsyncGenerator<EventGroup>
  close(): Promise<void>
}

interface ReadThreadsOptions {
  readonly threads: number
  readonly coverage: Coverage
  /** By the input's index, which is its task's id. */
  readonly tellClock: (id: number, clock: ClockOffset | null) => void
}

/** Starts threads for inputs in the order in which they will be consumed. A thread's counts are added to `coverage` when its group is taken. */
export function startReadThreads(
  tasks: readonly ReadTask[],
  { threads, coverage, tellClock }: ReadThreadsOptions,
): ReadThreads {
  const queues = new Map(tasks.map(task => [task.id, new WordQueue()]))
  const workers = Array.from({ length: threads }, () => startThread('recording/read-worker'))
  const tell = (id: number, order: ThreadOrder): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
    workers[id % threads]?.postMessage(order)
  }
  for (const worker of workers) {
    worker.on('message', (word: ThreadWord) => {
      queues.get(word.id)?.push(word)
      if (word.kind === 'over') startNext()
    })
    worker.on('error', error => {
      for (const [id, queue] of queues) queue.push({ id, kind: 'failed', why: error.message })
    })
  }
  let started = 0
  const startNext = (): void => {
    const task = tasks[started]
    if (task === undefined) return
    started++
    tell(task.id, { task })
  }
  // One task for each thread, and one more that is ready when the first ends.
  for (let count = 0; count <= threads; count++) startNext()
  return {
    groups: async function* (id) {
      const queue = queues.get(id)
      if (queue === undefined) return
      while (started < tasks.length && !isStarted(id)) startNext()
      for (;;) {
        const word = await queue.next()
        if (word.kind === 'failed') throw new RecordingError(word.why)
        if (word.kind === 'clock') {
          tellClock(id, word.clock)
          continue
        }
        add(coverage, word.counted)
        if (word.kind === 'over') return
        tell(id, { taken: id })
        yield word.group
      }
    },
    close: async () => {
      await Promise.all(workers.map(worker => worker.terminate()))
    },
  }

  function isStarted(id: number): boolean {
    return tasks.slice(0, started).some(task => task.id === id)
  }
}

/** Queue of messages from threads, and of consumers that wait for one. */
class WordQueue {
  readonly #words: ThreadWord[] = []
  #wake: (() => void) | null = null

  push(word: ThreadWord): void {
    this.#words.push(word)
    this.#wake?.()
  }

  async next(): Promise<ThreadWord> {
    while (this.#words.length === 0)
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    return this.#words.shift()!
  }
}

function add(coverage: Coverage, counted: Coverage): void {
  for (const name of ['paired', 'clamped', 'dropped', 'duplicates', 'repaired', 'ignored', 'crossed'] as const)
    coverage[name] += counted[name]
}
