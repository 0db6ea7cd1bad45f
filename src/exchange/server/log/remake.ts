import type { Worker } from 'node:worker_threads'
import type { Timestamp } from '../../../model/time.js'
import { startThread } from '../../../threads/start-thread.js'
import type { Rules } from './rules.js'
import type { ExchangeSnapshot } from './snapshot.js'
import type { Store } from './store.js'
import type { ThreadAnswer, ThreadAsk, ThreadMessage, ThreadTask } from './thread-messages.js'

/** What a thread needs in order to restore an exchange from its store. */
export interface RemadeFrom {
  readonly rules: Rules
  readonly chainId: number
  /** A thread is used for exchanges with at least this many commands. Default `COMMANDS_COPIED`. */
  readonly from?: number
}

export interface RemakeOptions extends RemadeFrom {
  readonly store: Store
  /** The core's time. */
  readonly at: Timestamp
  /** `quickFingerprint` of the core at this moment. */
  readonly fingerprint: string
}

/** A snapshot that a thread is making. */
export interface Remaking {
  /** Rejects when the thread failed, or made a different exchange. */
  readonly snapshot: Promise<ExchangeSnapshot>
  cancel(): void
}

/**
 * Makes a snapshot of the store's newest command in a thread, from the newest snapshot and the log after it; this thread only sends rows now and
 * then. `null`: the log does not reach back far enough.
 */
export const remakeSnapshot = (options: RemakeOptions): Remaking | null => {
  const { store, rules, chainId, at } = options
  const from = store.snapshots()[0] ?? 0
  if ((store.oldest() ?? store.newest() + 1) > from + 1) return null
  const bell = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const task: ThreadTask = {
    rules,
    written: store.read('rules'),
    chainId,
    from,
    checksum: store.checksum(from),
    until: store.newest(),
    at,
    bell,
  }
  const worker = startThread('exchange/server/remake-worker', task)
  // The process may end before the snapshot is made.
  worker.unref()
  const snapshot = new Promise<ExchangeSnapshot>((resolve, reject) => {
    worker.on('message', (word: ThreadMessage) => {
      if (word.kind === 'part' || word.kind === 'rows') answer(worker, answerOf(store, task, word), bell)
      else if (word.kind === 'failed') reject(new Error(word.why))
      else if (word.fingerprint === options.fingerprint) resolve(word.snapshot)
      else reject(new Error('a replay of the log gives a different state than the running exchange'))
    })
    worker.once('error', reject)
    worker.once('exit', code => reject(new Error(`the thread ended with code ${code}`)))
  })
  const cancel = (): void => void worker.terminate()
  return { snapshot: snapshot.finally(cancel), cancel }
}

/** Rows read at once: a few milliseconds, even where each holds hundreds of commands. */
const ROWS = 24

const answerOf = (store: Store, { from, until }: ThreadTask, ask: ThreadAsk): ThreadAnswer =>
  ask.kind === 'part' ? store.part(from, ask.place) : store.written(ask.after, ROWS).filter(({ seq }) => seq <= until)

/** The thread blocks until the bell rings, so that its replay can read rows synchronously. */
const answer = (worker: Worker, told: ThreadAnswer, bell: SharedArrayBuffer): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
  worker.postMessage(told)
  const rung = new Int32Array(bell)
  Atomics.store(rung, 0, 1)
  Atomics.notify(rung, 0)
}
