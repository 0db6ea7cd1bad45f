import type { Context } from 'hono'
import { DoorError } from './door-error.js'
import type { DoorOperation } from './operations.js'

/** The path of an operation in the router's notation. */
export const routeOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** The checked parameters and query of a request. Throws a `DoorError` that names the field. */
export function asked(context: Context, { params, query }: DoorOperation): { params: Fields; query: Fields } {
  return { params: checked(params, context.req.param(), 'the path'), query: checked(query, context.req.query(), 'the query') }
}

export type Fields = Readonly<Record<string, unknown>>

function checked(schema: DoorOperation['query'], fields: Fields, where: string): Fields {
  const { data, error } = schema.safeParse(fields)
  if (error === undefined) return data
  const [issue] = error.issues
  throw new DoorError(400, 'invalid', `${where}: ${[...(issue?.path ?? [])].join('.')}: ${issue?.message}`)
}
