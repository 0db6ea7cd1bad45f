import { median } from 'simple-statistics'
import { count, money } from '../report/format.js'
import { html, type Markup } from '../report/html.js'
import { parameterText } from './parameter-words.js'
import type { RankedTrial } from './rank.js'

const valueOf = ({ parameters }: RankedTrial, name: string): string => parameterText(parameters, name)

const BINS_MAX = 10
const CELL = { width: 74, height: 34, left: 92, top: 8, foot: 44 }

/**
 * Profit over one or two parameters as one picture. A cell is the middle one of the trials that share both values, whatever their other values
 * are: a good corner is one where the neighbours are good too, and one lucky trial does not colour it. Many values are put into bins.
 */
export function heatMap(
  trials: readonly RankedTrial[],
  { across, down }: { readonly across: string; readonly down: string | null },
): Markup {
  const words = down === null ? across : `${down} down, ${across} across`
  const columns = binsOf(trials, across)
  const rows = down === null ? [EVERY] : binsOf(trials, down)
  const cells = rows.flatMap((row, y) =>
    columns.map((column, x) => ({ x, y, trials: trials.filter(one => column.has(one) && row.has(one)) })),
  )
  const largest = Math.max(
    1e-9,
    ...cells.filter(cell => cell.trials.length > 0).map(({ trials: some }) => Math.abs(middleOf(some))),
  )
  const width = CELL.left + columns.length * CELL.width + 8
  const height = CELL.top + rows.length * CELL.height + CELL.foot
  return html`<figure class="heat"><svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="profit by ${words}">
${cells.map(cell => cellOf(cell, largest))}
${columns.map(({ label }, x) => html`<text class="tick" x="${CELL.left + (x + 0.5) * CELL.width}" y="${height - CELL.foot + 16}" text-anchor="middle">${label}</text>`)}
${rows.map(({ label }, y) => html`<text class="tick" x="${CELL.left - 8}" y="${CELL.top + (y + 0.5) * CELL.height + 4}" text-anchor="end">${label}</text>`)}
<text class="name" x="${CELL.left + (columns.length * CELL.width) / 2}" y="${height - 8}" text-anchor="middle">${across}</text>
</svg><figcaption>${words}</figcaption></figure>`
}

interface Cell {
  readonly x: number
  readonly y: number
  readonly trials: readonly RankedTrial[]
}

function cellOf({ x, y, trials }: Cell, largest: number): Markup {
  const [left, top] = [CELL.left + x * CELL.width, CELL.top + y * CELL.height]
  const box = (kind: string, strength: number, tip: string): Markup =>
    html`<rect class="${kind}" x="${left + 1}" y="${top + 1}" width="${CELL.width - 2}" height="${CELL.height - 2}" rx="4" fill-opacity="${strength.toFixed(3)}"><title>${tip}</title></rect>`
  if (trials.length === 0) return box('none', 1, 'no trial')
  const middle = middleOf(trials)
  const profits = trials.map(profitOf)
  const tip = `${count(trials.length)} ${trials.length === 1 ? 'trial' : 'trials'}: ${money(Math.min(...profits))} to ${money(Math.max(...profits))}, the middle one ${money(middle)}`
  return html`${box(middle < 0 ? 'loss' : 'gain', 0.08 + (0.72 * Math.abs(middle)) / largest, tip)}<text class="value" x="${left + CELL.width / 2}" y="${top + CELL.height / 2 + 4}" text-anchor="middle">${money(middle)}</text>`
}

const profitOf = ({ result }: RankedTrial): number => Number(result.profit.total)

const middleOf = (trials: readonly RankedTrial[]): number => median(trials.map(profitOf))

interface Bin {
  readonly label: string
  has(trial: RankedTrial): boolean
}

const EVERY: Bin = { label: '', has: () => true }

/** Values in their order; more than can be shown are put together by rank, as many trials in one bin as in the next. */
function binsOf(trials: readonly RankedTrial[], name: string): readonly Bin[] {
  const texts = [...new Set(trials.map(trial => valueOf(trial, name)))]
  const isNumeric = texts.every(text => text !== '' && Number.isFinite(Number(text)))
  if (!isNumeric || texts.length <= BINS_MAX) {
    const sorted = isNumeric ? texts.toSorted((a, b) => Number(a) - Number(b)) : texts.toSorted()
    return sorted.map(label => ({ label, has: trial => valueOf(trial, name) === label }))
  }
  const values = trials.map(trial => Number(valueOf(trial, name))).toSorted((a, b) => a - b)
  const edges = Array.from(
    { length: BINS_MAX + 1 },
    (_, at) => values[Math.min(values.length - 1, Math.floor((at * values.length) / BINS_MAX))] ?? 0,
  )
  return edges.slice(0, -1).flatMap((from, at) => {
    const to = edges[at + 1] ?? from
    const isLast = at === BINS_MAX - 1
    const has = (trial: RankedTrial): boolean => {
      const value = Number(valueOf(trial, name))
      return value >= from && (isLast ? value <= to : value < to)
    }
    return from === to && !isLast ? [] : [{ label: `${short(from)}–${short(to)}`, has }]
  })
}

const short = (value: number): string => String(Number(value.toPrecision(3)))
