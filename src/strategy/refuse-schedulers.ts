/** The guarded members of a scheduler of a stream library. */
interface Guarded {
  /** A clock has none. */
  schedule?: (work: unknown, delay?: number, ...rest: readonly unknown[]) => unknown
  now: () => number
}

/** The strategy that is being asked; null: none, and schedulers work normally. */
let asked: string | null = null
/** The refusal, kept in case the stream itself catches it. */
let refused: Error | null = null
const guarded = new WeakSet<object>()

/** Runs the code of a strategy that is asked; guarded schedulers refuse meanwhile. Throws the refusal, if there was one. */
export function whileAsked<T>(name: string, work: () => T): T {
  asked = name
  refused = null
  try {
    const result = work()
    // A stream that catches the error and retries would otherwise be silent forever.
    if (refused !== null) throw refused
    return result
  } catch (error) {
    throw refused ?? error
  } finally {
    asked = null
  }
}

/**
 * Guards schedulers that use this computer's clock, and that clock, by name: they throw while a strategy is asked, and otherwise work as before.
 * `queueScheduler` without a delay runs at once and is allowed.
 */
export function refuseWhileAsked(schedulers: Readonly<Record<string, object>>): void {
  for (const [name, scheduler] of Object.entries(schedulers)) {
    if (guarded.has(scheduler)) continue
    guarded.add(scheduler)
    guard(name, scheduler as Guarded)
  }
}

function guard(name: string, scheduler: Guarded): void {
  const { schedule, now } = scheduler
  const isImmediate = (delay: number): boolean => name === 'queueScheduler' && delay <= 0
  if (schedule !== undefined)
    scheduler.schedule = (work, delay = 0, ...rest) => {
      if (asked !== null && !isImmediate(delay)) throw refusal(asked, name)
      return schedule.call(scheduler, work, delay, ...rest)
    }
  scheduler.now = () => {
    if (asked !== null) throw refusal(asked, name)
    return now.call(scheduler)
  }
}

function refusal(strategy: string, scheduler: string): Error {
  const error = new Error(
    `"${strategy}" uses rxjs's ${scheduler}, which runs by this computer's clock, so no replay could repeat it: hand every operator of time the scheduler that "build" is given, as in debounceTime(200, scheduler)`,
  )
  refused ??= error
  return error
}
