import { ExitCode, reasonOf } from '../config/exit.js'
import type { Logger } from '../screen/log.js'

/** Why a run ends. */
export interface WhyEnded {
  readonly text: string
  readonly isFailure: boolean
}

export interface EndOfRun {
  /** Resolves with the first thing that ends the run. */
  readonly why: Promise<WhyEnded>
  /** Ends it when its time is over, in ms from now. */
  after(ms: number): void
  /** Ends it in good order, as a signal does; as a failed run where something said so before. Asked twice it does nothing more. */
  stop(text: string, isFailure?: boolean): void
  /** Ends it when something is broken. */
  fail(error: unknown): void
  /** Asked first about an error that no one caught: whether a strategy is stopped for it, and not the run. */
  excuse(isExcused: (error: unknown) => boolean): void
}

/** A terminal's Ctrl-C reaches a program twice when another program started it. */
const SAME_SIGNAL_MS = 500

/**
 * Listens for what ends a run. It begins before the run does, because orders of an earlier life may be open while this one starts. Once the
 * end has come, a further signal leaves at once, whatever is still open.
 */
export function listenForEnd(log: Logger): EndOfRun {
  let endedAt: number | null = null
  let timer: NodeJS.Timeout | undefined
  let resolve: (why: WhyEnded) => void = () => undefined
  const why = new Promise<WhyEnded>(settle => {
    resolve = settle
  })
  const end = (reason: WhyEnded): void => {
    endedAt ??= performance.now()
    clearTimeout(timer)
    resolve(reason)
  }
  const onSignal = (signal: string): void => {
    if (endedAt === null) return end({ text: signal, isFailure: false })
    if (performance.now() - endedAt < SAME_SIGNAL_MS) return
    log.error(`${signal} again: leaving at once, orders may still be open`)
    process.exit(ExitCode.ORDERS_OPEN)
  }
  const fail = (error: unknown): void => {
    log.error({ err: error }, `broken: ${reasonOf(error)}`)
    end({ text: reasonOf(error), isFailure: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  let isExcused: (error: unknown) => boolean = () => false
  // What no one caught is a bug of ours, or of a strategy, which is then stopped; ours must not leave orders behind either.
  const onStray = (error: unknown): void => {
    if (!isExcused(error)) fail(error)
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, onStray)
  return {
    why,
    after: ms => {
      timer = setTimeout(() => end({ text: `its time of ${ms / 1_000} s is over`, isFailure: false }), ms)
    },
    stop: (text, isFailure = false) => end({ text, isFailure }),
    fail,
    excuse: given => {
      isExcused = given
    },
  }
}
