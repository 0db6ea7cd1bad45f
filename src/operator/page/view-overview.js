import { act } from './act.js'
import { age, card, counted, facts, gain, h, moment, money, percent, setText, size, toneOf } from './dom.js'
import { read } from './door.js'
import { timePlot } from './plots.js'
import { table } from './table.js'

/** What a person looks at first: what it does, what it earned, and what is not as it should be. */
export function overview() {
  const troubles = h('div', { id: 'troubles' })
  const showTroubles = troublesOf(troubles)
  const earned = facts()
  const orders = facts()
  const health = facts()
  const plot = timePlot({
    label: 'Profit of this run over time',
    series: [
      { label: 'total', stroke: '--c0', fill: true },
      { label: 'realized', stroke: '--c2' },
      { label: 'unrealized', stroke: '--c3' },
      { label: 'fees', stroke: '--c1' },
    ],
    show: value => value.toFixed(2),
  })
  const feeds = table({
    label: 'Feeds',
    columns: [
      { name: 'feed', show: feed => feed.name, isText: true },
      { name: 'state', show: ({ state }) => [state, state === 'live' ? 'good' : 'bad'], isText: true },
      { name: 'age', show: ({ ageMs }) => age(ageMs) },
      { name: 'what it says', show: ({ text }) => text, isText: true, isWide: true },
    ],
    keyOf: ({ name }) => name,
    empty: 'no feed',
  })
  const refusals = table({
    label: 'Refusals by rule',
    columns: [
      { name: 'rule', show: ({ rule }) => rule, isText: true },
      { name: 'strategy', show: ({ strategy }) => strategy ?? '–', isText: true },
      { name: 'times', show: ({ count }) => String(count), of: ({ count }) => count },
    ],
    keyOf: ({ rule, strategy }) => `${rule} ${strategy}`,
    empty: 'none: risk let every order pass',
  })
  const calls = table({
    label: 'Calls left',
    columns: [
      { name: 'route', show: ({ route }) => route, isText: true },
      { name: 'left', show: ({ left, of }) => [`${size(left)} of ${size(of)}`, left < of * 0.1 ? 'bad' : ''] },
      { name: 'new ones in', show: ({ resetsInMs }) => age(resetsInMs) },
    ],
    keyOf: ({ route }) => route,
    empty: 'the venue counts none',
  })
  const settling = facts()
  const node = h(
    'div',
    { class: 'grid' },
    troubles,
    h('div', { class: 'three' }, card('Money', earned.node), card('Orders', orders.node), card('Daemon', health.node)),
    card('Profit of this run', plot.node),
    h('div', { class: 'two' }, card('Feeds', feeds.node), card('Refused by risk', refusals.node)),
    h('div', { class: 'two' }, card('Calls left', calls.node), card('Settlement', settling.node)),
  )
  let askedAt = Number.NEGATIVE_INFINITY
  const drawProfit = async () => {
    const { points } = await read('/api/profit')
    const column = name => points.map(point => Number(point[name]))
    if (points.length > 0)
      plot.set([points.map(({ at }) => at / 1e6), column('total'), column('realized'), column('unrealized'), column('fees')])
  }
  return {
    node,
    update(copy) {
      const { money: earnings, orders: counts, settlement } = copy
      showTroubles(copy)
      earned.show([
        ['profit', gain(earnings.total), toneOf(earnings.total)],
        ['realized', gain(earnings.realized), toneOf(earnings.realized)],
        ['unrealized', gain(earnings.unrealized), toneOf(earnings.unrealized)],
        ['fees', money(earnings.fees)],
        ['cash', money(earnings.cash)],
        ['equity', money(earnings.equity)],
        ['volume', money(earnings.volume)],
      ])
      orders.show([
        ['resting', String(counts.working)],
        ['on their way', String(counts.pending)],
        ['unknown', String(counts.unknown), counts.unknown > 0 ? 'bad' : ''],
        ['placed', size(counts.placed)],
        ['removed', size(counts.canceled)],
        ['filled', size(counts.filled)],
        ['refused', size(counts.refused)],
        ['fills', size(counts.fills)],
      ])
      health.show([
        ['timers late, p99', age(copy.loop.p99Ms), copy.loop.p99Ms > 100 ? 'bad' : ''],
        ['push to cancel, mean', meanOf(copy.latency.pushToCancel)],
        ['push to order, mean', meanOf(copy.latency.pushToPost)],
        ['keeper heard', copy.keeper.heardMsAgo === null ? 'no keeper' : `${age(copy.keeper.heardMsAgo)} ago`],
        ['clock ahead of the venue', age(copy.clockOffsetMs)],
        ['memory', `${Math.round(copy.memory.heapMb)} MB of heap, ${Math.round(copy.memory.rssMb)} in all`],
        ['quotes dark', darkText(copy.dark)],
      ])
      settling.show([
        ['waiting', String(settlement.pending)],
        ['the oldest since', age(settlement.oldestMs)],
        ['settled', size(settlement.settled)],
        ['failed', size(settlement.failed), settlement.failed > 0 ? 'bad' : ''],
        [
          'our books and the venue',
          copy.differences.length === 0 ? 'no difference found' : counted(copy.differences.length, 'difference'),
          copy.differences.length === 0 ? '' : 'bad',
        ],
      ])
      feeds.update(copy.feeds)
      refusals.update(copy.refusals)
      calls.update(copy.calls)
      if (performance.now() - askedAt > 5_000) {
        askedAt = performance.now()
        drawProfit().catch(() => undefined)
      }
    },
    leave: () => plot.end(),
  }
}

/**
 * What is not as it should be, each with what ends it. What goes on keeps its line, so that its button keeps the focus and gets the click that began on
 * it.
 */
function troublesOf(node) {
  const lines = new Map()
  return copy => {
    const found = findTroubles(copy)
    const keys = new Set(found.map(({ key }) => key))
    for (const [key, line] of lines)
      if (!keys.has(key)) {
        line.node.remove()
        lines.delete(key)
      }
    found.forEach(({ key, text, action, word }, at) => {
      const line = lines.get(key) ?? troubleLine(action, word)
      lines.set(key, line)
      setText(line.words, text)
      if (node.children[at] !== line.node) node.insertBefore(line.node, node.children[at] ?? null)
    })
  }
}

function troubleLine(action, word) {
  const words = h('span')
  const button = action === undefined ? null : h('button', { type: 'button', on: { click: () => act(action) } }, word)
  return { words, node: h('p', { class: 'trouble' }, words, button) }
}

const findTroubles = copy => [
  ...(copy.markets.length > 0
    ? []
    : [{ key: 'no market', text: 'No market is open that the config asks for: nothing is quoted until one opens' }]),
  ...(copy.halt === null
    ? []
    : [
        {
          key: 'halt',
          text: `Halted by ${copy.halt.text} at ${moment(copy.halt.at)}`,
          action: { do: 'resume', scope: 'all' },
          word: 'Resume',
        },
      ]),
  ...copy.pauses.map(({ scope, who, at, closing }) => ({
    key: `pause ${scope}`,
    text: `${scope === 'all' ? 'Everything' : scope.replace(':', ' ')} is ${closing === undefined ? 'paused' : 'being closed'} by ${who} since ${moment(at)}`,
    action: { do: 'resume', scope },
    word: 'Resume',
  })),
  ...copy.markets
    .filter(({ fault }) => fault !== null)
    .map(({ id, strategy, fault }) => ({
      key: `fault ${id}`,
      text: `${strategy} failed in market ${id}: ${fault}`,
      action: { do: 'restart', scope: `market:${id}` },
      word: 'Make again',
    })),
  ...copy.feeds
    .filter(({ state }) => state !== 'live')
    .map(({ name, state, text }) => ({ key: `feed ${name}`, text: `${name} ${state}: ${text}` })),
  ...copy.waiting.map(text => ({ key: text, text })),
  ...copy.differences.map(text => ({ key: `difference ${text}`, text: `Our books differ from the venue: ${text}` })),
  ...copy.limits
    .filter(({ percent: used }) => used !== null && used >= 80)
    .map(({ path, percent: used, where }) => ({
      key: `limit ${path}`,
      text: `${path} is used to ${percent(used)}${where === null ? '' : ` (${where})`}`,
    })),
]

const meanOf = ({ sumMs, count }) => (count === 0 ? '–' : `${(sumMs / count).toFixed(2)} ms`)

const darkText = ({ wantedSeconds, reasons }) => {
  const dark = Object.values(reasons).reduce((sum, each) => sum + each, 0)
  if (wantedSeconds === 0) return 'none wanted'
  const [most] = Object.entries(reasons).toSorted(([, a], [, b]) => b - a)
  const share = `${((dark / wantedSeconds) * 100).toFixed(1)} %`
  return dark === 0 || most === undefined ? share : `${share}, most by ${most[0]}`
}
