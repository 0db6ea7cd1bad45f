import type { Timestamp } from './time.js'

/** What a message of a reference feed means: a value, or that no value can be trusted. */
export type Reading =
  /** `at`: the value's time by the source's clock; absent: the time of arrival is used. */
  { readonly value: number; readonly at?: Timestamp } | { readonly state: 'suspect' | 'lost'; readonly why: string }
