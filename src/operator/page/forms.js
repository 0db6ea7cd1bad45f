import { set } from './act.js'
import { h } from './dom.js'

// Forms made from the schemas of a strategy or a limit: one value a line, each with its own button, because each is an action of its own.

/** A form for the parameters of a strategy. `path`: what stands before the name of each. `differs`: those that one market has for itself. */
export const parameterForm = ({ parameters, schema }, path, differs = []) => {
  const fields = fieldsOf(schema, parameters, '')
  if (fields.length === 0) return h('p', { class: 'soft' }, 'it has no parameters')
  return h(
    'div',
    { class: 'form' },
    ...fields.map(field => {
      const own = differs.find(({ name }) => name === field.name)
      return valueField({ ...field, path: `${path}.${field.name}`, own })
    }),
  )
}

/** A name as it stands in the path of a setting. */
export const pathPart = name => (/^[^."=\s\\]+$/.test(name) ? name : JSON.stringify(name))

/** The leaves of a JSON schema with the values that hold now. A list or a union of shapes is written as JSON. */
function fieldsOf(schema, values, prefix) {
  return Object.entries(schema.properties ?? {}).flatMap(([name, node]) => {
    const value = values?.[name]
    return node.type === 'object' && node.properties !== undefined
      ? fieldsOf(node, value, `${prefix}${name}.`)
      : [{ name: prefix + name, node, value }]
  })
}

/** One value, with what it means and its bounds; or with something else beside it. `own`: it is that of one market, and the others have another one. */
export function valueField({ name, path, node = {}, value, beside, own }) {
  const id = `set-${path}`
  const input = inputOf(node, value, id)
  const button = h('button', { type: 'submit', disabled: true }, 'Set')
  const form = h(
    'form',
    { class: 'field', 'data-path': path },
    h('label', { for: id }, name),
    input,
    button,
    beside ??
      h(
        'span',
        { class: 'soft note' },
        own === undefined
          ? null
          : h('strong', { class: 'warn own' }, `of this market; the others have ${wordOf(own.general)}. `),
        [node.description, boundsOf(node)].filter(Boolean).join('; '),
      ),
  )
  const written = textOf(input)
  input.addEventListener('input', () => {
    button.disabled = textOf(input) === written
  })
  form.addEventListener('submit', async event => {
    event.preventDefault()
    button.disabled = true
    if (!(await set(path, valueOf(input, node)))) button.disabled = false
  })
  return form
}

function inputOf(node, value, id) {
  const choices = node.enum ?? (node.type === 'boolean' ? [true, false] : null)
  if (choices !== null)
    return h(
      'select',
      { id },
      ...choices.map(each => h('option', { value: JSON.stringify(each), selected: each === value }, String(each))),
    )
  const text = value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  return h('input', { id, value: text, inputmode: isNumber(node) ? 'decimal' : null, placeholder: 'none', autocomplete: 'off' })
}

const wordOf = value => (typeof value === 'string' ? value : JSON.stringify(value))
const typesOf = node => [node.type ?? [], ...(node.anyOf ?? []).map(each => each.type ?? [])].flat()
const isNumber = node => typesOf(node).some(type => type === 'number' || type === 'integer')
const textOf = input => input.value.trim()

/** What was written, as JSON has it: an empty field is none. What is no number is sent as it is, and the door says what is wrong with it. */
function valueOf(input, node) {
  const text = textOf(input)
  if (input.tagName === 'SELECT') return JSON.parse(text)
  if (text === '') return null
  if (/^[[{]/.test(text) || isNumber(node) || node.type === undefined) {
    try {
      return JSON.parse(text, finite)
    } catch {
      return text
    }
  }
  return text
}

/** A number that is too large for JavaScript would be sent as null, and null would switch a limit off. */
function finite(_, value) {
  if (value === Infinity || value === -Infinity) throw new RangeError('the number is too large')
  return value
}

function boundsOf(node) {
  const numeric = (node.anyOf ?? []).find(({ type }) => type === 'number' || type === 'integer') ?? node
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = numeric
  const isReal = bound => bound !== undefined && Math.abs(bound) < 2 ** 53 - 1
  const least = isReal(minimum) ? `at least ${minimum}` : isReal(exclusiveMinimum) ? `above ${exclusiveMinimum}` : ''
  const most = isReal(maximum) ? `at most ${maximum}` : isReal(exclusiveMaximum) ? `below ${exclusiveMaximum}` : ''
  return [least, most].filter(Boolean).join(', ')
}
