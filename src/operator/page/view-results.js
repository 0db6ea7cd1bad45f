import { card, date, h } from './dom.js'
import { make, read } from './door.js'
import { table } from './table.js'

/** Finished runs and backtests of the folder in which the daemon runs. */
export function results() {
  const shown = h('div')
  const open = async row => {
    const address = `/api/results/${encodeURIComponent(row.id)}`
    if (!row.hasReport) {
      shown.replaceChildren(summaryCard(row, await read(address)))
      return
    }
    const { path } = await make(`${address}/link`)
    shown.replaceChildren(
      card(row.name, h('iframe', { src: path, title: `Report of ${row.name}`, sandbox: 'allow-scripts', class: 'report' })),
    )
  }
  const list = table({
    label: 'Finished runs and backtests',
    columns: [
      { name: 'name', show: ({ name }) => name, of: ({ name }) => name, isText: true },
      { name: 'what', show: ({ kind }) => kind, of: ({ kind }) => kind, isText: true },
      { name: 'ended', show: ({ at }) => date(at), of: ({ at }) => at, isText: true },
      { name: 'in short', show: ({ text }) => text, isText: true, isLong: true },
    ],
    keyOf: ({ id }) => id,
    action: row =>
      h(
        'button',
        {
          type: 'button',
          'data-result': row.id,
          on: { click: () => open(row).catch(error => shown.replaceChildren(error.message)) },
        },
        'Open',
      ),
    empty: 'none in runs/ and backtests/ here; "oddsmith backtest CONFIG" makes one',
  })
  read('/api/results').then(
    rows => list.update(rows),
    error => shown.replaceChildren(error.message),
  )
  return {
    node: h('div', { class: 'grid' }, card('Finished runs and backtests', list.node), shown),
    update: () => undefined,
    leave: () => undefined,
  }
}

const summaryCard = ({ name }, summary) =>
  card(name, h('div', { class: 'scroll' }, h('table', {}, h('tbody', {}, ...rowsOf(summary, '')))))

const rowsOf = (value, path) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([key, each]) => rowsOf(each, path === '' ? key : `${path}.${key}`))
    : [
        h(
          'tr',
          {},
          h('td', { class: 'text' }, path),
          h('td', { class: 'text' }, Array.isArray(value) ? value.map(each => JSON.stringify(each)).join(', ') : String(value)),
        ),
      ]
