import { h, setClass, setText } from './dom.js'

/**
 * A table that is brought up to date in place: rows by their keys, cells where their text changed, so that a hundred markets a second cost
 * little and a selection stays. `columns`: `name`, `show(row)` (text, or text and class), `of(row)` to sort by, `isWide` to leave out on a
 * narrow screen, `isText` to align left, `isLong` to break a sentence into lines. `link(row)`: where its first cell leads. `isTall`: it scrolls by itself. `label`: what it is, for a reader of screens.
 * The tab keeps by the label how a table is sorted and narrowed, until it is closed. `empty`: what it says once it is known that there are no rows.
 */
export function table({ label, columns, keyOf, link, action, isTall = false, empty = 'none' }) {
  const rows = new Map()
  const kept = keptOf(label)
  let { sorted, words } = kept.read()
  /** null: no rows were told yet, also not that there are none. */
  let last = null
  let count = 0
  const heads = columns.map((column, at) =>
    h(
      'th',
      { class: classOf(column), scope: 'col' },
      column.of === undefined
        ? column.name
        : h('button', { type: 'button', class: 'plain', on: { click: () => sortBy(at) } }, column.name),
    ),
  )
  const body = h('tbody')
  const none = h('p', { class: 'soft' }, 'nothing heard yet')
  const actionHead = action === undefined ? [] : [h('th', { class: 'actions' }, h('span', { class: 'hidden' }, 'actions'))]
  const grid = h('table', { 'aria-label': label, hidden: true }, h('thead', {}, h('tr', {}, ...heads, ...actionHead)), body)
  // A list without a link or a button in it is scrolled by the keys once it has the focus.
  const isFocused = isTall && link === undefined && action === undefined
  const node = h('div', { class: isTall ? 'scroll tall' : 'scroll', tabindex: isFocused ? '0' : null }, grid, none)

  const markSorted = () =>
    heads.forEach((head, index) => {
      if (index === sorted.at) head.setAttribute('aria-sort', sorted.isDown ? 'descending' : 'ascending')
      else head.removeAttribute('aria-sort')
    })
  markSorted()

  const sortBy = at => {
    sorted = { at, isDown: sorted.at === at ? !sorted.isDown : true }
    kept.write({ sorted, words })
    markSorted()
    again()
  }

  const made = row => {
    const cells = columns.map((column, at) => {
      const inner = at === 0 && link !== undefined ? h('a', { href: link(row) }) : h('span')
      return { td: h('td', { class: classOf(column) }, inner), inner }
    })
    const extra = action === undefined ? [] : [h('td', { class: 'actions' }, ...[action(row)].flat())]
    const tr = h('tr', {}, ...cells.map(({ td }) => td), ...extra)
    return { tr, cells }
  }

  function update(all) {
    last = all
    const shown = order(all.filter(row => matches(row)))
    const keys = new Set(shown.map(keyOf))
    for (const [key, { tr }] of rows)
      if (!keys.has(key)) {
        tr.remove()
        rows.delete(key)
      }
    shown.forEach((row, at) => {
      const key = keyOf(row)
      let known = rows.get(key)
      if (known === undefined) {
        known = made(row)
        rows.set(key, known)
      }
      columns.forEach((column, index) => {
        const told = column.show(row)
        const [text, tone = ''] = Array.isArray(told) ? told : [told]
        const { inner } = known.cells[index]
        setText(inner, text)
        // A text that is cut off is read whole where the mouse rests.
        if (column.isText && !column.isLong && text.length > SHORT) inner.title = text
        setClass(inner, tone)
      })
      if (body.children[at] !== known.tr) body.insertBefore(known.tr, body.children[at] ?? null)
    })
    none.hidden = shown.length > 0
    setText(none, all.length > 0 ? 'nothing fits' : empty)
    grid.hidden = shown.length === 0 && all.length === 0
    count = shown.length
  }

  const again = () => {
    if (last !== null) update(last)
  }

  const matches = row => words === '' || columns.some(({ show }) => [show(row)].flat()[0].toLowerCase().includes(words))

  const order = list => {
    const column = columns[sorted.at]
    if (column === undefined) return list
    const turn = sorted.isDown ? -1 : 1
    return list.toSorted((a, b) => turn * compare(column.of(a), column.of(b)))
  }

  return {
    node,
    update,
    /** How many rows are shown. */
    shown: () => count,
    /** A field that narrows the list to the rows with some words. */
    filter: placeholder => {
      const narrow = () => {
        words = field.value.trim().toLowerCase()
        kept.write({ sorted, words })
        again()
      }
      const field = h('input', {
        id: 'filter',
        type: 'search',
        value: words,
        placeholder,
        'aria-label': 'Narrow the list',
        on: { input: narrow },
      })
      return field
    },
  }
}

/** Longer texts may be cut off. */
const SHORT = 16

function keptOf(label) {
  const key = `oddsmith-table ${label}`
  return {
    read: () => JSON.parse(sessionStorage.getItem(key)) ?? { sorted: { at: -1, isDown: true }, words: '' },
    write: kept => sessionStorage.setItem(key, JSON.stringify(kept)),
  }
}

const compare = (a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b)))

const classOf = ({ isText, isWide, isLong }) =>
  [isText ? 'text' : null, isWide ? 'wide' : null, isLong ? 'long' : null].filter(Boolean).join(' ') || null
