// The plots of lines, curves and points.
;(() => {
  const { data, colour, lineColour, lineKey, dashOf, number, axis, legend, sized, add, stepPlot } = frame

  stepPlot('equity-plot', { lines: data.equity, names: data.models })
  stepPlot('drawdown-plot', { lines: data.drawdown, names: data.models, fill: true })
  stepPlot('inventory-plot', {
    lines: data.inventory,
    names: shortNames(data.inventoryOf.map(market => data.markets[market])),
    digits: 0,
  })
  stepPlot('exposure-plot', { lines: data.exposure, names: data.models.map(name => `${name}, USDT at risk`), fill: true })
  markoutPlot('markout-plot')
  calibrationPlot('calibration-plot')

  // Cuts long names at the end, or in the middle if they would be equal otherwise.
  function shortNames(names) {
    const cut = names.map(text => (text.length > 32 ? `${text.slice(0, 31)}…` : text))
    if (new Set(cut).size === new Set(names).size) return cut
    return names.map(text => (text.length > 32 ? `${text.slice(0, 13)}…${text.slice(-18)}` : text))
  }

  // Horizons are evenly spaced, because on a time axis the first four would overlap.
  function markoutPlot(id) {
    const place = document.getElementById(id)
    const curves = data.accounts.map(({ markouts }) => markouts)
    if (place === null || curves.length === 0) return
    const keys = legend(place, data.models.map(lineKey))
    const names = curves[0].map(({ horizon }) => horizon)
    const series = curves.map((_, index) => ({
      stroke: () => lineColour(index),
      dash: dashOf(index),
      width: index === 0 ? 2 : 1.25,
      points: { show: true, size: 7, fill: () => lineColour(index) },
      spanGaps: true,
    }))
    const ends = curves.flatMap((curve, index) =>
      curve.flatMap(({ cents, error }) =>
        cents === null ? [] : index === 0 ? [cents - 2 * (error ?? 0), cents + 2 * (error ?? 0)] : [cents],
      ),
    )
    const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)]
    const room = (high - low || 1) * 0.08
    const setCursor = plot => {
      const row = plot.cursor.idx
      keys.cells.forEach(({ value }, index) => {
        value.textContent = row === null || row === undefined ? '' : `${number(curves[index][row].cents)} c`
      })
      keys.when.textContent = row === null || row === undefined ? 'cents a share, by time after the fill' : names[row]
    }
    const options = {
      ...sized(place),
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, points: { size: 9 } },
      scales: { x: { time: false, range: [-0.3, names.length - 0.7] }, y: { range: [low - room, high + room] } },
      axes: [
        axis({ splits: () => names.map((_, index) => index), values: () => narrow(names, place.clientWidth) }),
        axis({ size: 62, values: (_, values) => values.map(value => `${number(value)} c`) }),
      ],
      series: [{}, ...series],
      hooks: { draw: [plot => drawErrors(plot, curves[0]), zeroLine], setCursor: [setCursor], ready: [setCursor] },
    }
    const columns = [names.map((_, index) => index), ...curves.map(curve => curve.map(({ cents }) => cents))]
    add(new uPlot(options, columns, place), place)
  }

  const narrow = (names, width) => (width > 520 ? names : names.map(name => name.replace('resolution', 'end')))

  function drawErrors(plot, curve) {
    const { ctx } = plot
    const ratio = devicePixelRatio || 1
    ctx.save()
    ctx.strokeStyle = lineColour(0)
    ctx.lineWidth = ratio
    curve.forEach(({ cents, error }, index) => {
      if (cents === null || error === null) return
      const x = plot.valToPos(index, 'x', true)
      const [top, bottom] = [cents + 2 * error, cents - 2 * error].map(value => plot.valToPos(value, 'y', true))
      ctx.beginPath()
      ctx.moveTo(x, top)
      ctx.lineTo(x, bottom)
      for (const end of [top, bottom]) {
        ctx.moveTo(x - 4 * ratio, end)
        ctx.lineTo(x + 4 * ratio, end)
      }
      ctx.stroke()
    })
    ctx.restore()
  }

  function zeroLine(plot) {
    const { ctx, bbox } = plot
    const y = Math.round(plot.valToPos(0, 'y', true)) + 0.5
    ctx.save()
    ctx.strokeStyle = colour('edge')
    ctx.lineWidth = devicePixelRatio || 1
    ctx.beginPath()
    ctx.moveTo(bbox.left, y)
    ctx.lineTo(bbox.left + bbox.width, y)
    ctx.stroke()
    ctx.restore()
  }

  // Points may share a price, so they are drawn by hand over an empty plot.
  function calibrationPlot(id) {
    const place = document.getElementById(id)
    if (place === null || data.calibrations.length === 0) return
    legend(
      place,
      data.calibrations.map(({ of }, index) => ({ name: of, colour: `var(--c${index % 8})` })),
    )
    const percents = (_, values) => values.map(value => `${Math.round(value * 100)} %`)
    const options = {
      ...sized(place),
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false, range: [0, 1] }, y: { range: [-0.04, 1.04] } },
      axes: [axis({ values: percents }), axis({ size: 62, values: percents })],
      series: [{}, { show: false }],
      hooks: { draw: [drawBins] },
    }
    add(
      new uPlot(
        options,
        [
          [0, 1],
          [0, 1],
        ],
        place,
      ),
      place,
    )
  }

  function drawBins(plot) {
    const { ctx } = plot
    const ratio = devicePixelRatio || 1
    const point = (price, paid) => [plot.valToPos(price, 'x', true), plot.valToPos(paid, 'y', true)]
    ctx.save()
    ctx.strokeStyle = colour('edge')
    ctx.setLineDash([4 * ratio, 4 * ratio])
    ctx.beginPath()
    ctx.moveTo(...point(0, 0))
    ctx.lineTo(...point(1, 1))
    ctx.stroke()
    data.calibrations.forEach(({ bins }, index) => {
      ctx.fillStyle = lineColour(index)
      for (const { price, paid, markets } of bins) {
        ctx.globalAlpha = 0.75
        ctx.beginPath()
        ctx.arc(...point(price, paid), (3 + Math.min(9, Math.sqrt(markets) * 1.5)) * ratio, 0, 2 * Math.PI)
        ctx.fill()
      }
    })
    ctx.restore()
  }
})()
