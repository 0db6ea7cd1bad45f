import { NEVER, Observable, Subscription, timer } from 'rxjs'
import type { Wires } from './wires.js'

/** How one link takes the place of another. */
export interface OverlapOptions<T> {
  /** The value to emit when the last working link is gone while its successor is not up yet; emitted at once. */
  readonly lost: (error: unknown) => readonly T[]
  /** A key for a value that two links may both bring; null: it always passes. */
  readonly nameOf: (value: T) => string | null
  /** Requests a new link in place of the open ones, which end once it has brought something. */
  readonly renewals?: Observable<void>
  /** Randomness spreads the reconnects, so that a thousand clients do not come at once. */
  readonly wires: Pick<Wires, 'scheduler' | 'random'>
}

/** Called when the link's server announces to end it in about `graceMs`. */
export type OnLeaving = (graceMs: number) => void

/** The longest wait for a successor, as a share of the grace. */
const WAIT_SHARE = 0.25
const WAIT_MAX_MS = 1_000
const RETRY_MS = 250
/** How far the links of two servers may be apart. */
const LAG_MAX_MS = 1_000
const NAMES_MAX = 20_000

interface Link {
  /** It has brought something. */
  isUp: boolean
  isLeaving: boolean
  /** It ends as soon as another one is up. */
  isReplaced: boolean
  subscription: Subscription
}

/**
 * Replaces links before they end: when a link is announced to end, its successor is opened beside it, both are heard until the first one closes, and
 * values that both bring pass once. Errors when the last link does.
 */
export const overlapping = <T>(connect: (onLeaving: OnLeaving) => Observable<T>, options: OverlapOptions<T>): Observable<T> =>
  new Observable(subscriber => {
    const { lost, wires } = options
    const all = new Subscription()
    const links = new Set<Link>()
    const repeats = createRepeats(options)
    const later = (ms: number, work: () => void): void => all.add(timer(ms, wires.scheduler).subscribe(work))
    const open = (): void => {
      const link: Link = { isUp: false, isLeaving: false, isReplaced: false, subscription: new Subscription() }
      links.add(link)
      const next = (value: T): void => {
        if (!link.isUp) arrive(link)
        if (!repeats.isOld(link, value)) subscriber.next(value)
      }
      const leaving = connect(graceMs => leave(link, graceMs))
      link.subscription.add(leaving.subscribe({ next, error: (error: unknown) => end(link, error) }))
      all.add(link.subscription)
    }
    /** The first value of a link: the links that it replaces end without a loss. */
    const arrive = (link: Link): void => {
      link.isUp = true
      if (link.isReplaced) return
      const replaced = [...links].filter(({ isReplaced }) => isReplaced)
      for (const { subscription } of replaced.filter(forget)) subscription.unsubscribe()
      if (replaced.length > 0) later(LAG_MAX_MS, settle)
    }
    const forget = (link: Link): boolean => {
      all.remove(link.subscription)
      return links.delete(link)
    }
    const renew = (): void => {
      for (const link of links) Object.assign(link, { isLeaving: true, isReplaced: true })
      repeats.begin()
      follow()
    }
    const leave = (link: Link, graceMs: number): void => {
      if (link.isLeaving || !links.has(link)) return
      link.isLeaving = true
      repeats.begin()
      later(wires.random() * Math.min(graceMs * WAIT_SHARE, WAIT_MAX_MS), follow)
    }
    /** Opens a successor if there are links and all of them are about to end. */
    const follow = (): void => {
      if (links.size > 0 && [...links].every(({ isLeaving }) => isLeaving)) open()
    }
    const settle = (): void => {
      if (links.size === 1 && [...links].every(({ isLeaving }) => !isLeaving)) repeats.end()
    }
    const end = (link: Link, error: unknown): void => {
      forget(link)
      if (links.size === 0) return subscriber.error(error)
      if (link.isUp && ![...links].some(({ isUp }) => isUp)) for (const loss of lost(error)) subscriber.next(loss)
      later(LAG_MAX_MS, settle)
      later(RETRY_MS, follow)
    }
    open()
    all.add((options.renewals ?? NEVER).subscribe(renew))
    return all
  })

/** During an overlap, remembers which link brought a value first. */
function createRepeats<T>({ nameOf }: OverlapOptions<T>) {
  const broughtBy = new Map<string, Link>()
  let isOn = false
  return {
    begin: () => {
      isOn = true
    },
    end: () => {
      isOn = false
      broughtBy.clear()
    },
    isOld: (link: Link, value: T): boolean => {
      const name = isOn ? nameOf(value) : null
      if (name === null) return false
      const first = broughtBy.get(name)
      if (first !== undefined) return first !== link
      // The oldest is dropped first: its repetition is expected first.
      if (broughtBy.size >= NAMES_MAX) for (const oldest of broughtBy.keys()) if (broughtBy.delete(oldest)) break
      broughtBy.set(name, link)
      return false
    },
  }
}
