import { act, reload } from './act.js'
import { card, counted, h, percent, setText } from './dom.js'
import { parameterForm, valueField } from './forms.js'

/** Limits with what is used of each, the parameters of each strategy, and the config file. */
export function settings() {
  const limits = h('div', { class: 'form', id: 'limits' })
  const strategies = h('div', { class: 'grid' })
  const file = h('p', { class: 'soft' })
  const node = h(
    'div',
    { class: 'grid' },
    card(
      'Config',
      file,
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'button', id: 'reload', on: { click: () => reload() } }, 'Show what changed in the file'),
      ),
    ),
    card(
      'Limits',
      h(
        'p',
        { class: 'soft' },
        'A tighter limit holds at once. A wider one asks first. Both last until the run ends: write them into the config to keep them.',
      ),
      limits,
    ),
    strategies,
  )
  const bars = new Map()
  let limitKey = ''
  let strategyKey = ''
  return {
    node,
    update(copy) {
      file.textContent = `${copy.config}, run ${copy.run}`
      drawLimits(copy.limits)
      drawStrategies(copy.strategies)
    },
    leave: () => undefined,
  }

  function drawLimits(list) {
    const key = JSON.stringify(list.map(({ path, value }) => [path, value]))
    if (key !== limitKey && !limits.contains(document.activeElement)) {
      limitKey = key
      bars.clear()
      limits.replaceChildren(
        ...list.map(({ path, value }) => {
          const bar = h('div', { class: 'used' }, h('span'))
          bars.set(path, bar)
          return valueField({ name: path.replace(/^limits\./, ''), path, value, beside: bar })
        }),
      )
    }
    for (const { path, percent: used, where } of list) {
      const bar = bars.get(path)
      if (bar === undefined) continue
      bar.className = `used${used === null ? '' : ' known'}${used !== null && used >= 80 ? ' much' : ''}`
      bar.style.setProperty('--part', `${Math.min(100, Math.max(0, used ?? 0))}%`)
      setText(bar.firstChild, used === null ? '' : `${percent(used)}${where === null ? '' : ` in ${where}`}`)
    }
  }

  function drawStrategies(list) {
    const key = JSON.stringify(list)
    if (key === strategyKey || strategies.contains(document.activeElement)) return
    strategyKey = key
    strategies.replaceChildren(
      ...list.map(strategy => {
        const scope = `strategy:${strategy.name}`
        const button = (word, action) => h('button', { type: 'button', on: { click: () => act({ do: action, scope }) } }, word)
        return card(
          `Strategy ${strategy.name}, ${counted(strategy.markets.length, 'market')}`,
          h('div', { class: 'row' }, button('Pause', 'pause'), button('Resume', 'resume'), button('Make again', 'restart')),
          ownOf(strategy),
          parameterForm(strategy, `strategies.${strategy.path}`),
        )
      }),
    )
  }
}

/** Which markets have parameters of their own, each with a way to it; null: none has. */
const ownOf = ({ own }) =>
  own.length === 0
    ? null
    : h(
        'p',
        { class: 'soft' },
        'Other values hold in ',
        ...own.flatMap(({ market, differs }, at) => [
          at === 0 ? '' : ', ',
          h('a', { href: `#/market/${encodeURIComponent(market)}` }, market),
          ` (${differs.map(({ name, value }) => `${name} ${JSON.stringify(value)}`).join(', ')})`,
        ]),
        '.',
      )
