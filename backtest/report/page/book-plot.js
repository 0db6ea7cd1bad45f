// Our quotes and fills over the recorded book of one market.
;(() => {
  const { data, colour, moment, number, legend, addTime, timeOptions, timesOf, add, zoom, whole } = frame
  const place = document.getElementById('book-plot')
  const market = document.getElementById('book-market')
  const model = document.getElementById('book-model')
  const note = document.getElementById('book-note')
  if (data.markets.length === 0 || data.accounts.length === 0) return

  const keys = legend(place, [
    { name: 'book', colour: 'var(--edge)' },
    { name: 'our bid', colour: 'var(--bid)' },
    { name: 'our ask', colour: 'var(--ask)' },
    { name: 'bought', colour: 'var(--gain)' },
    { name: 'sold', colour: 'var(--loss)' },
  ])
  const tip = document.createElement('div')
  tip.className = 'tip'
  tip.hidden = true

  const chosen = () => data.accounts[Number(model.value)].markets[Number(market.value)]
  const book = () => data.books[Number(market.value)]
  const cents = prices => prices.map(price => (price === null ? null : price / 100))
  const columnsOf = lines => [timesOf(lines), ...lines.lines.map(cents)]
  let columns = columnsOf(book())

  // The time in which a market had a book, up to the change after its last one; null: it never had one.
  function ownStretch({ x, lines }) {
    const rows = x.map((_, row) => row).filter(row => lines.some(prices => prices[row] !== null))
    if (rows.length === 0) return null
    const [first, last] = [rows[0], rows[rows.length - 1]]
    const [min, max] = [data.from + x[first], data.from + (x[last + 1] ?? x[last])]
    return { min, max: Math.max(max, min + 1_000) }
  }
  const widths = data.books.flatMap(lines => ownStretch(lines) ?? []).map(({ min, max }) => max - min)
  // If every market is short compared with the run, each would be a thin line in it: then this plot shows only the chosen market's time.
  const isApart = widths.length > 0 && Math.max(...widths) < (whole().max - whole().min) / 3
  const stretch = () => (isApart && ownStretch(book())) || whole()

  function look(min, max) {
    const all = stretch()
    const width = Math.max(50, Math.min(max - min, all.max - all.min))
    const start = Math.max(all.min, Math.min(min, all.max - width))
    if (isApart) plot.setScale('x', { min: start, max: start + width })
    else zoom(min, max)
  }

  // The first row whose time is not before the given one, in a list ordered by its first field.
  function firstFrom(rows, time) {
    let [low, high] = [0, rows.length]
    while (low < high) {
      const half = (low + high) >> 1
      if (rows[half][0] < time) low = half + 1
      else high = half
    }
    return low
  }

  const standing = (spans, time) => {
    const span = spans[firstFrom(spans, time + 1) - 1]
    return span !== undefined && span[1] > time ? span : null
  }

  function drawQuotes(plot, spans, stroke) {
    const { ctx } = plot
    const ratio = devicePixelRatio || 1
    const { min, max } = plot.scales.x
    ctx.fillStyle = stroke
    // Begins with the last span that starts before the window, because it may reach into it.
    for (let row = Math.max(0, firstFrom(spans, min - data.from) - 1); row < spans.length; row++) {
      const [from, to, low, high] = spans[row]
      if (from + data.from > max) break
      const left = plot.valToPos(data.from + from, 'x', true)
      const right = plot.valToPos(data.from + to, 'x', true)
      const top = plot.valToPos(high / 100, 'y', true)
      const bottom = plot.valToPos(low / 100, 'y', true)
      ctx.globalAlpha = low === high ? 1 : 0.45
      ctx.fillRect(left, top - ratio, Math.max(right - left, ratio), bottom - top + 2 * ratio)
    }
    ctx.globalAlpha = 1
  }

  function drawFills(plot, fills) {
    const { ctx } = plot
    const size = 5 * (devicePixelRatio || 1)
    const { min, max } = plot.scales.x
    ctx.lineWidth = size / 4
    for (let row = firstFrom(fills, min - data.from); row < fills.length; row++) {
      const [at, sign, price, , isAlone] = fills[row]
      if (at + data.from > max) break
      const x = plot.valToPos(data.from + at, 'x', true)
      const y = plot.valToPos(price / 100, 'y', true)
      ctx.beginPath()
      ctx.moveTo(x, y - sign * size * 0.2)
      ctx.lineTo(x - size, y + sign * size * 1.5)
      ctx.lineTo(x + size, y + sign * size * 1.5)
      ctx.closePath()
      ctx.strokeStyle = isAlone ? colour(sign > 0 ? 'gain' : 'loss') : colour('card')
      ctx.fillStyle = isAlone ? colour('card') : colour(sign > 0 ? 'gain' : 'loss')
      ctx.fill()
      ctx.stroke()
    }
  }

  function draw(plot) {
    const { ctx, bbox } = plot
    ctx.save()
    ctx.beginPath()
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
    ctx.clip()
    const { quotes, fills } = chosen()
    drawQuotes(plot, quotes.bid, colour('bid'))
    drawQuotes(plot, quotes.ask, colour('ask'))
    drawFills(plot, fills)
    ctx.restore()
  }

  // The fill nearest to the cursor, if it is near.
  function nearest(plot) {
    const { left, top } = plot.cursor
    if (left === undefined || left < 0) return null
    const { fills } = chosen()
    const reach = plot.posToVal(12, 'x') - plot.posToVal(0, 'x')
    const time = plot.posToVal(left, 'x') - data.from
    let best = null
    let least = 15
    for (let row = firstFrom(fills, time - reach); row < fills.length && fills[row][0] <= time + reach; row++) {
      const [at, , price] = fills[row]
      const away = Math.hypot(plot.valToPos(data.from + at, 'x') - left, plot.valToPos(price / 100, 'y') - top)
      if (away < least) [best, least] = [fills[row], away]
    }
    return best
  }

  function showTip(plot) {
    const fill = nearest(plot)
    tip.hidden = fill === null
    if (fill === null) return
    const [at, sign, price, shares, isAlone, because] = fill
    tip.textContent = `${sign > 0 ? 'bought' : 'sold'} ${number(shares)} YES at ${number(price / 100)} c\n${moment(data.from + at)}\nbecause: ${because}${isAlone ? '\nnobody else within one tick' : ''}`
    const { left, top } = plot.cursor
    const isRight = left > plot.over.clientWidth / 2
    tip.style.left = isRight ? '' : `${left + 14}px`
    tip.style.right = isRight ? `${plot.over.clientWidth - left + 14}px` : ''
    tip.style.top = `${Math.max(0, top - 20)}px`
  }

  function setCursor(plot) {
    const { quotes, fills } = chosen()
    const isOut = (plot.cursor.left ?? -1) < 0
    const time = isOut ? data.to - data.from : plot.posToVal(plot.cursor.left, 'x') - data.from
    const [times, bids, asks] = columns
    const row = isOut ? times.length - 1 : (plot.cursor.idx ?? 0)
    const price = value => (value === null || value === undefined ? '–' : number(value))
    const [bid, ask] = [standing(quotes.bid, time), standing(quotes.ask, time)]
    const totals = sign => fills.reduce((sum, fill) => (fill[1] === sign ? sum + fill[3] : sum), 0)
    const texts = [
      `${price(bids[row])} / ${price(asks[row])}`,
      price(bid && bid[3] / 100),
      price(ask && ask[2] / 100),
      number(totals(1), 0),
      number(totals(-1), 0),
    ]
    keys.cells.forEach(({ value }, index) => (value.textContent = texts[index]))
    keys.when.textContent = moment(data.from + Math.max(0, time))
    showTip(plot)
  }

  // A window between two changes of the book has no row of its own: the axis stays as it was.
  function range(plot, low, high) {
    if (low === null || low === undefined) return [plot.scales.y.min ?? 0, plot.scales.y.max ?? 100]
    const room = Math.max((high - low) * 0.08, 2)
    return [Math.max(0, low - room), Math.min(100, high + room)]
  }

  const line = () => ({
    stroke: () => colour('edge'),
    width: 1,
    paths: uPlot.paths.stepped({ align: 1 }),
    points: { show: false },
  })
  const plot = new uPlot(
    timeOptions(place, {
      series: [line(), line()],
      left: { values: (_, prices) => prices.map(price => `${number(price, price % 1 === 0 ? 0 : 2)} c`) },
      scales: { y: { range } },
      hooks: { draw: [draw], setCursor: [setCursor], ready: [setCursor] },
      isApart,
      more: { bands: [{ series: [2, 1], fill: () => colour('band') }] },
    }),
    columns,
    place,
  )
  plot.over.append(tip)
  if (isApart) {
    add(plot, place)
    plot.over.addEventListener('dblclick', () => setTimeout(() => look(stretch().min, stretch().max)))
  } else addTime(plot, place)

  function choose(event) {
    const { fillsLeftOut } = chosen()
    note.textContent = fillsLeftOut > 0 ? `The ${fillsLeftOut} smallest fills are not drawn.` : ''
    const { min, max } = isApart && event?.target !== model ? stretch() : plot.scales.x
    columns = columnsOf(book())
    plot.setData(columns, false)
    plot.setScale('x', { min, max })
    setCursor(plot)
  }
  market.addEventListener('change', choose)
  model.addEventListener('change', choose)

  function turn(factor, middle = 0.5) {
    const { min, max } = plot.scales.x
    const centre = min + (max - min) * middle
    look(centre - (centre - min) * factor, centre + (max - centre) * factor)
  }
  const shift = part => {
    const { min, max } = plot.scales.x
    look(min + (max - min) * part, max + (max - min) * part)
  }
  const moves = {
    back: () => shift(-0.5),
    forth: () => shift(0.5),
    in: () => turn(0.5),
    out: () => turn(2),
    all: () => look(stretch().min, stretch().max),
  }
  for (const button of document.querySelectorAll('[data-zoom]')) button.addEventListener('click', moves[button.dataset.zoom])
  plot.over.addEventListener(
    'wheel',
    event => {
      // Without Ctrl or Cmd the wheel still scrolls the page.
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      turn(event.deltaY < 0 ? 0.75 : 1 / 0.75, plot.cursor.left / plot.over.clientWidth)
    },
    { passive: false },
  )
  choose()
})()
