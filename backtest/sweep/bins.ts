import { parameterText } from './parameter-words.js'
import type { RankedTrial } from './rank.js'

/** The values of a parameter, or ranges of them, in their order. */
export interface Bins {
  readonly labels: readonly string[]
  /** Of each trial, in the trials' order: which bin it is in. */
  readonly places: readonly number[]
}

const BINS_MAX = 10

/**
 * Sorts trials by a parameter. Numbers of more values than can be shown are put together by rank, about as many trials in one bin as in the
 * next, and in no more bins than are asked for.
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

/** Values that are equal are never parted. */
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
