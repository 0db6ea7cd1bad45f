import { act, ask, toast } from './act.js'
import { h, setClass, setText } from './dom.js'
import { follow, NoTokenError, signIn } from './door.js'
import { alerts, gravestOf } from './view-alerts.js'
import { events } from './view-events.js'
import { market } from './view-market.js'
import { markets } from './view-markets.js'
import { orders, positions } from './view-orders.js'
import { overview } from './view-overview.js'
import { results } from './view-results.js'
import { settings } from './view-settings.js'

// The page: one connection that tells it how the run is, and one view that shows it. Views are made when they are opened and let go when they are left.

const VIEWS = { overview, markets, orders, positions, settings, events, results, alerts }
const TITLES = ['Overview', 'Markets', 'Orders', 'Positions', 'Settings', 'Events', 'Results', 'Alerts']
const NAMES = Object.keys(VIEWS)

const state = { copy: null, alerts: null, view: null, name: '', link: null }
const head = headOf()
document.getElementById('head').append(head.node)
const links = NAMES.map((name, at) =>
  h('a', { href: `#/${name}`, title: `key ${at + 1}`, 'aria-keyshortcuts': String(at + 1) }, TITLES[at]),
)
document.getElementById('nav').append(...links)
const place = document.getElementById('view')

function headOf() {
  const title = h('strong', {}, 'oddsmith')
  const about = h('span', { class: 'soft' })
  const standing = h('span', { class: 'pill', id: 'state' }, 'connecting')
  const link = h('span', { class: 'pill', id: 'link' }, '…')
  const ringing = h('a', { class: 'pill', id: 'ringing', href: '#/alerts', hidden: true }, '')
  const button = (id, word, action, tone = '') =>
    h('button', { type: 'button', id, class: tone, on: { click: () => act(action) } }, word)
  const node = h(
    'div',
    { class: 'row spread' },
    h('div', { class: 'row' }, title, standing, link, ringing, about),
    h(
      'div',
      { class: 'row' },
      button('pause-all', 'Pause all', { do: 'pause', scope: 'all' }),
      button('resume-all', 'Resume all', { do: 'resume', scope: 'all' }),
      button('cancel-all', 'Remove all orders', { do: 'cancel-all' }, 'grave'),
      button('halt', 'Halt', { do: 'halt' }, 'grave'),
    ),
  )
  const tones = { quoting: 'good', waiting: '', paused: 'warn', halted: 'bad', failed: 'bad', stopping: 'warn' }
  return {
    node,
    show(copy) {
      setText(standing, copy.state)
      setClass(standing, `pill ${tones[copy.state] ?? ''}`)
      setText(about, `${copy.mode} · ${copy.venue} · run ${copy.run} · ${copy.markets.length} markets`)
      document.title = `${copy.state} · oddsmith`
    },
    /** Each view has it in sight: how many alerts are on, and whether a receiver takes none. */
    alerts(told) {
      const failing = told.sinks.filter(({ lastFailure }) => lastFailure !== null).length
      const on = told.firing.length
      const words = [
        on === 0 ? '' : `${on} ${on === 1 ? 'alert' : 'alerts'}`,
        failing === 0 ? '' : `${failing} ${failing === 1 ? 'receiver fails' : 'receivers fail'}`,
      ]
      setText(ringing, words.filter(Boolean).join(', '))
      setClass(ringing, `pill ${failing > 0 ? 'bad' : gravestOf(told)}`)
      ringing.hidden = on === 0 && failing === 0
    },
    link(text, tone) {
      setText(link, text)
      setClass(link, `pill ${tone}`)
    },
  }
}

function route() {
  const [, name = '', id = ''] = location.hash.split('/')
  if (name === 'market' && id !== '') return open('market', () => market(decodeURIComponent(id)))
  const known = name in VIEWS ? name : 'overview'
  open(known, VIEWS[known])
}

function open(name, make) {
  state.view?.leave()
  state.view = make()
  state.name = name
  links.forEach((link, at) => {
    if (NAMES[at] === name || (name === 'market' && NAMES[at] === 'markets')) mark(link)
    else link.removeAttribute('aria-current')
  })
  place.replaceChildren(state.view.node)
  if (state.copy !== null) state.view.update(state.copy)
  if (state.alerts !== null) state.view.alerts?.(state.alerts)
  void connect(state.view.market ?? null)
}

/** Marks the link of the open view, and brings it to the middle of a bar that is wider than a phone. */
function mark(link) {
  link.setAttribute('aria-current', 'page')
  const { left, width } = link.getBoundingClientRect()
  link.parentElement.scrollLeft += left + width / 2 - link.parentElement.clientWidth / 2
}

const RETRY_MS = 1_000

/** One connection at a time: a market's view asks for its ladder beside the run. */
async function connect(watched) {
  state.link?.abort()
  const link = new AbortController()
  state.link = link
  while (!link.signal.aborted) {
    try {
      await follow(watched, handlers, link.signal)
    } catch (error) {
      if (link.signal.aborted) return
      if (error instanceof NoTokenError) return locked(error.message)
      head.link(`no connection: ${error.message}`, 'bad')
    }
    await new Promise(resolve => setTimeout(resolve, RETRY_MS))
  }
}

const handlers = {
  open: () => head.link('live', 'good'),
  copy: copy => {
    state.copy = copy
    head.show(copy)
    head.link('live', 'good')
    state.view.update(copy)
  },
  detail: detail => state.view.detail?.(detail),
  event: event => {
    if (['halt', 'fault', 'failed fill', 'failure'].includes(event.kind)) toast(event.text, 'bad')
    state.view.event?.(event)
  },
  alerts: told => {
    state.alerts = told
    head.alerts(told)
    state.view.alerts?.(told)
  },
  end: ({ why }) => {
    head.link(`ended: ${why}`, 'bad')
    setText(document.getElementById('state'), 'ended')
  },
}

function locked(why) {
  head.link('not signed in', 'bad')
  place.replaceChildren(
    h(
      'section',
      { class: 'card' },
      h('h2', {}, 'This tab has no key to the daemon'),
      h('p', {}, why),
      h('p', {}, 'Open the page with "oddsmith page CONFIG": it prints an address that works once, within a minute.'),
    ),
  )
}

/** Keys that do what the links and buttons do, where no field has the focus. */
addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select, textarea, dialog') !== null) return
  const name = NAMES[Number(event.key) - 1]
  if (name !== undefined) location.hash = `#/${name}`
  else if (event.key === '/') document.getElementById('filter')?.focus()
  else if (event.key === 'p') void act({ do: 'pause', scope: 'all' })
  else if (event.key === '?') void help()
  else return
  event.preventDefault()
})

const help = () =>
  ask({
    title: 'Keys',
    body: h(
      'dl',
      { class: 'facts' },
      ...[
        ...TITLES.map((title, at) => [String(at + 1), title]),
        ['/', 'narrow the list'],
        ['p', 'pause all (asks first)'],
        ['Esc', 'close a question'],
      ].map(([key, what]) => h('div', {}, h('dt', {}, key), h('dd', {}, what))),
    ),
    yes: 'Good',
  })

/** By its address it would lead to the first view. */
document.querySelector('.skip').addEventListener('click', event => {
  event.preventDefault()
  place.focus()
})

addEventListener('hashchange', route)
signIn().then(
  isIn => (isIn ? route() : locked('It was opened without an address that "oddsmith page" printed.')),
  error => locked(error.message),
)
