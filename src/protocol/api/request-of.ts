import type { z } from 'zod'
import type { Operation } from './operation.js'

/** A value as a caller may pass it where the wire wants text. */
type Said<V> =
  | V
  | (V extends 'true' | 'false' ? boolean : never)
  | (V extends string ? (string extends V ? number : never) : never)
  | (V extends readonly string[] ? readonly (string | number)[] : never)

/** An empty schema would otherwise allow no other field. */
type Fields<S extends z.ZodType> = {
  readonly [K in keyof z.input<S> as string extends K ? never : K]: Said<z.input<S>[K]>
}

/** The input of an operation: path parameters, query and body fields in one object. */
export type InputOf<O extends Operation> = Fields<O['params']> &
  Fields<O['query']> &
  (O['body'] extends z.ZodType ? z.input<O['body']> : unknown)

/** A request ready to be sent. */
export interface OperationRequest {
  readonly method: Operation['method']
  /** Including its query. */
  readonly path: string
  /** JSON. */
  readonly body?: string
}

/** Builds the request of a call; checks only that all path parameters are present. Throws a TypeError if one is missing. */
export const requestOf = <const O extends Operation>(operation: O, input: InputOf<O>): OperationRequest => {
  const rest: Record<string, unknown> = { ...input }
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name] as string | number | undefined
    if (value === undefined) throw new TypeError(`${operation.id}: expected ${name}, found nothing`)
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  if (operation.body !== null) return { method: operation.method, path, body: JSON.stringify(rest) }
  const query = queryOf(rest)
  return { method: operation.method, path: query === '' ? path : `${path}?${query}` }
}

const queryOf = (fields: Readonly<Record<string, unknown>>): string => {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(fields))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) query.append(key, String(one))
  return query.toString()
}
