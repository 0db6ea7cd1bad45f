import { countText, money, tone } from '../report/format.js'
import { html, type Markup } from '../report/html.js'

/** Profits of several events, in the order in which they were resolved. */
export interface EventRun {
  /** Printed above its events; empty: nothing. */
  readonly name: string
  /** One bar each, and a line of their sum. */
  readonly profits: readonly number[]
  /** Profits of something else on the same events: a thin line of their sum. */
  readonly beside: readonly number[]
}

const PLOT = { width: 1_100, height: 240, left: 72, right: 10, top: 26, foot: 14 }
/** An amount nearer to the line of zero than this would be printed over its text. */
const LINE_HEIGHT = 14

/** Profit by event as one picture, one run after another: shows whether it comes from many events or from few. Empty without events. */
export function eventBars(runs: readonly EventRun[]): Markup {
  const profits = runs.flatMap(run => run.profits)
  if (profits.length === 0) return html``
  const [sums, beside] = [runningSum(profits), runningSum(runs.flatMap(run => run.beside))]
  const scale = scaleOf([...profits, ...sums, ...beside], profits.length)
  const { width, height, left, right } = PLOT
  const rule = (value: number): Markup => {
    const y = scale.y(value)
    const isFree = value === 0 || Math.abs(y - scale.y(0)) >= LINE_HEIGHT
    const text = html`<text class="tick" x="${left - 8}" y="${y + 4}" text-anchor="end">${money(value)}</text>`
    return html`<line class="rule" x1="${left}" x2="${width - right}" y1="${y}" y2="${y}"/>${isFree ? text : html``}`
  }
  return html`<figure class="bars"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="profit of ${countText(profits.length)} events and their sum">
${[...new Set([scale.low, 0, scale.high])].map(rule)}
${borders(runs, scale)}
${profits.map((profit, at) => bar({ profit, sum: sums[at] ?? 0, at }, scale))}
${line('beside', beside, scale)}${line('sum', sums, scale)}
</svg></figure>`
}

interface Scale {
  readonly low: number
  readonly high: number
  /** The left end of an event's place. */
  readonly x: (at: number) => number
  readonly y: (value: number) => number
}

/** Bars and sums share one scale, so that a bar is as high as the step it makes. */
function scaleOf(values: readonly number[], events: number): Scale {
  const { width, height, left, right, top, foot } = PLOT
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const range = high - low || 1
  return {
    low,
    high,
    x: at => rounded(left + (at * (width - left - right)) / events),
    y: value => rounded(top + ((high - value) * (height - top - foot)) / range),
  }
}

const rounded = (value: number): number => Number(value.toFixed(2))

function runningSum(values: readonly number[]): readonly number[] {
  let sum = 0
  return values.map(value => (sum += value))
}

interface Bar {
  readonly profit: number
  readonly sum: number
  readonly at: number
}

function bar({ profit, sum, at }: Bar, { x, y }: Scale): Markup {
  const wide = rounded((x(at + 1) - x(at)) * 0.7)
  const [from, to] = [y(Math.max(0, profit)), y(Math.min(0, profit))]
  return html`<g><rect class="place" x="${x(at)}" y="${PLOT.top}" width="${rounded(x(at + 1) - x(at))}" height="${PLOT.height - PLOT.top - PLOT.foot}"/><rect class="${tone(profit)}" x="${rounded(x(at) + wide * 0.2)}" y="${from}" width="${wide}" height="${rounded(to - from)}"/><title>event ${at + 1}: ${money(profit)}, so far ${money(sum)}</title></g>
`
}

/** A sum is drawn where its event ends. */
const line = (name: string, sums: readonly number[], { x, y }: Scale): Markup =>
  sums.length === 0
    ? html``
    : html`<polyline class="${name}" points="${[`${x(0)},${y(0)}`, ...sums.map((sum, at) => `${x(at + 1)},${y(sum)}`)].join(' ')}"/>`

function borders(runs: readonly EventRun[], { x }: Scale): readonly Markup[] {
  let before = 0
  return runs.map(({ name, profits }) => {
    const from = x(before)
    before += profits.length
    return html`<line class="border" x1="${from}" x2="${from}" y1="${PLOT.top - 14}" y2="${PLOT.height - PLOT.foot}"/><text class="tick" x="${from + 6}" y="${PLOT.top - 8}">${name}</text>`
  })
}
