import { defer, merge, type Observable, retry, Subject, timer } from 'rxjs'
import type { Wires } from './wires.js'

export interface ReconnectOptions<T> {
  /** What the break of a link is in the stream itself; told at once, before the next attempt. */
  readonly lost: (error: unknown) => readonly T[]
  /** Whether the server asked to be left for another one: then the first attempt does not wait for it to recover. */
  readonly isSentOn?: (error: unknown) => boolean
  readonly firstMs?: number
  readonly longestMs?: number
  /** Their chance spreads the attempts, so that a thousand clients do not return in one instant. */
  readonly wires: Pick<Wires, 'scheduler' | 'random'>
}

const FIRST_MS = 250
const LONGEST_MS = 30_000
const SENT_ON_MS = 50

/**
 * A stream that comes back: each error becomes what `lost` says of it, then another attempt, twice as late each time until one brings
 * something. Never errors and never completes by itself.
 */
export const reconnecting = <T>(connect: Observable<T>, options: ReconnectOptions<T>): Observable<T> =>
  defer(() => {
    const { wires } = options
    // The losses stand beside the retried stream: inside it, each would count as a success and the wait would never grow.
    const losses = new Subject<T>()
    const links = connect.pipe(
      retry({
        resetOnSuccess: true,
        delay: (error, attempt) => {
          for (const loss of options.lost(error)) losses.next(loss)
          const isAtOnce = attempt === 1 && options.isSentOn?.(error) === true
          return timer(isAtOnce ? SENT_ON_MS * wires.random() : waitMs(attempt, options), wires.scheduler)
        },
      }),
    )
    return merge(losses, links)
  })

/** Between half and all of the doubled wait. */
function waitMs(
  attempt: number,
  { firstMs = FIRST_MS, longestMs = LONGEST_MS, wires }: Omit<ReconnectOptions<never>, 'lost' | 'isSentOn'>,
): number {
  const full = Math.min(longestMs, firstMs * 2 ** Math.min(attempt - 1, 30))
  return full * (0.5 + wires.random() / 2)
}
