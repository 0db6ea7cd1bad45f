import type { ChildProcess } from 'node:child_process'

/** Most pushes in flight: enough to keep both processes busy, far fewer than cause a slow client to be disconnected. */
const WINDOW = 64

/** In the pushing process: takes one step after the other, as long as the other side keeps up. */
export function stepOnCredit(step: () => Promise<void> | void): void {
  let credit = 0
  let isRunning = false
  const run = async (): Promise<void> => {
    isRunning = true
    while (credit > 0) {
      credit--
      await step()
      await new Promise(resolve => setImmediate(resolve))
    }
    isRunning = false
  }
  process.on('message', message => {
    if (typeof message !== 'object' || message === null || !('credit' in message)) return
    credit = Number(message.credit) === 0 ? 0 : credit + Number(message.credit)
    if (!isRunning) void run()
  })
}

/** In the counting process: requests as many pushes as have arrived. The returned function ends that. */
export function giveCredit(
  child: ChildProcess,
  listeners: number,
): { readonly take: (frames: number) => void; readonly stop: () => void } {
  let frames = 0
  child.send({ credit: WINDOW })
  return {
    take: count => {
      frames += count
      const steps = Math.floor(frames / listeners)
      // A message for each push would be most of the work.
      if (steps < WINDOW / 4) return
      frames -= steps * listeners
      child.send({ credit: steps })
    },
    stop: () => void child.send({ credit: 0 }),
  }
}
