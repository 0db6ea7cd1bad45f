import { fork } from 'node:child_process'
import type { SimResult } from './simulate.js'

export interface SeedsOptions {
  /** The compiled `seed-worker.js` of the code that shall run. */
  readonly worker: string
  readonly first: number
  readonly seeds: number
  readonly events: number
  readonly lines: number
  readonly processes: number
  /** Told of each as it ends; true: no further seed is begun. */
  readonly onResult: (result: SimResult) => boolean
}

/** What a worker is asked for. */
export interface SeedRequest {
  readonly seed: number
  readonly events: number
  /** How many of its last events are told where it fails. */
  readonly lines: number
}

/** Runs seeds in processes side by side, each seed as a whole in one of them. */
export async function runSeeds({ worker, first, seeds, events, lines, processes, onResult }: SeedsOptions): Promise<void> {
  let next = first
  let isEnough = false
  const drive = (): Promise<void> =>
    new Promise((resolve, reject) => {
      // Young objects get more room: most of what an event makes is dead when the next one comes.
      const child = fork(worker, { execArgv: ['--max-semi-space-size=64'] })
      const ask = (): void => {
        if (isEnough || next >= first + seeds) return child.disconnect()
        child.send({ seed: next++, events, lines } satisfies SeedRequest)
      }
      child.on('message', (result: SimResult) => {
        isEnough = onResult(result) || isEnough
        ask()
      })
      child.on('error', reject)
      child.on('exit', code =>
        code === 0 ? resolve() : reject(new Error(`a process of the simulation ended with code ${code}`)),
      )
      ask()
    })
  await Promise.all(Array.from({ length: Math.min(processes, seeds) }, drive))
}
