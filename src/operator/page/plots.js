/* global uPlot */

// Plots by uPlot. Colours are those of the page's style, read when a plot is made and when the scheme changes.

const color = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
// Steps between marks of time, in seconds. uPlot's own go from one minute to five: a narrow plot of four minutes had no mark inside it.
const STEPS = [
  ...[1, 2, 5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map(minutes => minutes * MINUTE),
  ...[1, 2, 3, 4, 6, 8, 12].map(hours => hours * HOUR),
  ...[1, 2, 3, 5, 7, 10, 15, 30, 60, 90, 180, 365].map(days => days * DAY),
]

// As precise as the steps; the first mark of a day has the date. uPlot's first mark may be outside of the plot.
function timeTexts(plot, times, _axis, _space, step) {
  let day = ''
  return times.map(time => {
    if (time > plot.scales.x.max) return ''
    const at = new Date(time * 1_000)
    const date = at.toLocaleDateString()
    if (step >= DAY) return date
    const text = at.toLocaleTimeString([], { hourCycle: 'h23', timeStyle: step < MINUTE ? 'medium' : 'short' })
    const isNew = date !== day
    day = date
    return isNew ? `${text}\n${date}` : text
  })
}

const dark = matchMedia('(prefers-color-scheme: dark)')

/**
 * A plot over time. `series`: `label`, `stroke` (a name of the style), `points` for marks without a line, `shape` (`up`, `down`) for triangles instead
 * of dots, `show(value)`. `set(columns)`: times in seconds, then a list for each series. The plot takes the width of its place.
 */
export function timePlot({ label, series, height = 220, show = value => String(value) }) {
  const node = document.createElement('div')
  node.className = 'plot'
  node.setAttribute('role', 'img')
  node.setAttribute('aria-label', label)
  let plot = null
  let columns = null

  const axis = extra => ({
    stroke: color('--soft'),
    grid: { stroke: color('--grid'), width: 1 },
    ticks: { stroke: color('--grid'), width: 1 },
    font: '11px system-ui, sans-serif',
    ...extra,
  })
  const draw = () => {
    plot?.destroy()
    plot = null
    if (columns === null || node.clientWidth === 0) return
    plot = new uPlot(
      {
        width: node.clientWidth,
        height,
        cursor: { drag: { x: true, y: false } },
        // Marks without a line have a key too.
        legend: { live: true, markers: { fill: (_, at) => color(series[at - 1]?.stroke ?? '--line'), width: 0 } },
        scales: { x: { time: true } },
        axes: [
          axis({ space: 80, incrs: STEPS, values: timeTexts }),
          axis({ size: 64, values: (_, values) => values.map(value => show(value)) }),
        ],
        series: [{}, ...series.map(each => seriesOf(each, show))],
      },
      columns,
      node,
    )
  }
  const watch = new ResizeObserver(() => {
    if (plot === null || node.clientWidth === 0) draw()
    else if (plot.width !== node.clientWidth) plot.setSize({ width: node.clientWidth, height })
  })
  watch.observe(node)
  dark.addEventListener('change', draw)
  return {
    node,
    set(next) {
      const isFirst = plot === null
      columns = next
      if (isFirst) draw()
      else plot.setData(next)
    },
    end() {
      watch.disconnect()
      dark.removeEventListener('change', draw)
      plot?.destroy()
    },
  }
}

/** Marks that are told apart by their shape, not by their colour alone. */
const triangles = way => (plot, at, first, last) => {
  const fill = new Path2D()
  const half = (plot.series[at].points.size / 2) * devicePixelRatio
  const tip = way === 'up' ? -half : half
  for (let index = first; index <= last; index++) {
    const value = plot.data[at][index]
    if (value === null || value === undefined) continue
    const x = plot.valToPos(plot.data[0][index], 'x', true)
    const y = plot.valToPos(value, 'y', true)
    fill.moveTo(x, y + tip)
    fill.lineTo(x + half, y - tip)
    fill.lineTo(x - half, y - tip)
    fill.closePath()
  }
  const clip = new Path2D()
  const { left, top, width, height } = plot.bbox
  clip.rect(left - half, top - half, width + 2 * half, height + 2 * half)
  return { stroke: null, fill, clip, flags: 3 }
}

function seriesOf({ label, stroke, fill, points, shape, isLine = points === undefined, isStep = false }, show) {
  const tint = color(stroke)
  return {
    label,
    stroke: tint,
    width: isLine ? 1.5 : 0,
    ...(fill && { fill: `${tint}22` }),
    ...(isStep && { paths: uPlot.paths.stepped({ align: 1 }) }),
    ...(isLine
      ? { points: { show: false } }
      : {
          paths: () => null,
          points: { show: true, size: points, fill: tint, width: 0, ...(shape && { paths: triangles(shape) }) },
        }),
    spanGaps: true,
    value: (_, value) => (value === null || value === undefined ? '–' : show(value)),
  }
}
