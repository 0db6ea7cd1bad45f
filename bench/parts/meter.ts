import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { onCoreNs } from '../rounds.js'

/** Resources that a process has used so far. */
export interface Used {
  readonly onCoreNs: number
  /** Bytes in memory. */
  readonly resident: number
}

/** In the measured process: answers each request with its usage. */
export function answerMeter(): void {
  process.on('message', message => {
    if (message !== 'meter') return
    // If the process allows it, garbage is collected first: unreachable memory is not counted.
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
