/** One measured line of the table. */
export interface Row {
  /** What was measured, as a short text. */
  readonly what: string
  /** The absolute value on this machine, for orientation only. */
  readonly value: number
  readonly unit: string
  /** `value` divided by what was measured beside it in the same run; null: nothing was measured beside it. */
  readonly ratio: number | null
  /** What the ratio is against. */
  readonly against: string | null
  /** The goal as text, such as '<= 1.25x'. */
  readonly budget: string | null
  /** Whether the goal is met; null: this line has no goal. */
  readonly holds: boolean | null
}

/** Options of a benchmark run. */
export interface BenchOptions {
  /** True: a quick look in seconds instead of a measurement, with fewer and shorter rounds. */
  readonly isQuick: boolean
  /** Reports progress to a waiting person. */
  readonly note: (text: string) => void
}

/** Every file of this folder that exports one as `bench` is a benchmark; the runner starts it in a process of its own. */
export interface Bench {
  readonly name: string
  run(options: BenchOptions): Promise<readonly Row[]>
}
