import { act } from './act.js'
import { age, card, counted, gain, h, money, price, setText, size, toneOf } from './dom.js'
import { stateTone } from './states.js'
import { table } from './table.js'

const touchText = ({ touch, tick }) => (touch === null ? '–' : `${price(touch.bid, tick)} / ${price(touch.ask, tick)}`)
const bestOf = (levels, tick) => (levels.length === 0 ? '–' : `${price(levels[0][0], tick)} × ${size(sum(levels))}`)
const sum = levels => levels.reduce((total, [, each]) => total + each, 0)

/** All markets, which a word in any column narrows. */
export function markets() {
  const list = table({
    label: 'Markets',
    columns: [
      { name: 'market', show: ({ id, question }) => `${id} ${question}`, of: ({ id }) => Number(id) || id, isText: true },
      {
        name: 'strategy',
        show: ({ strategy }) => strategy ?? 'held only',
        of: ({ strategy }) => strategy ?? '',
        isText: true,
        isWide: true,
      },
      { name: 'state', show: ({ state }) => [state, stateTone(state)], of: ({ state }) => state, isText: true },
      { name: 'book', show: touchText, of: ({ touch }) => touch?.bid ?? -1 },
      { name: 'our bid', show: ({ ours, tick }) => bestOf(ours.bid, tick), of: ({ ours }) => ours.bid[0]?.[0] ?? -1 },
      { name: 'our ask', show: ({ ours, tick }) => bestOf(ours.ask, tick), of: ({ ours }) => ours.ask[0]?.[0] ?? -1 },
      { name: 'net', show: ({ net }) => size(net), of: ({ net }) => net },
      { name: 'profit', show: ({ profit }) => [gain(profit), toneOf(profit)], of: ({ profit }) => Number(profit) },
      { name: 'worst case', show: ({ worstCase }) => money(worstCase), of: ({ worstCase }) => Number(worstCase), isWide: true },
      { name: 'fills', show: ({ fills }) => String(fills), of: ({ fills }) => fills },
      { name: 'feed age', show: ({ feedAgeMs }) => age(feedAgeMs), of: ({ feedAgeMs }) => feedAgeMs ?? 1e12, isWide: true },
    ],
    keyOf: ({ id }) => id,
    link: ({ id }) => `#/market/${encodeURIComponent(id)}`,
    empty: 'none is open that the config asks for',
  })
  const filter = list.filter('narrow by a word: a name, a state, a strategy')
  const count = h('span', { class: 'soft' })
  return {
    node: card('Markets', h('div', { class: 'row' }, filter, count), list.node),
    update(copy) {
      list.update(copy.markets)
      const quoting = copy.markets.filter(({ state }) => state === 'quoting').length
      const [all, shown] = [copy.markets.length, list.shown()]
      setText(count, `${shown < all ? `${shown} of ` : ''}${counted(all, 'market')}, ${quoting} quoting`)
    },
    leave: () => undefined,
  }
}

/** The buttons of one market. */
export const marketButtons = (id, isPaused) =>
  h(
    'div',
    { class: 'row' },
    isPaused
      ? h(
          'button',
          { type: 'button', id: 'market-resume', on: { click: () => act({ do: 'resume', scope: `market:${id}` }) } },
          'Resume market',
        )
      : h(
          'button',
          { type: 'button', id: 'market-pause', on: { click: () => act({ do: 'pause', scope: `market:${id}` }) } },
          'Pause market',
        ),
    isPaused
      ? null
      : h(
          'button',
          { type: 'button', id: 'market-close', on: { click: () => act({ do: 'close', scope: `market:${id}` }) } },
          'Close position',
        ),
    h(
      'button',
      { type: 'button', id: 'market-restart', on: { click: () => act({ do: 'restart', scope: `market:${id}` }) } },
      'Make strategy again',
    ),
  )
