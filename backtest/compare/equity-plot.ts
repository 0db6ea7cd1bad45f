import { Timestamp } from '../../src/model/time.js'
import { countText, money } from '../report/format.js'
import { html, type Markup } from '../report/html.js'
import { stepLines } from '../report/step-lines.js'
import type { ComparedResult } from './compared-result.js'

const WIDTH = 1_100
const HEIGHT = 300
const LEFT = 64
const BOTTOM = 26
const TOP = 10
const RIGHT = 8
const POINTS_MAX = 800
const COLOURS = 8
const TICKS = 5

interface Span {
  readonly from: number
  readonly to: number
  readonly low: number
  readonly high: number
}

/** Equity of each result over the time that all of them cover, in colours of the page's theme. */
export function equityPlot(results: readonly ComparedResult[]): Markup {
  const lines = results.flatMap((result, at) => (result.equity.length === 0 ? [] : [{ ...result, colour: at % COLOURS }]))
  const without = results.filter(({ equity }) => equity.length === 0).map(({ name }) => name)
  if (lines.length === 0) return html`<p class="empty">None of these results tells its equity over time.</p>`
  const points = lines.flatMap(({ equity }) => equity)
  const span: Span = {
    from: points.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY),
    to: points.reduce((most, { at }) => Math.max(most, at), 0),
    low: points.reduce((least, { value }) => Math.min(least, value), 0),
    high: points.reduce((most, { value }) => Math.max(most, value), 0),
  }
  const key = ({ name, colour, profit }: (typeof lines)[number]): Markup =>
    html`<span><svg class="key" viewBox="0 0 24 3"><line x2="24" y1="1.5" y2="1.5" style="${strokeOf(colour)}"/></svg>${name} <b>${money(profit)}</b></span>`
  return html`<div class="legend">${lines.map(key)}</div>
<div class="bars"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="equity of each result over time">${grid(span)}
${lines.map(({ equity, colour }) => html`<polyline points="${pointsOf(equity, span)}" style="fill:none;${strokeOf(colour)}"/>`)}</svg></div>
<p class="note">What each account gained since it began, in USDT, over time in UTC.${without.length > 0 ? ` Without a curve: ${without.join(', ')}.` : ''}</p>`
}

const DASHES = ['none', '8 3', '2 3', '11 3 2 3']

/** A line is told apart by its dashes too, because some readers see two of these colours as one. */
const strokeOf = (colour: number): string =>
  `stroke:var(--c${colour});stroke-width:1.75;stroke-dasharray:${DASHES[colour % DASHES.length]}`

const across = (at: number, { from, to }: Span): number =>
  LEFT + ((WIDTH - LEFT - RIGHT) * (at - from)) / Math.max(1, to - from)

const down = (value: number, { low, high }: Span): number =>
  TOP + ((HEIGHT - TOP - BOTTOM) * (high - value)) / Math.max(1e-9, high - low)

/** Drawn as steps; of many points, the lowest and the highest of each interval. */
function pointsOf(equity: ComparedResult['equity'], span: Span): string {
  const { x, lines } = stepLines([equity], { from: span.from, to: span.to, rowsMax: POINTS_MAX })
  let before: number | null = null
  const places: string[] = []
  for (const [row, milliseconds] of x.entries()) {
    const value = lines[0]?.[row] ?? null
    if (value === null) continue
    const place = across(span.from + milliseconds * 1_000, span).toFixed(1)
    if (before !== null) places.push(`${place},${down(before, span).toFixed(1)}`)
    places.push(`${place},${down(value, span).toFixed(1)}`)
    before = value
  }
  return places.join(' ')
}

function grid(span: Span): readonly Markup[] {
  const values = [...new Set([0, ...roundValues(span)])]
  const times = Array.from({ length: TICKS }, (_, at) => span.from + ((span.to - span.from) * at) / (TICKS - 1))
  return [
    ...values.map(value => {
      const y = down(value, span).toFixed(1)
      const stroke = value === 0 ? 'var(--edge)' : 'var(--grid)'
      return html`<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y}" y2="${y}" style="stroke:${stroke}"/><text x="${LEFT - 8}" y="${y}" dy="4" text-anchor="end">${valueText(value)}</text>`
    }),
    ...times.map((at, tick) => {
      const anchor = tick === 0 ? 'start' : tick === TICKS - 1 ? 'end' : 'middle'
      return html`<text x="${across(at, span).toFixed(1)}" y="${HEIGHT - 6}" text-anchor="${anchor}">${Timestamp.iso(
        Timestamp.of(Math.round(at)),
      )
        .slice(5, 19)
        .replace('T', ' ')}</text>`
    }),
  ]
}

/** Steps of 1, 2 or 5 times a power of ten, about five of them. */
function roundValues({ low, high }: Span): readonly number[] {
  const rough = Math.max(1e-6, (high - low) / TICKS)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5].find(factor => factor * power >= rough) ?? 10) * power
  const first = Math.ceil(low / step)
  const last = Math.floor(high / step)
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)))
}

const valueText = (value: number): string => (Number.isInteger(value) ? countText(value) : String(value).replace('-', '−'))
