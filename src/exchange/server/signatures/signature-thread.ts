import { availableParallelism } from 'node:os'
import { reasonOf } from '../../../model/reason-of.js'
import { startThread } from '../../../threads/start-thread.js'

/** A thread that checks claims in shared memory. */
export interface SignatureThread {
  /** Resolves with the reason when the thread has ended. */
  readonly ended: Promise<string>
  end(): Promise<unknown>
}

/** Starts a thread; `null` on a machine with one core, where it would only slow this one down. It does not keep the process alive. */
export const startSignatureThread = (memory: SharedArrayBuffer, cores = availableParallelism()): SignatureThread | null => {
  if (cores < 2) return null
  const worker = startThread('exchange/server/signatures/signature-worker', memory)
  worker.unref()
  const ended = new Promise<string>(resolve => {
    worker.once('error', error => resolve(reasonOf(error)))
    worker.once('exit', code => resolve(`the thread ended with code ${code}`))
  })
  return { ended, end: () => worker.terminate() }
}
