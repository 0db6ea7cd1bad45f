import type { Timestamp } from './time.js'

/** What a text of a reference feed says: a value, or that there is none to trust. */
export type Reading =
  /** `at`: when it was so, by the source's clock; absent: when it was heard. */
  { readonly value: number; readonly at?: Timestamp } | { readonly state: 'suspect' | 'lost'; readonly why: string }
