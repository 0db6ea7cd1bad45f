import { act, ask, toast } from './act.js'
import { clock, counted, h, setClass, setText } from './dom.js'
import { DoorRefusal, follow, NoTokenError, signIn } from './door.js'
import { stateTone } from './states.js'
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
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

// `heardAt`: when the run was last heard of, `triedAt`: when a connection was last tried, both in ms; `ended`: why the run ended; `isLost`: the head
// of the page says that what is shown is old.
const state = {
  copy: null,
  alerts: null,
  view: null,
  name: '',
  link: null,
  heardAt: null,
  triedAt: 0,
  ended: null,
  isLost: false,
}
const head = headOf()
document.getElementById('head').append(head.node)
const links = NAMES.map((name, at) =>
  h('a', { href: `#/${name}`, title: `key ${at + 1}`, 'aria-keyshortcuts': String(at + 1) }, TITLES[at]),
)
document.getElementById('nav').append(...links)
const place = document.getElementById('view')

function headOf() {
  const title = h('h1', {}, 'oddsmith')
  const about = h('span', { class: 'soft' })
  const standing = h('span', { class: 'pill', id: 'state' }, 'connecting')
  const link = h('span', { class: 'pill', id: 'link', role: 'status' }, '…')
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
  return {
    node,
    show(copy) {
      setText(standing, copy.state)
      setClass(standing, `pill ${stateTone(copy.state)}`)
      const parts = [copy.mode, copy.venue, `run ${copy.run}`, counted(copy.markets.length, 'market'), `times in ${ZONE}`]
      setText(about, parts.join(' · '))
      document.title = `${copy.state} · oddsmith`
    },
    /** What is shown is old, and no one knows what the run does now. */
    lost(text, what = 'no connection') {
      if (state.copy !== null) {
        setText(standing, what === 'ended' ? what : `was ${state.copy.state}`)
        setClass(standing, 'pill')
        setText(about, `run ${state.copy.run} · once it is started again: oddsmith page ${state.copy.config}`)
      }
      document.title = `${what} · oddsmith`
      this.link(text, 'bad')
      state.isLost = true
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
/** A copy of the run comes each second. */
const QUIET_MS = 5_000
const AGAIN_MS = 30_000

/** One connection at a time: a market's view asks for its ladder beside the run. */
async function connect(watched) {
  state.link?.abort()
  const link = new AbortController()
  state.link = link
  state.triedAt = Date.now()
  while (!link.signal.aborted) {
    try {
      await follow(watched, handlers, link.signal)
    } catch (error) {
      if (link.signal.aborted) return
      if (error instanceof NoTokenError) return locked(error.message)
      if (state.ended === null)
        head.lost(`no connection${sinceHeard()}${error instanceof DoorRefusal ? `: ${error.message}` : ''}`)
    }
    await new Promise(resolve => setTimeout(resolve, RETRY_MS))
    state.triedAt = Date.now()
  }
}

const sinceHeard = () => (state.heardAt === null ? '' : ` since ${clock(state.heardAt * 1_000)}`)

/**
 * A daemon that hangs, and a connection that is cut without a word, send nothing and end nothing: what is shown is marked as old, and the door is
 * called again.
 */
setInterval(() => {
  if (state.heardAt === null || state.ended !== null || Date.now() - state.heardAt < QUIET_MS) return
  if (!state.isLost) head.lost(`no news${sinceHeard()}`)
  if (Date.now() - Math.max(state.heardAt, state.triedAt) > AGAIN_MS) void connect(state.view.market ?? null)
}, RETRY_MS)

const handlers = {
  copy: copy => {
    state.copy = copy
    state.heardAt = Date.now()
    state.ended = null
    state.isLost = false
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
    state.ended = why
    head.lost(`ended at ${clock(Date.now() * 1_000)}: ${why}`, 'ended')
  },
}

function locked(why) {
  state.link?.abort()
  state.heardAt = null
  head.lost('not signed in', 'not signed in')
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
