import type { AlertsCopy } from '../schemas-alerts.js'
import type { Histogram, RunCopy } from '../schemas-run.js'

/** What metrics are read from. */
export interface Measured {
  readonly run: RunCopy
  readonly alerts: AlertsCopy
}

/** One series of a metric at one moment. */
export type Sample = readonly [value: number, labels?: Readonly<Record<string, string>>]

/** One metric: what it is called, what it means, and how it is read. */
export type Metric =
  | {
      readonly kind: 'gauge' | 'counter'
      /** With its unit last, and `_total` behind it where it only grows. */
      readonly name: string
      readonly help: string
      readonly labels?: readonly string[]
      /** No sample: it is not known at this moment. */
      readonly read: (measured: Measured) => readonly Sample[]
    }
  | {
      readonly kind: 'histogram'
      readonly name: string
      readonly help: string
      readonly read: (measured: Measured) => Histogram
    }
