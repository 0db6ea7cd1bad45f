/** A value that holds from a time until the next one; null: unknown. */
export interface Step {
  readonly at: number
  readonly value: number | null
}

/** Lines over one list of times, for a plot; each line holds its value until the next row. */
export interface StepLines {
  /** Milliseconds since the beginning of the run. */
  readonly x: readonly number[]
  readonly lines: readonly (readonly (number | null)[])[]
  /** Width of a bucket in milliseconds, of which the lowest and the highest value are drawn; 0: every change is drawn. */
  readonly bucketMs: number
}

export interface StepOptions {
  /** Microseconds. */
  readonly from: number
  readonly to: number
  readonly rowsMax: number
}

/** Puts several lines on one list of times: exact if they fit, else the lowest and highest value of each bucket, so that no peak is lost. */
export function stepLines(series: readonly (readonly Step[])[], { from, to, rowsMax }: StepOptions): StepLines {
  const times = series.some(({ length }) => length > rowsMax) ? null : timesOf(series)
  if (times !== null && times.length <= rowsMax) {
    return { x: times.map(at => millis(at - from)), lines: series.map(steps => exactLine(steps, times)), bucketMs: 0 }
  }
  const buckets = Math.max(1, Math.floor(rowsMax / 2))
  const width = Math.max(1, (to - from) / buckets)
  const x = Array.from({ length: buckets * 2 }, (_, row) => millis((row * width) / 2))
  const grid = { from, width, buckets }
  return { x, lines: series.map(steps => envelope(steps, grid)), bucketMs: width / 1_000 }
}

const timesOf = (series: readonly (readonly Step[])[]): number[] =>
  [...new Set(series.flatMap(steps => steps.map(({ at }) => at)))].sort((a, b) => a - b)

/** Whole milliseconds: a screen does not show finer ones. */
const millis = (microseconds: number): number => Math.round(microseconds / 1_000)

function exactLine(steps: readonly Step[], times: readonly number[]): (number | null)[] {
  let next = 0
  let value: number | null = null
  return times.map(time => {
    while (next < steps.length && (steps[next]?.at ?? 0) <= time) value = steps[next++]?.value ?? null
    return value
  })
}

interface Grid {
  readonly from: number
  readonly width: number
  readonly buckets: number
}

function envelope(steps: readonly Step[], { from, width, buckets }: Grid): (number | null)[] {
  const line: (number | null)[] = []
  let next = 0
  let held: number | null = null
  for (let bucket = 0; bucket < buckets; bucket++) {
    // The last bucket includes its end.
    const end = bucket === buckets - 1 ? Number.POSITIVE_INFINITY : from + (bucket + 1) * width
    const seen: (number | null)[] = [held]
    while (next < steps.length && (steps[next]?.at ?? 0) < end) {
      held = steps[next++]?.value ?? null
      seen.push(held)
    }
    line.push(...extremes(seen))
  }
  return line
}

/** The lowest and the highest in their original order; unknown values among known ones are skipped. */
function extremes(values: readonly (number | null)[]): [number | null, number | null] {
  const [first, last] = [values[0] ?? null, values.at(-1) ?? null]
  const known = values.filter(value => value !== null)
  if (known.length === 0 || values.length === 1) return [first, last]
  const low = known.reduce((a, b) => Math.min(a, b))
  const high = known.reduce((a, b) => Math.max(a, b))
  return known.indexOf(low) <= known.indexOf(high) ? [low, high] : [high, low]
}
