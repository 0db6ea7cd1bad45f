// Elements, and words for values. Text is set as text and never as markup, whatever a market is called.

/** Makes an element. `props`: attributes; `on` holds listeners, `class` may be null. Children are nodes or texts; null is left out. */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag)
  const { on = {}, ...attributes } = props
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue
    if (name in node && typeof value !== 'string') node[name] = value
    else node.setAttribute(name, value === true ? '' : String(value))
  }
  for (const [name, listener] of Object.entries(on)) node.addEventListener(name, listener)
  node.append(...children.flat().filter(child => child !== null && child !== undefined))
  return node
}

/** Sets a text where it changed, so that a selection in it stays. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text
}

/** Sets one class of a family, such as `good` or `bad`. */
export function setClass(node, name) {
  if (node.className !== name) node.className = name
}

/** A section with a heading. */
export const card = (title, ...children) => h('section', { class: 'card' }, h('h2', {}, title), ...children)

/** A list of names and values that `show` brings up to date. */
export function facts() {
  const node = h('dl', { class: 'facts' })
  const values = new Map()
  return {
    node,
    /** `pairs`: name, value, class. */
    show(pairs) {
      const names = new Set(pairs.map(([name]) => name))
      for (const [name, { row }] of values)
        if (!names.has(name)) {
          row.remove()
          values.delete(name)
        }
      for (const [name, value, tone = ''] of pairs) {
        let known = values.get(name)
        if (known === undefined) {
          const cell = h('dd', {}, '')
          const row = h('div', {}, h('dt', {}, name), cell)
          known = { row, cell }
          values.set(name, known)
          node.append(row)
        }
        setText(known.cell, value)
        setClass(known.cell, tone)
      }
    },
  }
}

/** A number with its word: `1 market`, `2 markets`. */
export const counted = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`

const DASH = '–'

/** Money with cents. */
export const money = text => (text === null || text === undefined ? DASH : grouped(Number(text).toFixed(2)))
/** Money with its sign. */
export const gain = text => (Number(text) > 0 ? `+${money(text)}` : money(text))
export const toneOf = text => (Number(text) > 0.004 ? 'gain' : Number(text) < -0.004 ? 'loss' : '')
export const size = value => (value === null || value === undefined ? DASH : grouped(String(Math.round(value * 100) / 100)))

/** A price with the digits of its tick; without one with three, or four where it has them. */
export function price(value, tick) {
  if (value === null || value === undefined) return DASH
  if (tick === undefined) return value.toFixed(Math.round(value * 1e4) % 10 === 0 ? 3 : 4)
  return value.toFixed(Math.max(2, digitsOf(tick)))
}

const digitsOf = tick => (String(tick).split('.')[1] ?? '').length

export function age(ms) {
  if (ms === null || ms === undefined) return DASH
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 120_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`
  if (ms < 7_200_000) return `${Math.round(ms / 60_000)} min`
  return `${(ms / 3_600_000).toFixed(1)} h`
}

/** Midnight is 00:00; `hour12: false` makes it 24:00 where the language has a clock of twelve hours. */
const DAY_OF_24 = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' }
/** Made once: `toLocaleTimeString` makes one in each call, which takes a tenth of a millisecond, and a list has hundreds of times. */
const TIME = new Intl.DateTimeFormat([], DAY_OF_24)
const DATE_AND_TIME = new Intl.DateTimeFormat([], { year: 'numeric', month: 'numeric', day: 'numeric', ...DAY_OF_24 })

/** Microseconds since the epoch as the time of this computer. */
export const clock = us => (us === null ? DASH : TIME.format(us / 1_000))
export const date = us => (us === null ? DASH : DATE_AND_TIME.format(us / 1_000))
/** The time of a moment of today, and of another one the date too. */
export function moment(us) {
  const isToday = us !== null && new Date(us / 1_000).toDateString() === new Date().toDateString()
  return isToday ? clock(us) : date(us)
}
/** A limit may be 1e-300: larger parts of one are not told apart. */
const PERCENT_MAX = 1_000
export function percent(value) {
  if (value === null) return DASH
  return value > PERCENT_MAX ? `over ${PERCENT_MAX} %` : `${Math.round(value)} %`
}

const grouped = text => {
  const [whole, part] = text.split('.')
  const spaced = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ' ')
  return part === undefined ? spaced : `${spaced}.${part}`
}
