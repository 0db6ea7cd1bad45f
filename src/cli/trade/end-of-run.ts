import { reasonOf } from '../../model/reason-of.js'
import { ExitCode } from '../config/exit.js'
import type { Logger } from '../screen/log.js'
import { startLongTimer } from './long-timer.js'

/** Why a run ends. */
export interface WhyEnded {
  readonly text: string
  readonly isFailure: boolean
}

export interface EndOfRun {
  /** Resolves with the first reason to end the run. */
  readonly why: Promise<WhyEnded>
  /** Ends it after this time, in ms. */
  after(ms: number): void
  /** Ends it in good order, like a signal; as a failed run if a failure was reported before. Later calls do nothing. */
  stop(text: string, isFailure?: boolean): void
  /** Ends it because of an internal error. */
  fail(error: unknown): void
  /** Called first for an uncaught error; true: the run continues, without the strategy or with a new link of the feed that threw it. */
  excuse(isExcused: (error: unknown) => boolean): void
}

/** A terminal sends Ctrl-C twice if another program started this one. */
const SAME_SIGNAL_MS = 500

/**
 * Listens for reasons to end a run. It starts before the run does, because orders of an earlier run may be open meanwhile. After the first reason,
 * another signal ends the process at once, whatever is still open.
 */
export function listenForEnd(log: Logger): EndOfRun {
  let endedAt: number | null = null
  let cancelTimer = (): void => undefined
  let resolve: (why: WhyEnded) => void = () => undefined
  const why = new Promise<WhyEnded>(settle => {
    resolve = settle
  })
  const end = (reason: WhyEnded): void => {
    endedAt ??= performance.now()
    cancelTimer()
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
  // An uncaught error is a bug of ours, or of a strategy or feed, which is then stopped or opened again. Even a bug of ours must not leave orders behind.
  const onStray = (error: unknown): void => {
    if (!isExcused(error)) fail(error)
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, onStray)
  return {
    why,
    after: ms => {
      cancelTimer = startLongTimer(ms, () => end({ text: `its time of ${ms / 1_000} s is over`, isFailure: false }))
    },
    stop: (text, isFailure = false) => end({ text, isFailure }),
    fail,
    excuse: given => {
      isExcused = given
    },
  }
}
