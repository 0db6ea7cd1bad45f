import { parentPort, workerData } from 'node:worker_threads'
import type { AccountResult, BacktestResult } from '../../../backtest/result.js'
import { createBacktest } from '../../../backtest/run.js'
import { openChunk, type SharedChunk } from '../../../backtest/sweep/shared-recording.js'
import { Asking } from '../../engine/asking.js'
import type { Recording } from '../../recording/columns/recording.js'
import { parseSource } from '../config/config.js'
import { printAside } from '../screen/print-aside.js'
import type { BacktestAsked } from './backtest-setup.js'
import { driverOptions } from './driver-options.js'
import { loadBacktest } from './load-backtest.js'
import type { Places } from './place-markets.js'
import { TimedReplay } from './timed-replay.js'

/** The task of a thread: plain data, because a strategy cannot be sent. */
export interface ModelTask {
  /** The config, which the thread loads again. */
  readonly file: string
  readonly text: string
  readonly asked: BacktestAsked
  readonly recording: Omit<Recording, 'chunks'>
  readonly places: Places
  /** Where the thread says which strategy it asks. */
  readonly asking: SharedArrayBuffer
}

/** A message to a thread: the next chunk of the recording, or that there are no more. */
export type ModelOrder = { readonly chunk: SharedChunk } | { readonly chunk: null }

/** A message from a thread: the number of events replayed so far, or the result; `seconds` excludes the time it waited. */
export type ModelWord =
  | { readonly kind: 'replayed'; readonly events: number }
  | { readonly kind: 'result'; readonly result: BacktestResult; readonly seconds: number }

/** Results without lists that are computed when they are read, which cannot be sent. */
const plain = (account: AccountResult): AccountResult => ({
  ...account,
  fills: [...account.fills],
  samples: [...account.samples],
  quotes: [...account.quotes],
  sent: [...account.sent],
})

async function open({ file, text, asked, recording, places, asking }: ModelTask): Promise<TimedReplay> {
  printAside()
  const setup = await loadBacktest(parseSource(file, text), asked)
  const options = { ...driverOptions(setup, recording, places), asking: new Asking(asking) }
  return new TimedReplay(createBacktest({ ...options, keepsOrders: true, keepsFairs: true }))
}

/** Replays chunks until it is told that there are no more. */
function replay(opened: Promise<TimedReplay>): void {
  let events = 0
  const take = async ({ chunk }: ModelOrder): Promise<void> => {
    const running = await opened
    if (chunk === null) {
      const result = running.finish()
      return say({ kind: 'result', result: { ...result, accounts: result.accounts.map(plain) }, seconds: running.seconds })
    }
    running.add(openChunk(chunk))
    events += chunk.columns.length
    say({ kind: 'replayed', events })
  }
  // A rejection ends the thread, and the thread that started it receives the error.
  parentPort?.on('message', (order: ModelOrder) => void take(order))
}

function say(word: ModelWord): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
  parentPort?.postMessage(word)
  if (word.kind === 'result') parentPort?.close()
}

replay(open(workerData as ModelTask))
