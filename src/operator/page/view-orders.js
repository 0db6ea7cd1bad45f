import { age, card, gain, moment, money, price, size, toneOf } from './dom.js'
import { read } from './door.js'
import { table } from './table.js'

/** Our orders with their age, and the last fills. */
export function orders() {
  const open = table({
    label: 'Our orders',
    columns: [
      { name: 'market', show: ({ market }) => market, of: ({ market }) => Number(market) || market, isText: true },
      {
        name: 'strategy',
        show: ({ strategy }) => strategy ?? '–',
        of: ({ strategy }) => strategy ?? '',
        isText: true,
        isWide: true,
      },
      {
        name: 'order',
        show: ({ side, outcome, yesSide }) => [`${side} ${outcome.toUpperCase()}`, yesSide],
        of: ({ yesSide }) => yesSide,
        isText: true,
      },
      { name: 'price', show: row => price(row.price), of: row => row.price },
      { name: 'left', show: ({ left, size: whole }) => `${size(left)} of ${size(whole)}`, of: ({ left }) => left },
      { name: 'ahead', show: ({ ahead }) => size(ahead), of: ({ ahead }) => ahead ?? -1 },
      { name: 'state', show: ({ state }) => [state, state === 'unknown' ? 'bad' : ''], of: ({ state }) => state, isText: true },
      { name: 'age', show: ({ ageMs }) => age(ageMs), of: ({ ageMs }) => ageMs },
      { name: 'ends in', show: ({ expiresInMs }) => age(expiresInMs), of: ({ expiresInMs }) => expiresInMs, isWide: true },
    ],
    keyOf: ({ id }) => id,
    link: ({ market }) => `#/market/${encodeURIComponent(market)}`,
    isTall: true,
    empty: 'no order of ours rests',
  })
  const fills = table({
    label: 'Fills',
    columns: [
      { name: 'time', show: ({ at }) => moment(at), isText: true },
      { name: 'market', show: ({ market }) => market, isText: true },
      { name: 'fill', show: ({ side, outcome, yesSide }) => [`${side} ${outcome.toUpperCase()}`, yesSide], isText: true },
      { name: 'price', show: row => price(row.price) },
      { name: 'shares', show: ({ shares }) => size(shares) },
      { name: 'fee', show: ({ fee, feeIn }) => `${size(Number(fee))} ${feeIn}`, isWide: true },
      { name: 'state', show: ({ state }) => [state, state === 'failed' ? 'bad' : ''], isText: true },
      {
        name: 'markout',
        show: ({ markout }) => (markout === null ? '–' : [gain(markout.perShare * 100), toneOf(markout.perShare * 100)]),
      },
    ],
    keyOf: ({ key, state }) => `${key} ${state}`,
    link: ({ market }) => `#/market/${encodeURIComponent(market)}`,
    isTall: true,
    empty: 'no fill yet',
  })
  let askedAt = Number.NEGATIVE_INFINITY
  return {
    node: cardsOf(open, fills),
    update(copy) {
      open.update(copy.open)
      if (performance.now() - askedAt < 2_000) return
      askedAt = performance.now()
      read('/api/fills?count=200').then(
        ({ fills: all }) => fills.update(all),
        () => undefined,
      )
    },
    leave: () => undefined,
  }
}

const cardsOf = (open, fills) => {
  const node = card('Our orders', open.node)
  const grid = document.createElement('div')
  grid.className = 'grid'
  grid.append(node, card('Fills of this wallet; markout in cents a share', fills.node))
  return grid
}

/** What is held, by market and by group, with what it may lose. */
export function positions() {
  const held = table({
    label: 'Positions',
    columns: [
      { name: 'market', show: ({ id, question }) => `${id} ${question}`, of: ({ id }) => Number(id) || id, isText: true },
      { name: 'group', show: ({ group }) => group ?? '–', of: ({ group }) => group ?? '', isText: true, isWide: true },
      { name: 'YES', show: ({ yes }) => size(yes), of: ({ yes }) => yes },
      { name: 'NO', show: ({ no }) => size(no), of: ({ no }) => no },
      { name: 'net', show: ({ net }) => size(net), of: ({ net }) => net },
      { name: 'paid', show: ({ cost }) => money(cost), of: ({ cost }) => Number(cost), isWide: true },
      { name: 'worth', show: ({ worth }) => money(worth), of: ({ worth }) => Number(worth), isWide: true },
      { name: 'profit', show: ({ profit }) => [gain(profit), toneOf(profit)], of: ({ profit }) => Number(profit) },
      { name: 'worst case', show: ({ worstCase }) => money(worstCase), of: ({ worstCase }) => Number(worstCase) },
    ],
    keyOf: ({ id }) => id,
    link: ({ id }) => `#/market/${encodeURIComponent(id)}`,
    empty: 'nothing is held and nothing rests',
  })
  const groups = table({
    label: 'Groups',
    columns: [
      { name: 'group', show: ({ group }) => group, isText: true },
      { name: 'markets', show: ({ markets }) => markets.join(', '), isText: true },
      { name: 'worst case', show: ({ worstCase }) => money(worstCase), of: ({ worstCase }) => Number(worstCase) },
      { name: 'limit', show: ({ limit }) => money(limit) },
    ],
    keyOf: ({ group }) => group,
    empty: 'no market of this run is in a neg-risk group',
  })
  const grid = document.createElement('div')
  grid.className = 'grid'
  grid.append(card('Positions', held.node), card('Groups of which one market wins', groups.node))
  return {
    node: grid,
    update(copy) {
      held.update(copy.markets.filter(({ yes, no, worstCase }) => yes !== 0 || no !== 0 || Number(worstCase) > 0))
      groups.update(copy.groups)
    },
    leave: () => undefined,
  }
}
