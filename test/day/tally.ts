/* oxlint-disable typescript/no-explicit-any -- A document is foreign JSON to its reader. */

import { ALL_OPERATIONS } from '../../src/protocol/api/all-operations.js'
import { asyncApiDocument } from '../../src/protocol/api/asyncapi.js'
import { openApiDocument } from '../../src/protocol/api/openapi.js'
import type { Operation } from '../../src/protocol/api/operation.js'
import type { TopicName } from '../../src/protocol/api/schemas-stream.js'
import { type Finds, SchemaWalk, type Survey } from './schema-walk.js'

const REST: any = openApiDocument(ALL_OPERATIONS, { requiresApiKey: true, isCounted: true })
const STREAM: any = asyncApiDocument({ host: 'exchange.day', isSecure: false, requiresApiKey: true })

/** Fields whose last value is remembered: what was not seen for the longest time is forgotten, so that a long day stays small. */
const REMEMBERED_MAX = 20_000

/** A request and its answer. */
export interface Exchanged {
  readonly operation: Operation
  /** With its query. */
  readonly path: string
  /** null: none was sent. */
  readonly sent: unknown
  readonly status: number
  readonly body: unknown
  /** Who asked; empty: anyone may. */
  readonly who: string
}

/** A value that never occurred, or a field that never changed. */
export interface Zero {
  readonly place: string
  readonly word: string | null
}

/** Counts which values of the two documents occur, and how often a field that they mark as mutable has changed. */
export class Tally {
  /** Times that a value occurred, by the place of its enumeration. */
  readonly words = new Map<string, Map<string, number>>()
  /** Changes by the place of the mark. */
  readonly changes = new Map<string, number>()
  readonly #rest = new SchemaWalk(REST)
  readonly #stream = new SchemaWalk(STREAM)
  readonly #last = new Map<string, number>()
  readonly #finds: Finds

  constructor() {
    const found: Survey = { words: new Map(), mutable: new Set(), seen: new Set() }
    for (const operation of ALL_OPERATIONS) this.#surveyOperation(operation, found)
    for (const [name, { content }] of Object.entries<any>(REST.components.responses))
      this.#rest.survey(content['application/json'].schema, refusalPlace(name), found)
    for (const [name, { payload }] of Object.entries<any>(STREAM.components.messages))
      this.#stream.survey(payload, streamPlace(name), found)
    for (const [place, words] of found.words) this.words.set(place, new Map([...words].map(word => [String(word), 0])))
    for (const place of found.mutable) this.changes.set(place, 0)
    this.#finds = {
      word: (place, value) => this.#count(place, String(value)),
      mutable: (place, of, value) => this.#compare(place, of, digestOf(JSON.stringify(value))),
    }
  }

  /** A call that was made: its query and body count where it was not refused, as its answer does. */
  exchanged({ operation, path, sent, status, body, who }: Exchanged): void {
    const described = describe(operation)
    const answer = REST.paths[operation.path][operation.method.toLowerCase()].responses[status]
    if (answer === undefined) throw new Error(`${operation.id} answers ${status}, which the document does not say`)
    const refusal: string | undefined = answer.$ref?.split('/').at(-1)
    const { content } = refusal === undefined ? answer : REST.components.responses[refusal]
    const place = refusal === undefined ? `${operation.id}>${status}` : refusalPlace(refusal)
    const schema = content['application/json'].schema
    this.#rest.follow({ schema, value: body, place, of: `${who}|${pathOf(path)}` }, this.#finds)
    if (status >= 300) return
    const query = new URLSearchParams(path.split('?')[1] ?? '')
    for (const { name, schema: of } of described.parameters)
      for (const value of query.getAll(name))
        this.#rest.follow({ schema: of, value, place: `${operation.id}?${name}`, of: '' }, this.#finds)
    if (sent !== null)
      this.#rest.follow({ schema: described.body, value: sent, place: `${operation.id}<`, of: '' }, this.#finds)
  }

  /** A message of a topic. */
  heard(name: TopicName, frame: unknown): void {
    const { payload } = STREAM.components.messages[name]
    this.#stream.follow({ schema: payload, value: frame, place: streamPlace(name), of: 'stream|' }, this.#finds)
  }

  /** What never occurred and never changed, by place; a change has no word. */
  zeros(): readonly Zero[] {
    const words = [...this.words].flatMap(([place, counts]) =>
      [...counts].flatMap(([word, count]) => (count === 0 ? [{ place, word }] : [])),
    )
    const changes = [...this.changes].flatMap(([place, count]) => (count === 0 ? [{ place, word: null }] : []))
    return [...words, ...changes]
  }

  #surveyOperation(operation: Operation, found: Survey): void {
    const { parameters, body } = describe(operation)
    for (const { name, schema } of parameters) this.#rest.survey(schema, `${operation.id}?${name}`, found)
    if (body !== undefined) this.#rest.survey(body, `${operation.id}<`, found)
    for (const [status, answer] of Object.entries<any>(REST.paths[operation.path][operation.method.toLowerCase()].responses)) {
      const schema = answer.content?.['application/json']?.schema
      if (schema !== undefined) this.#rest.survey(schema, `${operation.id}>${status}`, found)
    }
  }

  #count(place: string, word: string): void {
    const counts = this.words.get(place)
    if (counts?.has(word) !== true) throw new Error(`${place} is not in the survey, or has no ${word}`)
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }

  #compare(place: string, of: string, value: number): void {
    const key = `${place} ${of}`
    const before = this.#last.get(key)
    this.#last.delete(key)
    this.#last.set(key, value)
    if (this.#last.size > REMEMBERED_MAX) for (const oldest of this.#last.keys()) if (this.#last.delete(oldest)) break
    if (before === value) return
    if (before !== undefined) this.changes.set(place, (this.changes.get(place) ?? 0) + 1)
  }
}

/** 52 bits of a text: a book in place of its digest would be most of what a day keeps. */
const digestOf = (text: string): number => {
  let [high, low] = [0x811c9dc5, 0x01000193]
  for (let place = 0; place < text.length; place++) {
    high = Math.imul(high ^ text.charCodeAt(place), 0x01000193)
    low = Math.imul(low ^ (text.charCodeAt(place) + place), 0x85ebca6b)
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0)
}

const refusalPlace = (name: string): string => `refusal ${name}`
const streamPlace = (name: string): string => `stream ${name}`

const pathOf = (path: string): string => path.split('?')[0] ?? ''

interface Described {
  readonly parameters: readonly { readonly name: string; readonly schema: any }[]
  readonly body: any
}

const describe = ({ path, method }: Operation): Described => {
  const { parameters, requestBody } = REST.paths[path][method.toLowerCase()]
  return { parameters, body: requestBody?.content['application/json'].schema }
}
