import { ExitCode, reasonOf } from './exit.js'
import type { Logger } from './log.js'

/** Why a run ends. */
export interface EndOfRun {
  readonly text: string
  readonly isFailure: boolean
}

/** A terminal's Ctrl-C reaches a program twice when another program started it. */
const SAME_SIGNAL_MS = 500

/**
 * Waits for what ends a run: a signal, its time, or a failure. Once it ends, a further signal leaves at once, whatever is still open.
 */
export function endOfRun(options: {
  readonly failure: Promise<unknown>
  readonly forMs: number | null
  readonly log: Logger
}): Promise<EndOfRun> {
  const { failure, forMs, log } = options
  return new Promise(resolve => {
    let endedAt: number | null = null
    const end = (why: EndOfRun): void => {
      endedAt ??= performance.now()
      clearTimeout(timer)
      resolve(why)
    }
    const onSignal = (signal: string): void => {
      if (endedAt === null) return end({ text: signal, isFailure: false })
      if (performance.now() - endedAt < SAME_SIGNAL_MS) return
      log.error(`${signal} again: leaving at once, orders may still be open`)
      process.exit(ExitCode.ORDERS_OPEN)
    }
    const onFailure = (error: unknown): void => {
      log.error({ err: error }, `broken: ${reasonOf(error)}`)
      end({ text: reasonOf(error), isFailure: true })
    }
    const overdue = (): void => end({ text: `its time of ${(forMs ?? 0) / 1_000} s is over`, isFailure: false })
    const timer = forMs === null ? undefined : setTimeout(overdue, forMs)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
    // What nobody caught is a bug of ours; it still must not leave orders behind.
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, onFailure)
    void failure.then(onFailure)
  })
}
