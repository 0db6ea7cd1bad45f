import { age, card, date, facts, gain, h, moment, money, price, setClass, setText, size, toneOf } from './dom.js'
import { read } from './door.js'
import { parameterForm, pathPart } from './forms.js'
import { timePlot } from './plots.js'
import { stateTone } from './states.js'
import { table } from './table.js'
import { marketButtons } from './view-markets.js'

const PLOTTED_SECONDS = 900
const FILLS_EVERY_MS = 3_000

/** One market: its ladder with our quotes in it, prints and our fills over time, our orders, and the parameters that hold here. */
export function market(id) {
  const title = h('h2', {}, id)
  const buttons = h('div')
  const about = facts()
  const ladder = ladderOf()
  const plot = timePlot({
    label: 'Prints, our fills and the middle of the book',
    series: [
      { label: 'middle', stroke: '--edge', isStep: true },
      { label: 'bought by a taker', stroke: '--bid', points: 4 },
      { label: 'sold by a taker', stroke: '--ask', points: 4 },
      { label: 'we bought ▲', stroke: '--gain', points: 10, shape: 'up' },
      { label: 'we sold ▼', stroke: '--loss', points: 10, shape: 'down' },
    ],
    height: 260,
    show: value => price(value),
  })
  const orders = table({
    label: 'Our orders here',
    columns: [
      { name: 'order', show: ({ yesSide, id: order }) => [`${yesSide} …${order.slice(-6)}`, yesSide], isText: true },
      { name: 'YES price', show: ({ yesPrice }) => price(yesPrice), of: ({ yesPrice }) => yesPrice },
      { name: 'left', show: ({ left, size: whole }) => `${size(left)} of ${size(whole)}` },
      { name: 'ahead', show: ({ ahead }) => size(ahead) },
      { name: 'state', show: ({ state }) => state, isText: true },
      { name: 'age', show: ({ ageMs }) => age(ageMs), of: ({ ageMs }) => ageMs },
    ],
    keyOf: ({ id: order }) => order,
    empty: 'none rests',
  })
  const fills = table({
    label: 'Our fills here',
    columns: [
      { name: 'time', show: ({ at }) => moment(at), isText: true },
      { name: 'side', show: ({ yesSide }) => [yesSide === 'bid' ? 'bought' : 'sold', yesSide], isText: true },
      { name: 'YES price', show: ({ yesPrice }) => price(yesPrice) },
      { name: 'shares', show: ({ shares }) => size(shares) },
      { name: 'state', show: ({ state }) => [state, state === 'failed' ? 'bad' : ''], isText: true },
    ],
    keyOf: ({ key, state }) => `${key} ${state}`,
    empty: 'none among the last ones of this wallet',
  })
  const form = h('div')
  const node = h(
    'div',
    { class: 'grid' },
    h('section', { class: 'card' }, h('div', { class: 'row spread' }, title, buttons), about.node),
    h(
      'div',
      { class: 'ladder-and-plot' },
      card(
        'Book',
        h(
          'table',
          { class: 'ladder', 'aria-label': 'Ladder' },
          h(
            'thead',
            {},
            h('tr', {}, ...['ours', 'size', 'YES price', 'ahead of ours'].map(name => h('th', { scope: 'col' }, name))),
          ),
          ladder.node,
        ),
      ),
      card('Prints and fills', plot.node),
    ),
    h('div', { class: 'two' }, card('Our orders', orders.node), card('Our fills', fills.node)),
    form,
  )
  const middles = []
  const prints = new Map()
  let own = []
  let askedAt = Number.NEGATIVE_INFINITY
  let formKey = ''
  let pausedKey = ''

  const draw = () => plot.set(columnsOf({ middles, prints: [...prints.values()], own }))
  const askFills = async () => {
    const { fills: all } = await read('/api/fills?count=500')
    own = all.filter(fill => fill.market === id)
    fills.update(firstStates(own).slice(0, 50))
  }
  return {
    node,
    market: id,
    update(copy) {
      const row = copy.markets.find(each => each.id === id)
      if (row === undefined) {
        setText(title, `${id} is no market of this run any more`)
        buttons.replaceChildren()
        pausedKey = ''
        about.show([])
        orders.update([])
        ladder.show({ bid: [], ask: [] })
        return
      }
      setText(title, `${row.id} ${row.question}`)
      if (pausedKey !== String(row.paused)) {
        pausedKey = String(row.paused)
        // Who pressed one by a key goes on at the one in its place.
        const had = buttons.contains(document.activeElement)
        buttons.replaceChildren(marketButtons(id, row.paused !== null))
        if (had) buttons.querySelector('button').focus()
      }
      about.show([
        ['state', row.state, stateTone(row.state)],
        ...(row.paused === null ? [] : [[row.isClosing ? 'closed by' : 'paused by', row.paused, 'warn']]),
        ...(row.fault === null ? [] : [['failed', row.fault, 'bad']]),
        ...(row.agedReference === null ? [] : [['reference too old', row.agedReference, 'bad']]),
        ...(row.pulledFor === null ? [] : [['pulls for', row.pulledFor]]),
        ...(row.stopped.length === 0 ? [] : [['stopped by markout', row.stopped.join(' and '), 'bad']]),
        ['strategy', row.strategy ?? 'held only'],
        ['position', `${size(row.yes)} YES, ${size(row.no)} NO`],
        ['profit', gain(row.profit), toneOf(row.profit)],
        ['worst case', money(row.worstCase)],
        ['fills', String(row.fills)],
        ['ends', date(row.endsAt)],
        ['group', row.group ?? '–'],
      ])
      orders.update(copy.open.filter(order => order.market === id))
      drawForm(copy)
      if (performance.now() - askedAt > FILLS_EVERY_MS) {
        askedAt = performance.now()
        askFills().then(draw, () => undefined)
      }
    },
    detail(detail) {
      if (detail.id !== id) return
      ladder.show(detail)
      const [bid, ask] = [detail.bid[0], detail.ask[0]]
      if (bid !== undefined && ask !== undefined) middles.push({ at: detail.at / 1e6, price: (bid.price + ask.price) / 2 })
      for (const print of detail.trades)
        prints.set(`${print.at} ${print.price} ${print.size}`, { ...print, at: print.at / 1e6 })
      forget(middles, prints, detail.at / 1e6 - PLOTTED_SECONDS)
      draw()
    },
    leave: () => plot.end(),
  }

  function drawForm(copy) {
    const strategy = copy.strategies.find(({ markets }) => markets.includes(id))
    const own = strategy?.own.find(each => each.market === id)
    const key = JSON.stringify(strategy)
    if (strategy === undefined || key === formKey || form.contains(document.activeElement)) return
    formKey = key
    form.replaceChildren(
      card(
        `Parameters of ${strategy.name} in this market`,
        h(
          'p',
          { class: 'soft' },
          own === undefined
            ? 'They are those of the strategy. One that is set here is of this market alone.'
            : `${own.differs.length} of them ${own.differs.length === 1 ? 'is' : 'are'} of this market alone, the others of the strategy.`,
        ),
        parameterForm(
          { ...strategy, parameters: own?.parameters ?? strategy.parameters },
          `markets.${pathPart(id)}.strategies.${strategy.path}`,
          own?.differs,
        ),
      ),
    )
  }
}

function forget(middles, prints, before) {
  const old = middles.findIndex(({ at }) => at >= before)
  if (old > 0) middles.splice(0, old)
  for (const [key, { at }] of prints) if (at < before) prints.delete(key)
}

/** A fill is told when it is matched and again when it is settled. */
const firstStates = fills => {
  const newest = new Map()
  for (const fill of fills.toReversed()) newest.set(fill.key, fill)
  return [...newest.values()].toReversed()
}

/** Everything on one axis of time, as uPlot wants it. */
function columnsOf({ middles, prints, own }) {
  const begin = (middles.at(-1)?.at ?? 0) - PLOTTED_SECONDS
  const rows = [
    ...middles.map(({ at, price: middle }) => [at, 0, middle]),
    ...prints.map(({ at, price: paid, side }) => [at, side === 'bid' ? 1 : 2, paid]),
    ...own
      .filter(({ at }) => at / 1e6 >= begin)
      .map(({ at, yesPrice, yesSide }) => [at / 1e6, yesSide === 'bid' ? 3 : 4, yesPrice]),
  ].toSorted(([a], [b]) => a - b)
  const columns = [rows.map(([at]) => at)]
  for (let series = 0; series < 5; series++) columns.push(rows.map(([, which, value]) => (which === series ? value : null)))
  return columns
}

const LEVELS = 12

/** The levels around the spread. Rows are kept and brought up to date, so that a selection in them stays. */
function ladderOf() {
  const asks = Array.from({ length: LEVELS }, () => levelRow('ask'))
  const bids = Array.from({ length: LEVELS }, () => levelRow('bid'))
  const spread = h('td', { colspan: '4' })
  const node = h(
    'tbody',
    {},
    ...asks.map(row => row.node).toReversed(),
    h('tr', { class: 'middle' }, spread),
    ...bids.map(row => row.node),
  )
  return {
    node,
    show({ bid, ask }) {
      const most = Math.max(1, ...[...bid, ...ask].slice(0, LEVELS * 2).map(level => level.size))
      asks.forEach((row, at) => row.show(ask[at], most))
      bids.forEach((row, at) => row.show(bid[at], most))
      setText(spread, spreadText(bid[0], ask[0]))
    },
  }
}

function spreadText(bid, ask) {
  if (bid && ask) return `spread ${price(ask.price - bid.price)}`
  return bid || ask ? 'one side is empty' : 'no book'
}

/** One level: what is ours, its size over a bar of its part of the largest one, its price, and what stands ahead of ours. */
function levelRow(side) {
  const [ours, priceCell, ahead] = [h('td'), h('td'), h('td')]
  const bar = h('span', { class: 'bar' })
  const node = h('tr', { class: side, hidden: true }, ours, h('td', {}, bar), priceCell, ahead)
  return {
    node,
    show(level, most) {
      node.hidden = level === undefined
      if (level === undefined) return
      setClass(node, level.ours > 0 ? `${side} own` : side)
      setText(ours, level.ours > 0 ? size(level.ours) : '')
      setText(bar, size(level.size))
      bar.style.setProperty('--part', `${Math.round((level.size / most) * 100)}%`)
      setText(priceCell, price(level.price))
      setText(ahead, level.ours > 0 ? size(level.ahead) : '')
    },
  }
}
