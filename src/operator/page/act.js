import { h } from './dom.js'
import { post } from './door.js'

// Everything that changes the run goes through here: it is asked once more, and what became of it is said.

const dialog = document.getElementById('dialog')
const toasts = document.getElementById('toasts')

/** Says something for a while; what failed stays longer. */
export function toast(text, tone = '') {
  const close = h('button', { class: 'plain', 'aria-label': 'Close', on: { click: () => node.remove() } }, '×')
  const node = h('div', { class: `toast ${tone}` }, h('span', {}, text), close)
  toasts.append(node)
  while (toasts.children.length > 4) toasts.firstChild.remove()
  setTimeout(() => node.remove(), tone === 'bad' ? 20_000 : 8_000)
}

/** Asks a question with two answers. Resolves with true for yes. Escape is no. */
export const ask = ({ title, body, yes, isGrave = false }) =>
  new Promise(resolve => {
    // Not by the event `close`: it comes late, when the next question may be open already.
    const end = isYes => {
      dialog.removeEventListener('cancel', refuse)
      dialog.close()
      resolve(isYes)
    }
    const refuse = () => end(false)
    const no = h('button', { type: 'button', on: { click: refuse } }, 'Cancel')
    const confirm = h(
      'button',
      { type: 'button', class: isGrave ? 'grave' : 'main', id: 'confirm', on: { click: () => end(true) } },
      yes,
    )
    dialog.replaceChildren(
      h('h2', { id: 'dialog-title' }, title),
      h('div', { class: 'words' }, ...[body].flat()),
      h('div', { class: 'row end' }, no, confirm),
    )
    dialog.setAttribute('aria-labelledby', 'dialog-title')
    dialog.addEventListener('cancel', refuse)
    dialog.showModal()
    // What cannot be taken back is not under the key that closed the last question.
    ;(isGrave ? no : confirm).focus()
  })

const scopeWords = scope => (scope === 'all' ? 'all markets' : scope.replace(':', ' '))

const QUESTIONS = {
  pause: scope => ({
    title: `Pause ${scopeWords(scope)}?`,
    body: 'Its orders are removed at the venue, and none is placed until you resume. The pause lasts over a restart.',
    yes: 'Pause',
  }),
  close: scope => ({
    title: `Close ${scopeWords(scope)}?`,
    body: 'What is held there is offered at a fair price or better, and nothing else is placed until you resume, also after a restart. Pairs of YES and NO stay.',
    yes: 'Close',
  }),
  resume: scope => ({
    title: `Resume ${scopeWords(scope)}?`,
    body: scope === 'all' ? 'Every pause, halt and stop is lifted, and orders are placed again.' : 'Orders are placed again.',
    yes: 'Resume',
  }),
  restart: scope => ({
    title: `Make the strategy of ${scopeWords(scope)} again?`,
    body: 'It forgets what it knew and begins as after a start. One that failed quotes again.',
    yes: 'Make again',
  }),
  'cancel-all': () => ({
    title: 'Remove every order of this wallet?',
    body: 'Orders of other programs too. Nothing is placed until you resume.',
    yes: 'Remove all',
    isGrave: true,
  }),
  halt: () => ({
    title: 'Halt this wallet?',
    body: 'Every order is removed. The halt lasts over a restart, and only a resume ends it.',
    yes: 'Halt',
    isGrave: true,
  }),
}

/** Asks whether an action is meant, and carries it out. */
export async function act(action) {
  const question = QUESTIONS[action.do](action.scope)
  if (await ask(question)) await carryOut(action)
}

/** Sets one value; a limit that is loosened is asked with its old and new value. Answers whether it was done. */
export const set = (path, value) => carryOut({ do: 'set', path, value })

/** Shows how the config file differs from the run, and takes it over. */
export const reload = () => carryOut({ do: 'reload' })

async function carryOut(action) {
  try {
    const answer = await post(action)
    if (answer.is !== 'confirm') return tell(answer)
    const loosens = answer.changes.some(change => change.loosens)
    const isMeant = await ask({
      title: loosens ? 'This loosens a limit' : 'Take these changes over?',
      body: changeTable(answer.changes),
      yes: loosens ? 'Loosen' : 'Take over',
      isGrave: loosens,
    })
    if (!isMeant) return false
    return tell(await post(confirmed(action, answer)))
  } catch (error) {
    toast(error.message, 'bad')
    return false
  }
}

function confirmed(action, { changes, hash }) {
  if (action.do === 'reload') return { ...action, confirm: hash }
  const { from = null, to = null } = changes.find(change => change.loosens) ?? changes[0]
  return { ...action, confirm: { from, to } }
}

function tell({ is, text }) {
  toast(is === 'done' ? text : `${is}: ${text}`, is === 'done' ? 'good' : 'bad')
  return is === 'done'
}

const changeTable = changes =>
  h(
    'div',
    { class: 'scroll' },
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, ...['field', 'now', 'then', 'when'].map(name => h('th', {}, name)))),
      h('tbody', {}, ...changes.map(changeRow)),
    ),
  )

const changeRow = ({ path, from, to, effect, loosens }) =>
  h(
    'tr',
    { class: loosens ? 'warn' : null },
    h('td', {}, path),
    h('td', {}, valueText(from)),
    h('td', {}, valueText(to)),
    h('td', {}, effect === 'now' ? 'now' : `with a ${effect}`),
  )

const valueText = value =>
  value === undefined || value === null ? 'none' : typeof value === 'string' ? value : JSON.stringify(value)
