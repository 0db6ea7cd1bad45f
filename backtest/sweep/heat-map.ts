import { medianSorted } from 'simple-statistics'
import { plural } from '../../src/model/counted.js'
import { countText, money } from '../report/format.js'
import { html, type Markup } from '../report/html.js'
import { type Bins, binsOf } from './bins.js'
import { hasEffect, type RankedTrial } from './rank.js'

const CELL = { width: 74, height: 34, left: 92, top: 8, foot: 44 }

/** Aimed at if points are drawn, so that a map is a field and not a scatter of single cells. */
const TRIALS_A_CELL = 3

/**
 * Profit over one or two parameters as one picture. A cell shows the median of the trials that share both values, whatever their other values: a good
 * region is one where the neighbours are good too, and one lucky trial does not colour it. Trials without a fill do not count, and a cell with only
 * such trials says so. Many values are binned.
 */
export function heatMap(
  trials: readonly RankedTrial[],
  { across, down }: { readonly across: string; readonly down: string | null },
): Markup {
  const words = down === null ? across : `${down} down, ${across} across`
  const ranges = down === null ? trials.length : Math.max(2, Math.round(Math.sqrt(trials.length / TRIALS_A_CELL)))
  const columns = binsOf(trials, across, ranges)
  const rows = down === null ? { labels: [''], places: trials.map(() => 0) } : binsOf(trials, down, ranges)
  const cells = cellsOf(trials, columns, rows)
  const largest = Math.max(1e-9, ...cells.map(({ middle }) => Math.abs(middle)))
  const width = CELL.left + columns.labels.length * CELL.width + 8
  const height = CELL.top + rows.labels.length * CELL.height + CELL.foot
  return html`<figure class="heat"><svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="profit by ${words}">
${cells.map(cell => drawn(cell, largest))}
${columns.labels.map((label, x) => html`<text class="tick" x="${CELL.left + (x + 0.5) * CELL.width}" y="${height - CELL.foot + 16}" text-anchor="middle">${label}</text>`)}
${rows.labels.map((label, y) => html`<text class="tick" x="${CELL.left - 8}" y="${CELL.top + (y + 0.5) * CELL.height + 4}" text-anchor="end">${label}</text>`)}
<text class="name" x="${CELL.left + (columns.labels.length * CELL.width) / 2}" y="${height - 8}" text-anchor="middle">${across}</text>
</svg><figcaption>${words}</figcaption></figure>`
}

interface Cell {
  readonly x: number
  readonly y: number
  /** Of its trials with a fill, ascending. */
  readonly profits: readonly number[]
  /** Trials without a fill. */
  readonly dead: number
  /** 0 if no trial had a fill. */
  readonly middle: number
}

function cellsOf(trials: readonly RankedTrial[], columns: Bins, rows: Bins): readonly Cell[] {
  const cells = rows.labels.map(() => columns.labels.map((): RankedTrial[] => []))
  for (const [at, trial] of trials.entries()) cells[rows.places[at] ?? 0]?.[columns.places[at] ?? 0]?.push(trial)
  return cells.flatMap((row, y) =>
    row.map((found, x) => {
      const alive = found.filter(({ result }) => hasEffect(result))
      const profits = alive.map(({ result }) => Number(result.profit.total)).toSorted((a, b) => a - b)
      return { x, y, profits, dead: found.length - alive.length, middle: profits.length === 0 ? 0 : medianSorted(profits) }
    }),
  )
}

function drawn({ x, y, profits, dead, middle }: Cell, largest: number): Markup {
  const [left, top] = [CELL.left + x * CELL.width, CELL.top + y * CELL.height]
  const box = (kind: string, strength: number, tip: string): Markup =>
    html`<rect class="${kind}" x="${left + 1}" y="${top + 1}" width="${CELL.width - 2}" height="${CELL.height - 2}" rx="4" fill-opacity="${strength.toFixed(3)}"><title>${tip}</title></rect>`
  const label = (kind: string, text: string): Markup =>
    html`<text class="${kind}" x="${left + CELL.width / 2}" y="${top + CELL.height / 2 + 4}" text-anchor="middle">${text}</text>`
  const [least] = profits
  if (least === undefined && dead === 0) return box('none', 1, 'no trial')
  if (least === undefined) return html`${box('dead', 1, `${trialsWords(dead)} without a fill`)}${label('idle', 'no fill')}`
  const idle = dead === 0 ? '' : `, ${countText(dead)} more without a fill`
  const tip = `${trialsWords(profits.length)}: ${money(least)} to ${money(profits.at(-1) ?? least)}, the middle one ${money(middle)}${idle}`
  return html`${box(middle < 0 ? 'loss' : 'gain', 0.08 + (0.72 * Math.abs(middle)) / largest, tip)}${label('value', money(middle))}`
}

const trialsWords = (trials: number): string => `${countText(trials)} ${plural(trials, 'trial')}`
