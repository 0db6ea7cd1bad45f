import Table from 'cli-table3'
import type { HourRow } from './run-day.js'
import type { Tally } from './tally.js'

/** Prints what a day came to: hours, values of enumerations, changes of fields. What never occurred is marked. */
export function printDay(hours: readonly HourRow[], tally: Tally): string {
  const hourRows = hours.map(({ hour, fills, placed, markets, heapMb, buffersMb, seconds }) => [
    hour,
    fills,
    placed,
    markets,
    heapMb,
    buffersMb,
    seconds,
  ])
  const wordRows = [...tally.words].map(([place, counts]) => [
    place,
    [...counts].map(([word, count]) => `${count === 0 ? '!! ' : ''}${word} ${count}`).join(', '),
  ])
  const changeRows = [...tally.changes].map(([place, count]) => [count === 0 ? `!! ${place}` : place, count])
  return [
    table(['hour', 'fills', 'orders', 'markets', 'heap MB', 'buffers MB', 'computed in s'], hourRows),
    table(['enumeration', 'values and how often each occurred'], wordRows),
    table(['mutable field', 'changes'], changeRows),
  ].join('\n')
}

const WIDE = 110

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string => {
  const widest = (index: number): number => Math.max(...[head, ...rows].map(row => String(row[index]).length)) + 2
  const printed = new Table({
    head: [...head],
    colWidths: head.map((_, index) => Math.min(WIDE, widest(index))),
    wordWrap: true,
    style: { head: [], border: [] },
  })
  printed.push(...rows.map(row => [...row]))
  return printed.toString()
}
