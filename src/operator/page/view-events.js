import { card, h, moment } from './dom.js'
import { read } from './door.js'
import { table } from './table.js'

const KEPT = 500
const BAD = new Set(['halt', 'fault', 'failed fill', 'failure'])

/** What happened, from the journal, and the end of the log. */
export function events() {
  const list = table({
    label: 'Events',
    columns: [
      { name: 'time', show: ({ at }) => moment(at), isText: true },
      { name: 'what', show: ({ kind }) => [kind, BAD.has(kind) ? 'bad' : kind === 'control' ? 'warn' : ''], isText: true },
      { name: 'market', show: ({ market }) => market ?? '–', isText: true },
      { name: 'who', show: ({ who }) => who ?? '–', isText: true },
      { name: 'text', show: ({ text }) => text, isText: true, isLong: true },
    ],
    keyOf: ({ seq }) => seq,
    isTall: true,
    empty: 'nothing yet',
  })
  const filter = list.filter('narrow by a word: control, fill, a market')
  const log = h('pre', { class: 'log', tabindex: '0', 'aria-label': 'Log' })
  let known = []
  let askedAt = Number.NEGATIVE_INFINITY
  const show = () => list.update(known.toReversed())
  let isDue = false
  /** Events come in bursts, such as a hundred fills at once: what came since the last frame is shown with the next. */
  const showSoon = () => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(() => {
      isDue = false
      show()
    })
  }
  const begin = async () => {
    const { events: first } = await read('/api/events?count=200')
    known = [...first, ...known.filter(({ seq }) => seq > (first.at(-1)?.seq ?? 0))]
    show()
  }
  const showLog = async () => {
    const lines = await read('/api/log?lines=200')
    const isAtEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 20
    const text = lines.map(({ at, level, text }) => `${moment(at)} ${level} ${text}`).join('\n')
    if (log.textContent === text) return
    log.textContent = text
    if (isAtEnd) log.scrollTop = log.scrollHeight
  }
  begin().catch(() => undefined)
  return {
    node: h('div', { class: 'grid' }, card('Events', h('div', { class: 'row' }, filter), list.node), card('Log', log)),
    update() {
      if (performance.now() - askedAt < 2_000) return
      askedAt = performance.now()
      showLog().catch(() => undefined)
    },
    event(event) {
      known = [...known, event].slice(-KEPT)
      showSoon()
    },
    leave: () => undefined,
  }
}
