import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { onCoreNs } from '../rounds.js'

/** What a process has used so far. */
export interface Used {
  readonly onCoreNs: number
  /** Bytes in memory. */
  readonly resident: number
}

/** In the process that is measured: answers how much it has used, as often as it is asked. */
export function answerMeter(): void {
  process.on('message', message => {
    if (message !== 'meter') return
    // Where the process was started with it: memory that nobody holds any more is not what it uses.
    globalThis.gc?.()
    process.send?.({ onCoreNs: onCoreNs(), resident: process.memoryUsage.rss() } satisfies Used)
  })
}

/** Asks a process that answers the meter and sends nothing else meanwhile. */
export async function readMeter(child: ChildProcess): Promise<Used> {
  child.send('meter')
  const [used] = (await once(child, 'message')) as [Used]
  return used
}
