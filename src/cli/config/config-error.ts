import type { Document, LineCounter, Node } from 'yaml'
import { isAlias, isMap, isNode, isScalar, isSeq } from 'yaml'
import type { z } from 'zod'
import type { StrategyDefinition } from '../../strategy/strategy.js'
import { nearest } from './nearest.js'
import { withoutKeys } from './read-secret-file.js'

/** The text of a config and where it came from, so that an error can name its line. */
export interface ConfigSource {
  readonly file: string
  readonly text: string
  readonly document: Document
  readonly lines: LineCounter
  /** Strategies passed in by code, by the names that represent them in the text. Absent: every strategy is loaded by its name. */
  readonly strategies?: ReadonlyMap<string, StrategyDefinition<z.ZodType>>
}

type Path = readonly PropertyKey[]

type Issue = z.core.$ZodIssue

/**
 * Translates zod's issues for the person who wrote the file, one line each: `file:line: path: expected …, found …`. A section whose fields are not
 * indented is reported as one mistake, although zod reports the empty section and each of its fields. `besides`: other fields that are allowed there.
 */
export function describeIssues(
  source: ConfigSource,
  issues: readonly Issue[],
  schema: z.ZodType,
  prefix: Path = [],
  besides: readonly string[] = [],
): string[] {
  const outside = new Map<Issue, readonly string[]>()
  for (const issue of issues) if (isEmpty(source, [...prefix, ...issue.path])) outside.set(issue, strays(issue, issues, schema))
  const taken = new Set([...outside.values()].flat())
  return issues.flatMap(issue => {
    const keys = outside.get(issue) ?? []
    const path = [...prefix, ...issue.path]
    if (keys.length > 0) {
      const names = keys.map(key => `"${key}"`).join(' and ')
      return [
        `${fileLine(source, path)}: ${nameOf(path)}: expected fields with values, found nothing; indent ${names} below it`,
      ]
    }
    if (issue.code !== 'unrecognized_keys') return [describeIssue(source, issue, { schema, prefix, besides })]
    const unknown = issue.keys.filter(key => !taken.has(key))
    return unknown.length === 0 ? [] : [describeIssue(source, { ...issue, keys: unknown }, { schema, prefix, besides })]
  })
}

/** Whether the file has a name there without a value. */
function isEmpty({ document }: ConfigSource, path: Path): boolean {
  const node = nodeAt(document, path)
  return path.length > 0 && isScalar(node) && node.value === null && (node.source ?? '') === ''
}

/** Unknown keys beside an empty section that are known inside it. */
function strays({ path }: Issue, issues: readonly Issue[], schema: z.ZodType): readonly string[] {
  const parent = path.slice(0, -1).join('.')
  const inside = new Set(keysAt(schema, path))
  return issues.flatMap(issue =>
    issue.code === 'unrecognized_keys' && issue.path.join('.') === parent ? issue.keys.filter(key => inside.has(key)) : [],
  )
}

interface Against {
  readonly schema: z.ZodType
  readonly prefix: Path
  /** Fields that are allowed there besides those of the schema. */
  readonly besides: readonly string[]
}

function describeIssue(source: ConfigSource, issue: Issue, against: Against): string {
  const { schema, prefix, besides } = against
  const path = [...prefix, ...issue.path]
  if (issue.code === 'unrecognized_keys') {
    const known = [...(issue.path.length === 0 ? besides : []), ...keysAt(schema, issue.path)]
    return issue.keys.map(key => describeUnknown(source, path, key, known)).join('\n')
  }
  if (issue.code === 'invalid_union') {
    const inner = likeliest(issue.errors)
    if (inner !== null) return describeIssue(source, { ...inner, path: [...issue.path, ...inner.path] }, against)
  }
  // The schema's own message about how several fields fit together.
  const isWhole = issue.code === 'custom' && (isMap(nodeAt(source.document, path)) || !issue.message.startsWith('expected'))
  return `${fileLine(source, path)}: ${nameOf(path)}: ${wants(issue)}${isWhole ? '' : (foundCount(source, path, issue) ?? found(source, path))}`
}

/** `file:line` of the nearest element that exists in the file. */
export function fileLine({ file, document, lines }: ConfigSource, path: Path): string {
  for (let depth = path.length; depth >= 0; depth--) {
    const start = nodeAt(document, path.slice(0, depth))?.range?.[0]
    if (start !== undefined) return `${file}:${lines.linePos(start).line}`
  }
  return file
}

function describeUnknown(source: ConfigSource, parent: Path, key: string, known: readonly string[]): string {
  const meant = nearest(key, known)
  const hint = meant !== null ? `did you mean "${meant}"?` : `known here: ${known.join(', ')}`
  const line = keyLine(source, parent, key)
  return `${line}: ${withoutKeys(nameOf([...parent, key]))}: there is no such field; ${hint}`
}

/** `file:line` of a field's name; the value may begin lines below it. */
export function keyLine(source: ConfigSource, parent: Path, key: string): string {
  const map = nodeAt(source.document, parent)
  const pair = isMap(map) ? map.items.find(item => isScalar(item.key) && String(item.key.value) === key) : undefined
  const start = isNode(pair?.key) ? pair.key.range?.[0] : undefined
  return start === undefined ? fileLine(source, parent) : `${source.file}:${source.lines.linePos(start).line}`
}

/** The element at a path. An id without quotes, such as 1001, is a number in the file and a text in the path. An alias stands for what it names. */
function nodeAt(document: Document, path: Path): Node | null {
  let node: unknown = document.contents
  for (const key of path) node = childOf(isAlias(node) ? node.resolve(document) : node, String(key))
  const end = isAlias(node) ? node.resolve(document) : node
  return isNode(end) ? end : null
}

function childOf(parent: unknown, key: string): unknown {
  if (isMap(parent)) return parent.items.find(({ key: name }) => isScalar(name) && String(name.value) === key)?.value
  return isSeq(parent) ? parent.items[Number(key)] : undefined
}

const nameOf = (path: Path): string => (path.length === 0 ? 'the file' : path.map(String).join('.'))

function wants(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${article(issue.expected)}`
    case 'invalid_value':
      return `expected ${issue.values.map(value => JSON.stringify(value)).join(' or ')}`
    case 'too_small':
      return `expected ${bound(issue.inclusive === false ? 'more than' : 'at least', issue.minimum, issue.origin)}`
    case 'too_big':
      return `expected ${bound(issue.inclusive === false ? 'less than' : 'at most', issue.maximum, issue.origin)}`
    default:
      // A union without a message of its own.
      if (issue.code === 'invalid_union' && issue.message === 'Invalid input') return anyOf(issue.errors)
      return issue.message
        .replace(/^Invalid discriminator value\. E/, 'e')
        .replaceAll("'", '"')
        .replaceAll(' | ', ' or ')
  }
}

/** The first expectation of each branch of a union. */
const anyOf = (branches: readonly (readonly Issue[])[]): string => {
  const wanted = branches.flatMap(([first]) => (first === undefined ? [] : [wants(first).replace(/^expected /, '')]))
  return `expected ${[...new Set(wanted)].join(' or ')}`
}

const bound = (how: string, value: number | bigint, origin: string): string =>
  origin === 'number' || origin === 'int'
    ? `${how} ${value}`
    : `${how} ${value} ${(origin === 'string' ? LETTERS : ENTRIES)[Number(value) === 1 ? 0 : 1]}`
const LETTERS = ['letter', 'letters'] as const
const ENTRIES = ['entry', 'entries'] as const

const ARTICLES: Readonly<Record<string, string>> = {
  int: 'a whole number',
  array: 'a list',
  object: 'fields with values',
  record: 'fields with values',
}
const article = (type: string): string => ARTICLES[type] ?? `a ${type}`

/** How many entries a list has, where that is what is wrong with it; null: it is something else. */
function foundCount({ document }: ConfigSource, path: Path, { code }: Issue): string | null {
  const node = nodeAt(document, path)
  return isSeq(node) && (code === 'too_small' || code === 'too_big') ? `, found ${node.items.length}` : null
}

/** Shows values as they are in the file, except secrets. */
function found(source: ConfigSource, path: Path): string {
  const { document } = source
  if (path.some(key => /key|secret|pass|token/i.test(String(key)))) return ''
  const node = nodeAt(document, path)
  if (node === null || isEmpty(source, path) || isBlank(document)) return ', found nothing'
  if (!isScalar(node)) return isMap(node) ? ', found fields' : ', found a list'
  const { value } = node
  // JSON has no text for infinity.
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value)
  // A key may have been written into the wrong field.
  return `, found ${withoutKeys(text).slice(0, 80)}`
}

const isBlank = (document: Document): boolean => document.contents === null

/** The branch of a union that matched furthest. */
function likeliest(branches: readonly (readonly z.core.$ZodIssue[])[]): z.core.$ZodIssue | null {
  const firsts = branches.flatMap(([first]) => (first === undefined ? [] : [first]))
  if (firsts.length !== branches.length) return null
  const deepest = firsts.toSorted((a, b) => b.path.length - a.path.length)[0]
  return deepest !== undefined && deepest.path.length > 0 ? deepest : null
}

/** The fields that a schema allows at a path, with optional, default and list wrappers removed. */
function keysAt(schema: z.ZodType, path: Path): readonly string[] {
  let inner = unwrap(schema)
  for (const key of path) {
    const { shape, element, valueType, options } = inner as Wrapped
    const named = shape?.[String(key)] ?? valueType ?? options?.find(option => shapeOf(option))
    const next = typeof key === 'number' ? element : named
    if (next === undefined) return []
    inner = unwrap(next)
  }
  const { options } = inner as Wrapped
  return [...new Set([inner, ...(options ?? [])].flatMap(option => Object.keys(shapeOf(option) ?? {})))]
}

interface Wrapped {
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly element?: z.ZodType
  /** What each name of a map stands for. */
  readonly valueType?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly def?: { readonly innerType?: z.ZodType }
}

const shapeOf = (schema: z.ZodType): Wrapped['shape'] => (unwrap(schema) as Wrapped).shape

function unwrap(schema: z.ZodType): z.ZodType {
  const inner = (schema as Wrapped).def?.innerType
  return inner === undefined ? schema : unwrap(inner)
}
