import { defer, finalize, from, merge, mergeMap, type OperatorFunction, Subject } from 'rxjs'
import { VenueError } from '../venue-error.js'
import { eachOf } from './each-of.js'

/** Where a stream's snapshot comes from, and what its events become. */
export interface SnapshotFirst<E, T> {
  readonly venue: string
  /** The event from which on nothing is missed. It is passed to `live` as well. */
  readonly isReady: (event: E) => boolean
  /** Called once, after that event. */
  readonly snapshot: () => Promise<readonly T[]>
  /** Maps an event to values; a held event is mapped when it is released. */
  readonly live: (event: E) => readonly T[]
  readonly heldMax?: number
}

const HELD_MAX = 50_000
const NOTHING: readonly never[] = []

/**
 * How to join a stream that cannot be replayed: subscribe, hold what arrives, fetch the snapshot, emit it, then what was held, then what comes.
 * Errors if the snapshot fails, or if more than `heldMax` events are held: to lose nothing, the link must start again.
 */
export const snapshotFirst =
  <E, T>(options: SnapshotFirst<E, T>): OperatorFunction<E, T> =>
  source =>
    // The buffer belongs to one subscription, so that a reconnect starts with an empty one.
    defer(() => {
      const gate = createGate(options)
      const asked = new Subject<void>()
      const first = asked.pipe(mergeMap(() => from(options.snapshot()).pipe(mergeMap(gate.open))))
      const news = source.pipe(
        eachOf(event => {
          const passed = gate.take(event)
          if (passed !== null) return passed
          if (gate.isDue(event)) asked.next()
          return NOTHING
        }),
      )
      return merge(first, news.pipe(finalize(() => asked.complete())))
    })

function createGate<E, T>({ venue, isReady, live, heldMax = HELD_MAX }: SnapshotFirst<E, T>) {
  let held: E[] | null = []
  let isAsked = false
  return {
    /** The values of the event; null: it is held. */
    take: (event: E): readonly T[] | null => {
      if (held === null) return live(event)
      if (held.push(event) > heldMax) throw new VenueError('too much arrived before the snapshot', { venue, retryable: true })
      return null
    },
    /** Whether this is the event that triggers the snapshot. */
    isDue: (event: E): boolean => {
      const isDue = !isAsked && isReady(event)
      isAsked ||= isDue
      return isDue
    },
    open: (snapshot: readonly T[]): readonly T[] => {
      const waiting = held ?? []
      held = null
      return [...snapshot, ...waiting.flatMap(live)]
    },
  }
}
