import type { AlertsCopy } from '../schemas-alerts.js'
import type { Histogram, RunCopy } from '../schemas-run.js'

/** What metrics are read from. */
export interface Measured {
  readonly run: RunCopy
  readonly alerts: AlertsCopy
}

/** One sample of a series. */
export type Sample = readonly [value: number, labels?: Readonly<Record<string, string>>]

/** A metric: its name, its meaning, and how it is read. */
export type Metric =
  | {
      readonly kind: 'gauge' | 'counter'
      /** With its unit last, and `_total` after it for a counter. */
      readonly name: string
      readonly help: string
      readonly labels?: readonly string[]
      /** No sample: the value is not known now. */
      readonly read: (measured: Measured) => readonly Sample[]
    }
  | {
      readonly kind: 'histogram'
      readonly name: string
      readonly help: string
      readonly read: (measured: Measured) => Histogram
    }
