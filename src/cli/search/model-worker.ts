import { parentPort, workerData } from 'node:worker_threads'
import type { AccountResult, BacktestResult } from '../../../backtest/result.js'
import { createBacktest } from '../../../backtest/run.js'
import { openChunk, type SharedChunk } from '../../../backtest/sweep/shared-recording.js'
import type { Recording } from '../../recording/columns/recording.js'
import { parseSource } from '../config/config.js'
import type { BacktestAsked } from './backtest-setup.js'
import { driverOptions } from './driver-options.js'
import { loadBacktest } from './load-backtest.js'
import type { Places } from './place-markets.js'
import { TimedReplay } from './timed-replay.js'

/** What a thread replays: plain data, for a strategy cannot travel. */
export interface ModelTask {
  /** The config, read once more in the thread. */
  readonly file: string
  readonly text: string
  readonly asked: BacktestAsked
  readonly recording: Omit<Recording, 'chunks'>
  readonly places: Places
}

/** What a thread is told: the next stretch of the recording, or that there is none. */
export type ModelOrder = { readonly chunk: SharedChunk } | { readonly chunk: null }

/** What a thread says: how many events it replayed so far, or what they came to; `seconds` without those it waited. */
export type ModelWord =
  | { readonly kind: 'replayed'; readonly events: number }
  | { readonly kind: 'result'; readonly result: BacktestResult; readonly seconds: number }

/** Lists that are put together as they are read cannot travel either. */
const plain = (account: AccountResult): AccountResult => ({
  ...account,
  fills: [...account.fills],
  samples: [...account.samples],
  quotes: [...account.quotes],
  sent: [...account.sent],
})

async function open({ file, text, asked, recording, places }: ModelTask): Promise<TimedReplay> {
  const setup = await loadBacktest(parseSource(file, text), asked)
  return new TimedReplay(createBacktest({ ...driverOptions(setup, recording, places), keepsOrders: true, keepsFairs: true }))
}

/** Replays what comes until the end of it was told. */
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
  // A rejection ends the thread, and the thread that started it hears of the error.
  parentPort?.on('message', (order: ModelOrder) => void take(order))
}

function say(word: ModelWord): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
  parentPort?.postMessage(word)
  if (word.kind === 'result') parentPort?.close()
}

replay(open(workerData as ModelTask))
