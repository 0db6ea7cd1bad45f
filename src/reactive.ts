/**
 * The door for authors who think in streams: `reactive` makes a strategy of an Observable, and rxjs itself, so that there is one copy of it.
 *
 * @module oddsmith/reactive
 */
export * from 'rxjs'
export { type ExplainedStream, type ReactiveOptions, type ReactiveParts, reactive } from './strategy/reactive.js'
