import { parameterText } from './parameter-text.js'
import type { RankedTrial } from './rank.js'

/** The values of a parameter, or ranges of them, in order. */
export interface Bins {
  readonly labels: readonly string[]
  /** For each trial, in the trials' order: its bin. */
  readonly places: readonly number[]
}

const BINS_MAX = 10

/**
 * Groups trials by a parameter. If numbers have more values than can be shown, they are grouped by rank into at most the given number of bins with
 * about the same number of trials.
 */
export function binsOf(trials: readonly RankedTrial[], name: string, rangesMax = BINS_MAX): Bins {
  const texts = trials.map(({ parameters }) => parameterText(parameters, name))
  const values = [...new Set(texts)]
  const isNumeric = values.every(text => text !== '' && Number.isFinite(Number(text)))
  if (isNumeric && values.length > BINS_MAX) return ranges(texts.map(Number), Math.min(rangesMax, BINS_MAX))
  const labels = isNumeric ? values.toSorted((a, b) => Number(a) - Number(b)) : values.toSorted()
  const places = new Map(labels.map((label, at) => [label, at]))
  return { labels, places: texts.map(text => places.get(text) ?? 0) }
}

/** Equal values are never separated. */
function ranges(values: readonly number[], most: number): Bins {
  const sorted = values.toSorted((a, b) => a - b)
  const last = sorted.at(-1) ?? 0
  const starts = [...new Set(Array.from({ length: most }, (_, at) => sorted[Math.floor((at * sorted.length) / most)] ?? last))]
  return {
    labels: starts.map((from, at) => `${short(from)}–${short(starts[at + 1] ?? last)}`),
    places: values.map(value => starts.findLastIndex(from => from <= value)),
  }
}

const short = (value: number): string => String(Number(value.toPrecision(3)))
