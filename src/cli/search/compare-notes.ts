import type { ComparedResult } from '../../../backtest/compare/compared-result.js'
import { counted } from '../../model/counted.js'
import { Timestamp } from '../../model/time.js'

/** Reasons why results are hard to compare, one sentence each. */
export function compareNotes(results: readonly ComparedResult[]): readonly string[] {
  return [...timeNotes(results), ...marketNotes(results), ...modelNotes(results), ...sameNotes(results)]
}

/** A run begins and ends slightly before or after its recording. */
const APART_US = 60_000_000

function timeNotes(results: readonly ComparedResult[]): readonly string[] {
  const [first, ...others] = results
  if (first === undefined || first.from === null || first.to === null) return []
  const { from, to } = first
  const apart = others.filter(
    other =>
      other.from !== null &&
      other.to !== null &&
      (Math.abs(other.from - from) > APART_US || Math.abs(other.to - to) > APART_US),
  )
  return apart.map(
    other => `${other.name} is of ${spanText(other)}, ${first.name} of ${spanText(first)}: they did not see the same`,
  )
}

const spanText = ({ from, to }: ComparedResult): string =>
  [from, to]
    .map(time =>
      Timestamp.iso(Timestamp.of(time ?? 0))
        .slice(0, 19)
        .replace('T', ' '),
    )
    .join(' to ')

function marketNotes(results: readonly ComparedResult[]): readonly string[] {
  const [first, ...others] = results
  if (first === undefined) return []
  const own = new Set(first.markets)
  return others.flatMap(({ name, markets }) => {
    const shared = markets.filter(id => own.has(id)).length
    return shared === markets.length && shared === own.size
      ? []
      : [`${name} has ${counted(markets.length, 'market')}, ${first.name} ${own.size}; ${shared} are the same`]
  })
}

function modelNotes(results: readonly ComparedResult[]): readonly string[] {
  const models = new Set(results.flatMap(({ model }) => model ?? []))
  return models.size > 1 ? [`fill models differ (${[...models].join(', ')}): --model compares one of them everywhere`] : []
}

function sameNotes(results: readonly ComparedResult[]): readonly string[] {
  return results.flatMap((result, at) => {
    const twin = results.findIndex(({ hash, model }) => hash === result.hash && model === result.model)
    return twin < at ? [`${result.name} is the same result as ${results[twin]?.name ?? ''}: their hashes are equal`] : []
  })
}
