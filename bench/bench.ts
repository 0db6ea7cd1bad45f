/** One measured line of the table. */
export interface Row {
  /** What was measured, in a few words. */
  readonly what: string
  /** The absolute reading on this machine, for orientation only. */
  readonly value: number
  readonly unit: string
  /** `value` as a multiple of what was measured beside it in the same run; null: nothing stands beside it. */
  readonly ratio: number | null
  /** What the ratio is against. */
  readonly against: string | null
  /** The goal in words, such as '<= 1.25x'. */
  readonly budget: string | null
  /** Whether the goal is met; null: there is none for this line. */
  readonly holds: boolean | null
}

/** How a benchmark is asked to run. */
export interface BenchOptions {
  /** A look in seconds in place of a measurement: fewer and shorter rounds. */
  readonly isQuick: boolean
  /** Says what is going on, for a person who waits. */
  readonly note: (text: string) => void
}

/** One file of this folder exports one as `bench`; the runner finds it by that, and gives it a process of its own. */
export interface Bench {
  readonly name: string
  run(options: BenchOptions): Promise<readonly Row[]>
}
