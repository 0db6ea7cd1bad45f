import { parentPort, workerData } from 'node:worker_threads'
import type { WorkerAsk, WorkerMessage } from './exchange/server/exchange-thread.js'
import { type ExchangeOptions, startExchange } from './exchange.js'
import { reasonOf } from './model/reason-of.js'

/** The thread of an exchange: starts it with the options it was given, says so, and closes it when asked. */
const runWorker = async (): Promise<void> => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread's port has no origin.
  const tell = (message: WorkerMessage): void => parentPort?.postMessage(message)
  try {
    const log: ExchangeOptions['log'] = (text, fields) => tell({ kind: 'log', text, ...(fields !== undefined && { fields }) })
    const exchange = await startExchange({ ...(workerData as ExchangeOptions), log })
    const { close, keepHistory, ...described } = exchange
    parentPort?.on('message', (asked: WorkerAsk) => {
      if (asked.kind === 'history') keepHistory(asked.options)
      // The port keeps the thread alive; without it the thread ends as soon as the exchange has.
      else void close().finally(() => parentPort?.close())
    })
    tell({ kind: 'ready', exchange: described })
  } catch (error) {
    tell({ kind: 'failed', reason: reasonOf(error) })
  }
}

await runWorker()
