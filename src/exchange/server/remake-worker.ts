import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { reasonOf } from '../../model/reason-of.js'
import { createCore } from '../core/core.js'
import { coreOptions } from './log/rules.js'
import { packedNow } from './log/snapshot.js'
import { linesBehind, openStore, type Store, type WrittenRow } from './log/store.js'
import type { ThreadAnswer, ThreadAsk, ThreadMessage, ThreadTask } from './log/thread-messages.js'
import { quickFingerprint } from './log/thread-messages.js'
import { openExchange } from './open-exchange.js'

const task = workerData as ThreadTask

/** The snapshot thread: restores the exchange as it was after a command, and packs it. */
const remake = (): ThreadMessage => {
  const { rules, chainId, until, at } = task
  const { writes } = openExchange({
    openCore: state => createCore(coreOptions(rules), state),
    store: shippedStore(),
    chainId,
    apiKey: null,
    requireApiKey: true,
    limits: null,
    yieldPercentPerYear: rules.yieldPercentPerYear,
    smartAccounts: [],
    clock: { now: () => at },
    log: (text, fields) => {
      throw new Error(`${text}: ${JSON.stringify(fields)}`)
    },
  })
  const { parts, ...snapshot } = packedNow(until, writes.sequencer.copy())
  // Copies with buffers of their own, which can be transferred.
  return {
    kind: 'made',
    snapshot: { ...snapshot, parts: parts.map(part => new Uint8Array(part)) },
    fingerprint: quickFingerprint(writes.sequencer.core),
  }
}

/** A store that reads what the exchange sends; what is written to it stays in this thread. */
const shippedStore = (): Store => {
  const memory = openStore(':memory:')
  const { from, checksum, until, written } = task
  if (written !== null) memory.write('rules', written)
  return {
    ...memory,
    newest: () => until,
    oldest: () => from + 1,
    snapshots: () => (from === 0 ? [] : [from]),
    snapshot: seq => ({ seq, checksum: checksum ?? '', parts: [...shippedParts()] }),
    rows: function* shipped(after) {
      for (let last = after; ; ) {
        const rows = ask({ kind: 'rows', after: last }) as readonly WrittenRow[]
        for (const row of rows) yield* linesBehind(row, after)
        const newest = rows.at(-1)
        if (newest === undefined) return
        last = newest.seq
      }
    },
    // The exchange has the signed forms already.
    keepPosted: () => undefined,
  }
}

function* shippedParts(): Generator<Uint8Array> {
  for (let place = 0; ; place++) {
    const part = ask({ kind: 'part', place }) as Uint8Array | null
    if (part === null) return
    yield part
  }
}

const bell = new Int32Array(task.bell)

/** Asks the exchange, and blocks until the answer is there. */
const ask = (asked: ThreadAsk): ThreadAnswer => {
  Atomics.store(bell, 0, 0)
  tell(asked)
  Atomics.wait(bell, 0, 0)
  return (receiveMessageOnPort(parentPort!) as { readonly message: ThreadAnswer }).message
}

/** Transfers the bytes instead of copying them, because the exchange would have to wait for a copy. */
const tell = (word: ThreadMessage): void =>
  parentPort!.postMessage(word, word.kind === 'made' ? word.snapshot.parts.map(({ buffer }) => buffer as ArrayBuffer) : [])

// Waits until this file is loaded: ending a thread while a file with an `await` at its top level loads kills the whole process on Node 24.
setImmediate(() => {
  try {
    tell(remake())
  } catch (error) {
    tell({ kind: 'failed', why: reasonOf(error) })
  }
})
