import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Opened, Played, PlayRequest, ReplayOrder } from './replay-messages.js'
import { ROOT } from './root.js'

/** Results of a contender's passes. */
export interface Reading {
  /** Nanoseconds of the main thread per event. */
  readonly ns: number
  /** How many orders and fills there were. */
  readonly words: string
  /** Orders per event. */
  readonly orders: number
}

/** A process that plays one contender, warm between its rounds. */
export interface Replayer extends Opened {
  play(request: PlayRequest): Promise<Reading>
  close(): Promise<void>
}

/** Starts a process for a contender and waits until it has read the recording. Throws an Error if the process ends. */
export async function openReplayer(order: ReplayOrder): Promise<Replayer> {
  const child = fork(join(ROOT, 'build/bench/parts/replay-child.js'), [JSON.stringify(order)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  })
  const opened = await answer<Opened>(child)
  return {
    ...opened,
    play: async request => {
      const answered = answer<Played>(child)
      child.send(request)
      const { ns, words, orders } = await answered
      return { ns: ns / opened.events, words, orders: orders / opened.events }
    },
    close: async () => {
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.disconnect()
      await ended
    },
  }
}

/** The next message of a process; an Error if it ends before. */
function answer<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void => reject(new Error(`a replaying process ended with code ${code}`))
    child.once('exit', onExit)
    child.once('message', message => {
      child.off('exit', onExit)
      resolve(message as Message)
    })
  })
}
