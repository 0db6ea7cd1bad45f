import { startThread } from '../../threads/start-thread.js'
import type { ExchangeOptions, RunningExchange } from './exchange-options.js'
import type { HistoryOptions } from './log/history-copy.js'

/** A request to the thread of an exchange. */
export type WorkerAsk = { readonly kind: 'close' } | { readonly kind: 'history'; readonly options: HistoryOptions }

/** A message of the thread of an exchange. */
export type WorkerMessage =
  | { readonly kind: 'ready'; readonly exchange: Omit<RunningExchange, 'close' | 'keepHistory'> }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'log'; readonly text: string; readonly fields?: Readonly<Record<string, unknown>> }

/**
 * Starts an exchange in a thread of its own. Needs the built files, because a worker cannot load TypeScript. The exchange uses the system's clock
 * and timers. Rejects with the thread's error when it could not start. Imports nothing of the exchange, so that its code is loaded in the thread
 * only.
 */
export const startExchangeWorker = (options: Omit<ExchangeOptions, 'clock' | 'timers'> = {}): Promise<RunningExchange> => {
  const { log, ...rest } = options
  const worker = startThread('exchange-worker', rest)
  const ended = new Promise<number>(resolve => worker.once('exit', resolve))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
  const ask = (asked: WorkerAsk): void => worker.postMessage(asked)
  const keepHistory: RunningExchange['keepHistory'] = wanted => ask({ kind: 'history', options: wanted })
  const close = async (): Promise<void> => {
    ask({ kind: 'close' })
    await ended
  }
  return new Promise((resolve, reject) => {
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'log') log?.(message.text, message.fields)
      else if (message.kind === 'ready') resolve({ ...message.exchange, keepHistory, close })
      else reject(new Error(message.reason))
    })
    worker.on('error', error => {
      log?.('the exchange ended', { error: error.message })
      reject(error)
    })
    void ended.then(code => reject(new Error(`the exchange ended with code ${code}`)))
  })
}
