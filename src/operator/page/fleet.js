import { ask, toast } from './act.js'
import { card, clock, facts, gain, h, money, percent, setClass, setText, toneOf } from './dom.js'
import { DoorRefusal, make, NoTokenError, read, signIn } from './door.js'
import { stateTone } from './states.js'
import { table } from './table.js'

// The page of a fleet: one table of all daemons, which is asked for again each second while someone looks. Its server asks the daemons: this page has none of their tokens.

const EVERY_MS = 1_000
/** The server waits two seconds for a daemon. One that has not answered after five hangs itself. */
const PATIENCE_MS = 5_000

const link = h('span', { class: 'pill', id: 'link', role: 'status' }, 'connecting')
const button = (id, word, action, tone = '') =>
  h('button', { type: 'button', id, class: tone, on: { click: () => act(action, running()) } }, word)
document
  .getElementById('head')
  .append(
    h(
      'div',
      { class: 'row spread' },
      h('div', { class: 'row' }, h('h1', {}, 'oddsmith fleet'), link),
      h(
        'div',
        { class: 'row' },
        button('pause-all', 'Pause all', 'pause'),
        button('resume-all', 'Resume all', 'resume'),
        button('cancel-all', 'Remove all orders', 'cancel-all', 'grave'),
        button('halt', 'Halt all', 'halt', 'grave'),
      ),
    ),
  )

const place = document.getElementById('view')
const sums = facts()
const DASH = '–'
const ofRun = show => row => (row.run === null ? DASH : show(row.run))
const numberOf = of => row => (row.run === null ? -1e12 : of(row.run))
const list = table({
  label: 'Daemons',
  columns: [
    { name: 'daemon', show: ({ name }) => name, of: ({ name }) => name, isText: true },
    { name: 'state', show: stateOf, of: ({ state }) => state, isText: true },
    {
      name: 'alerts',
      show: ofRun(alertsOf),
      of: numberOf(({ alerts }) => alerts.critical * 1e6 + alerts.warning),
      isText: true,
    },
    {
      name: 'feeds',
      show: ofRun(({ feeds }) => (feeds.dark.length === 0 ? ['live', 'good'] : [`${feeds.dark.join(', ')} dark`, 'bad'])),
      isText: true,
    },
    {
      name: 'to look at',
      show: ofRun(({ troubles }) => (troubles.length === 0 ? DASH : [troubles.join(', '), 'warn'])),
      isText: true,
      isLong: true,
    },
    {
      name: 'quoting',
      show: ofRun(({ quoting, markets }) => `${quoting} of ${markets}`),
      of: numberOf(({ quoting }) => quoting),
    },
    { name: 'orders', show: ofRun(({ orders }) => String(orders)), of: numberOf(({ orders }) => orders) },
    { name: 'held', show: ofRun(({ worth }) => money(worth)), of: numberOf(({ worth }) => Number(worth)) },
    {
      name: 'worst case',
      show: ofRun(({ worstCase }) => money(worstCase)),
      of: numberOf(({ worstCase }) => Number(worstCase)),
    },
    {
      name: 'profit',
      show: ofRun(({ profit }) => [gain(profit), toneOf(profit)]),
      of: numberOf(({ profit }) => Number(profit)),
    },
    { name: 'equity', show: ofRun(({ equity }) => money(equity)), of: numberOf(({ equity }) => Number(equity)), isWide: true },
    {
      name: 'most used limit',
      show: ofRun(({ limit }) =>
        limit === null
          ? DASH
          : [`${limit.path.replace(/^limits\./, '')} ${percent(limit.percent)}`, limit.percent >= 80 ? 'warn' : ''],
      ),
      of: numberOf(({ limit }) => limit?.percent ?? -1),
      isText: true,
      isWide: true,
    },
    { name: 'mode', show: ofRun(({ mode }) => mode), isText: true, isWide: true },
  ],
  keyOf: ({ name }) => name,
  action: ({ name }) => [
    small('Open', () => openPage(name), { 'data-open': name }),
    small('Pause', () => act('pause', [name]), { 'data-pause': name }),
    small('Resume', () => act('resume', [name]), { 'data-resume': name }),
    small('Remove all', () => act('cancel-all', [name]), { 'data-cancel-all': name, class: 'grave' }),
    small('Halt', () => act('halt', [name]), { 'data-halt': name, class: 'grave' }),
  ],
  empty: 'no wallet has traded there: a daemon makes state/ where it is started',
})

const small = (word, click, attributes) => h('button', { type: 'button', ...attributes, on: { click } }, word)

function alertsOf({ alerts: { critical, warning, info, failing } }) {
  const words = [
    critical === 0 ? '' : `${critical} critical`,
    warning === 0 ? '' : `${warning} warning`,
    info === 0 ? '' : `${info} info`,
    failing === 0 ? '' : `${failing} not sent`,
  ].filter(Boolean)
  return words.length === 0 ? ['none', 'good'] : [words.join(', '), critical + failing > 0 ? 'bad' : warning > 0 ? 'warn' : '']
}

/** What was heard last, and no one knows what the daemon does now, where the connection is lost. */
function stateOf({ state }) {
  return isLost ? [`was ${state}`, 'soft'] : [state, stateTone(state)]
}

let rows = []
/** When the server last answered, in ms. */
let heardAt = null
let isLost = false
const running = () => rows.filter(({ state }) => state !== 'not running').map(({ name }) => name)

function show(told) {
  rows = told
  list.update(rows)
  const runs = rows.flatMap(({ run }) => (run === null ? [] : [run]))
  const total = of => runs.reduce((sum, run) => sum + Number(of(run)), 0)
  const silent = rows.filter(({ state }) => state === 'no answer' || state === 'no door').length
  const profit = total(run => run.profit)
  const ringing = total(({ alerts }) => alerts.critical + alerts.warning)
  sums.show([
    ['daemons', `${runs.length} of ${rows.length} answer`, silent > 0 ? 'bad' : ''],
    ['profit of these runs', gain(profit), toneOf(profit)],
    ['equity', money(total(run => run.equity))],
    ['held', money(total(run => run.worth))],
    ['worst case', money(total(run => run.worstCase))],
    ['orders', String(total(run => run.orders))],
    ['markets quoting', `${total(run => run.quoting)} of ${total(run => run.markets)}`],
    ['alerts', ringing === 0 ? 'none' : String(ringing), ringing === 0 ? '' : 'bad'],
  ])
}

const QUESTIONS = {
  pause: [
    'Pause',
    'Their orders are removed at the venue, and none is placed until you resume. The pause lasts over a restart.',
  ],
  resume: ['Resume', 'Every pause, halt and stop of theirs is lifted, and orders are placed again.'],
  'cancel-all': [
    'Remove every order of',
    'Orders of other programs with these wallets too. Nothing is placed until you resume.',
  ],
  halt: ['Halt', 'Every order of theirs is removed. The halt lasts over a restart, and only a resume ends it.'],
}

/** Asks whether it is meant, with the names, and says what became of it at each. */
async function act(action, names) {
  if (names.length === 0) return toast('no daemon runs there', 'bad')
  const [verb, body] = QUESTIONS[action]
  const title = `${verb} ${names.length === 1 ? names[0] : `${names.length} daemons`}?`
  const words = [h('p', {}, names.join(', ')), h('p', {}, body)]
  if (!(await ask({ title, body: words, yes: verb.split(' ')[0], isGrave: action === 'halt' || action === 'cancel-all' })))
    return
  try {
    const { answers } = await make('/api/actions', { do: action, names })
    for (const { name, is, text } of answers)
      toast(`${name}: ${is === 'done' ? '' : `${is}: `}${text}`, is === 'done' ? 'good' : 'bad')
  } catch (error) {
    toast(error.message, 'bad')
  }
}

/** The daemon's own page takes the code out of its address and uses it at once. A tab that is opened only after an answer counts as unasked for in some browsers. */
async function openPage(name) {
  const tab = open('about:blank', '_blank')
  if (tab !== null) tab.opener = null
  try {
    const { url } = await make('/api/pages', { name })
    if (tab === null) toast(`this browser opens no other tab: "oddsmith page" prints an address for ${name}`, 'bad')
    else tab.location.replace(url)
  } catch (error) {
    tab?.close()
    toast(error.message, 'bad')
  }
}

const say = (text, tone, title = 'oddsmith fleet') => {
  setText(link, text)
  setClass(link, `pill ${tone}`)
  document.title = title
}

function lost(error) {
  isLost = true
  list.update(rows)
  const since = heardAt === null ? '' : ` since ${clock(heardAt * 1_000)}`
  const why = error instanceof DoorRefusal ? `: ${error.message}` : ''
  say(`no connection${since}${why}`, 'bad', 'no connection · oddsmith fleet')
}

async function follow() {
  for (;;) {
    try {
      if (!document.hidden) {
        const told = await read('/api/fleet', AbortSignal.timeout(PATIENCE_MS))
        heardAt = Date.now()
        isLost = false
        show(told)
        say('live', 'good')
      }
    } catch (error) {
      if (error instanceof NoTokenError) return locked(error.message)
      lost(error)
    }
    await new Promise(resolve => setTimeout(resolve, EVERY_MS))
  }
}

function locked(why) {
  say('not signed in', 'bad')
  place.replaceChildren(
    h(
      'section',
      { class: 'card' },
      h('h2', {}, 'This tab has no key to the fleet'),
      h('p', {}, why),
      h('p', {}, 'Enter, where "oddsmith fleet DIR --page" runs, prints an address that works once, within a minute.'),
    ),
  )
}

function begin() {
  place.append(h('div', { class: 'grid' }, card('Together', sums.node), card('Daemons', list.node)))
  return follow()
}

signIn().then(
  isIn => (isIn ? begin() : locked('It was opened without an address that "oddsmith fleet DIR --page" printed.')),
  error => locked(error.message),
)
