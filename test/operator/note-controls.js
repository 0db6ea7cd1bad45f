// Runs in a page that a test drives: notes, by name, which controls are seen and which are used. The notes outlive the document, as its tab does.

const WHAT = 'a[href], button, input, select, textarea, summary'
const KEY = 'test-controls'
const EVERY_MS = 100

function note(list, node) {
  const all = JSON.parse(sessionStorage.getItem(KEY) ?? '{"shown":[],"used":[]}')
  const name = nameOf(node)
  if (all[list].includes(name)) return
  all[list].push(name)
  sessionStorage.setItem(KEY, JSON.stringify(all))
}

/** Those that a list has in each row, or a form in each line, have one name. */
function nameOf(node) {
  const word = node.tagName === 'BUTTON' ? node.textContent : node.tagName.toLowerCase()
  if (node.closest('#dialog') !== null) return `question: ${node.id === 'confirm' ? 'yes' : 'no'}`
  if (node.closest('#toasts') !== null) return 'what was told: close'
  const path = node.closest('form')?.dataset.path
  if (path !== undefined) return `${/^(?:markets|strategies)\./.exec(path)?.[0] ?? 'limits.'} ${word}`
  const table = node.closest('table')?.getAttribute('aria-label')
  if (table) return `${table}: ${node.closest('th') === null ? word : 'sort'}`
  if (node.closest('#troubles') !== null) return `what is wrong: ${word}`
  return node.id === '' ? node.textContent : `#${node.id}`
}

setInterval(() => {
  for (const node of document.querySelectorAll(WHAT))
    if (node.getClientRects().length > 0 && !node.disabled) note('shown', node)
}, EVERY_MS)

for (const type of ['click', 'input'])
  addEventListener(
    type,
    ({ target }) => {
      const node = target.closest?.(WHAT) ?? null
      // A click into a field changes nothing yet.
      if (node !== null && (type === 'input' || !['INPUT', 'SELECT'].includes(node.tagName))) note('used', node)
    },
    true,
  )
