import { defer, merge, type Observable, retry, Subject, timer } from 'rxjs'
import type { Wires } from './wires.js'

/** How a stream comes back. */
export interface ReconnectOptions<T> {
  /** The value to emit when the link breaks; emitted at once, before the next attempt. */
  readonly lost: (error: unknown) => readonly T[]
  /** Whether the server asked clients to reconnect: then the first attempt does not wait. */
  readonly isSentOn?: (error: unknown) => boolean
  readonly firstMs?: number
  readonly longestMs?: number
  /** Randomness spreads the attempts, so that a thousand clients do not return at once. */
  readonly wires: Pick<Wires, 'scheduler' | 'random'>
}

const FIRST_MS = 250
const LONGEST_MS = 30_000
const SENT_ON_MS = 50

/**
 * A stream that reconnects: each error becomes the value of `lost`, then another attempt follows, with twice the wait each time until one brings
 * something. Never errors and never completes by itself.
 */
export const reconnecting = <T>(connect: Observable<T>, options: ReconnectOptions<T>): Observable<T> =>
  defer(() => {
    const { wires } = options
    // Losses are merged outside the retried stream: inside it, each would count as a success and the wait would never grow.
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

/** Random, between half and all of the doubled wait. */
function waitMs(
  attempt: number,
  { firstMs = FIRST_MS, longestMs = LONGEST_MS, wires }: Omit<ReconnectOptions<never>, 'lost' | 'isSentOn'>,
): number {
  const full = Math.min(longestMs, firstMs * 2 ** Math.min(attempt - 1, 30))
  return full * (0.5 + wires.random() / 2)
}
