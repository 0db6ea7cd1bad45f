import type { z } from 'zod'
import type { Slug } from './slugs.js'

/** The proof of identity that a request needs beside the API key. */
export type IdentityProof =
  /** No proof. */
  | 'none'
  /** The bearer token of a logged-in wallet. */
  | 'wallet'
  /** A signature in the body, by the party of a connection. */
  | 'signature'
  /** The operator's token, accepted only from the exchange's own machine; no API key is needed. */
  | 'operator'

/** How a success is wrapped: `data` alone, a list with its `cursor`, or a body of its own. */
export type AnswerForm = 'data' | 'page' | 'body'

/**
 * One operation of the service, as data: the server checks requests by it, the client builds them by it, and the OpenAPI document is printed from it.
 * Query values arrive as text; a key whose schema has `repeats` in its meta may occur several times.
 */
export interface Operation {
  readonly id: string
  readonly method: 'GET' | 'POST'
  /** With `{name}` for each of `params`. */
  readonly path: `/${string}`
  readonly group: string
  readonly summary: string
  readonly proof: IdentityProof
  /** Status of a success. */
  readonly status: 200 | 201
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  /** null: no body is read. */
  readonly body: z.ZodType | null
  readonly form: AnswerForm
  /** `data` of a data answer, one row of a page, or the whole body. */
  readonly answer: z.ZodType
  /** `error` words of its refusals beyond those of every similar request: for missing things, and for each check of an order. */
  readonly refuses?: readonly Slug[]
}

/** What the server sends for an operation, without its wrapping. */
export type AnswerOf<O extends Operation> = z.input<O['answer']>
export type QueryOf<O extends Operation> = z.output<O['query']>
export type ParamsOf<O extends Operation> = z.output<O['params']>
export type BodyOf<O extends Operation> = O['body'] extends z.ZodType ? z.output<O['body']> : null
