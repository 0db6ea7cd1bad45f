import type { z } from 'zod'
import type { Slug } from './slugs.js'

/** Whose proof a request needs beside the API key. */
export type Proof =
  /** Nobody's. */
  | 'none'
  /** The bearer token of a logged-in wallet. */
  | 'wallet'
  /** A signature in the body, by the party that a connection was made for. */
  | 'signature'
  /** The operator's token, from the exchange's own machine; no API key is asked for. */
  | 'operator'

/** What a success is wrapped in: `data` alone, a list with its `cursor`, or a body of its own. */
export type AnswerForm = 'data' | 'page' | 'body'

/**
 * One operation of the service, as data: the server checks requests by it, the client makes them by it, and the OpenAPI document and its
 * page are printed from it. Query values come as text; a key whose schema carries `repeats` in its meta may come several times.
 */
export interface Operation {
  readonly id: string
  readonly method: 'GET' | 'POST'
  /** With `{name}` for each of `params`. */
  readonly path: `/${string}`
  readonly group: string
  readonly summary: string
  readonly proof: Proof
  /** Of a success. */
  readonly status: 200 | 201
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  /** null: none is read. */
  readonly body: z.ZodType | null
  readonly form: AnswerForm
  /** `data` of a data answer, one row of a page, or the whole body. */
  readonly answer: z.ZodType
  /** The words that it is refused with beyond those of every request like it: for what is not found, and for each check of an order. */
  readonly refuses?: readonly Slug[]
}

/** What the server sends of one operation, without its wrapping. */
export type AnswerOf<O extends Operation> = z.input<O['answer']>
export type QueryOf<O extends Operation> = z.output<O['query']>
export type ParamsOf<O extends Operation> = z.output<O['params']>
export type BodyOf<O extends Operation> = O['body'] extends z.ZodType ? z.output<O['body']> : null
