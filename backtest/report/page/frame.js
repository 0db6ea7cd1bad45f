// What all plots of the page share: colours of the theme, formats, one cursor and one stretch of time.
globalThis.frame = (() => {
  const data = JSON.parse(document.getElementById('data').textContent)
  const plots = []
  const timePlots = []

  const colour = name => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()
  const lineColour = index => colour(`c${index % 8}`)
  // Lines are told apart by their dashes, not by their colours alone: some readers see two of these colours as one.
  const DASHES = [[], [8, 3], [2, 3], [11, 3, 2, 3]]
  const dashOf = index => DASHES[index % DASHES.length]
  const lineKey = (name, index) => ({ name, colour: `var(--c${index % 8})`, dash: dashOf(index) })
  const utc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })
  const moment = milliseconds => `${utc.format(milliseconds)} UTC`
  const number = (value, digits = 2) => {
    if (value === null || value === undefined) return '–'
    // What rounds to zero has no sign.
    const shown = Math.abs(value) < 0.5 * 10 ** -digits ? 0 : value
    return shown.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace('-', '−')
  }

  // Steps between marks of time, in ms. uPlot's own go from one minute to five: a narrow plot of four minutes had no mark inside it.
  const SECOND = 1_000
  const HOUR = 3_600 * SECOND
  const DAY = 24 * HOUR
  const STEPS = [
    ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
    ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800].map(seconds => seconds * SECOND),
    ...[1, 2, 3, 4, 6, 8, 12].map(hours => hours * HOUR),
    ...[1, 2, 3, 5, 7, 10, 15, 30, 60, 90, 180, 365, 730, 1_825].map(days => days * DAY),
  ]

  // UTC on a 24-hour clock, as precise as the steps between marks; the first mark of a day has the date. uPlot's first mark may be outside.
  function clockTexts(plot, times, _axis, _space, step) {
    const { min, max } = plot.scales.x
    // A date is wider than a time of day: at the right end it would be cut off.
    const hasRoom = time => ((max - time) / (max - min)) * (plot.width - LEFT_PX) > DATE_ROOM_PX
    let day = ''
    return times.map(time => {
      if (time > max) return ''
      const text = new Date(time).toISOString()
      const date = text.slice(0, 10)
      if (step >= DAY) return hasRoom(time) ? date : ''
      const clock = text.slice(11, step >= 60_000 ? 16 : step >= 1_000 ? 19 : 23)
      const isNew = date !== day
      day = date
      return isNew && hasRoom(time) ? `${clock}\n${date}` : clock
    })
  }
  const LEFT_PX = 62
  const DATE_ROOM_PX = 24

  const axis = more => ({
    stroke: () => colour('soft'),
    grid: { stroke: () => colour('grid'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
    ...more,
  })

  // A legend of our own: uPlot's is a table that jumps while the cursor moves.
  function legend(place, entries) {
    const row = document.createElement('div')
    row.className = 'legend'
    const cells = entries.map(({ name, colour, dash: [on = 1, off = 0] = [] }) => {
      const cell = document.createElement('span')
      const mark = document.createElement('i')
      mark.style.background = `repeating-linear-gradient(90deg, ${colour} 0 ${on}px, transparent ${on}px ${on + off}px)`
      const value = document.createElement('b')
      cell.append(mark, `${name} `, value)
      row.append(cell)
      return { value, mark }
    })
    const when = document.createElement('span')
    when.className = 'when'
    row.append(when)
    place.before(row)
    return { cells, when }
  }

  function sized(place) {
    return { width: place.clientWidth, height: place.clientHeight }
  }

  function add(plot, place) {
    plots.push(plot)
    new ResizeObserver(() => plot.setSize(sized(place))).observe(place)
    return plot
  }

  // All plots show the same time: zooming one zooms the others.
  function follow(min, max) {
    for (const { scales, setScale } of timePlots) if (scales.x.min !== min || scales.x.max !== max) setScale('x', { min, max })
  }

  const whole = () => ({ min: data.from, max: data.to > data.from ? data.to : data.from + 1 })

  function zoom(min, max) {
    const all = whole()
    const width = Math.min(max - min, all.max - all.min)
    const start = Math.max(all.min, Math.min(min, all.max - width))
    follow(start, start + Math.max(width, 50))
  }

  // `isApart`: this plot has its own time span.
  function timeOptions(place, { series, more = {}, hooks = {}, left = {}, scales = {}, isApart = false }) {
    return {
      ...sized(place),
      ms: 1,
      tzDate: milliseconds => uPlot.tzDate(new Date(milliseconds), 'Etc/UTC'),
      legend: { show: false },
      cursor: { sync: { key: 'time', scales: ['x', null] }, drag: { x: true, y: false, setScale: true }, points: { size: 6 } },
      scales: { x: { time: true, ...whole() }, ...scales },
      axes: [axis({ space: 96, incrs: STEPS, values: clockTexts }), axis({ size: LEFT_PX, ...left })],
      series: [{}, ...series],
      hooks: {
        ...hooks,
        setScale: [
          (plot, key) => {
            if (key === 'x' && !isApart) follow(plot.scales.x.min, plot.scales.x.max)
          },
        ],
      },
      ...more,
    }
  }

  function addTime(plot, place) {
    timePlots.push(plot)
    // uPlot's own answer to a double click is the span of the plot's data, which differs from plot to plot.
    plot.over.addEventListener('dblclick', () => setTimeout(() => zoom(whole().min, whole().max)))
    plot.setScale('x', whole())
    return add(plot, place)
  }

  const timesOf = lines => lines.x.map(x => data.from + x)

  // Several step lines over time, with the values at the cursor in the legend.
  function stepPlot(id, { lines, names, digits = 2, fill, zero = true }) {
    const place = document.getElementById(id)
    if (place === null) return
    const keys = legend(place, names.map(lineKey))
    const series = names.map((_, index) => ({
      stroke: () => lineColour(index),
      dash: dashOf(index),
      width: index === 0 ? 2 : 1.25,
      fill: fill && index === 0 ? () => `${lineColour(0)}22` : undefined,
      paths: uPlot.paths.stepped({ align: 1 }),
      points: { show: false },
    }))
    const setCursor = plot => {
      const row = plot.cursor.idx ?? lines.x.length - 1
      keys.cells.forEach(({ value }, index) => (value.textContent = number(lines.lines[index][row], digits)))
      keys.when.textContent = row >= 0 && lines.x.length > 0 ? moment(data.from + lines.x[row]) : ''
    }
    const range = (plot, low, high) => {
      if (low === null || low === undefined) return [-1, 1]
      const [from, to] = zero ? [Math.min(low, 0), Math.max(high, 0)] : [low, high]
      const room = (to - from || 1) * 0.06
      return [from - room, to + room]
    }
    const options = timeOptions(place, {
      series,
      hooks: { setCursor: [setCursor], ready: [setCursor] },
      scales: { y: { range } },
      // A low plot has room for few marks, and needs two at least to tell a size.
      left: {
        space: place.clientHeight < 200 ? 16 : 30,
        values: (_plot, values) => values.map(value => value.toLocaleString('en-US').replace('-', '−')),
      },
    })
    addTime(new uPlot(options, [timesOf(lines), ...lines.lines], place), place)
  }

  // Paper is light, whatever the screen is.
  for (const query of ['(prefers-color-scheme: dark)', 'print'])
    matchMedia(query).addEventListener('change', () => {
      for (const plot of plots) plot.redraw(false, true)
    })

  return {
    data,
    colour,
    lineColour,
    lineKey,
    dashOf,
    moment,
    number,
    axis,
    legend,
    sized,
    add,
    addTime,
    timeOptions,
    timesOf,
    zoom,
    whole,
    stepPlot,
  }
})()
