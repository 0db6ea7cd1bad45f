import type { Context, Hono } from 'hono'
import type { z } from 'zod'
import type { AnswerOf, BodyOf, Operation, ParamsOf, QueryOf } from '../../protocol/api/operation.js'
import { checked, readJson } from './body.js'
import { walletOf } from './caller.js'
import { page, success } from './envelope.js'
import type { House } from './house.js'
import type { Page } from './paging.js'

/** A request that was checked by its operation's schemas. */
export interface Asked<O extends Operation> {
  readonly params: ParamsOf<O>
  readonly query: QueryOf<O>
  readonly body: BodyOf<O>
  /** The body as it came: what a signature over it was made of. */
  readonly raw: unknown
  /** The lower-case address whose token came with it, where the operation asks for one. */
  readonly wallet: O['proof'] extends 'wallet' ? string : null
  readonly context: Context
}

/** What is answered before it is wrapped. */
export type Told<O extends Operation> = O['form'] extends 'page' ? Page<AnswerOf<O>> : AnswerOf<O>

/** Opens the route of an operation: the token first, then parameters, query and body; `answer` may refuse by throwing. */
export const serve = <const O extends Operation>(
  app: Hono,
  house: House,
  operation: O,
  answer: (asked: Asked<O>) => Told<O> | Promise<Told<O>>,
): void => {
  const repeated = repeatedKeys(operation.query)
  // An operation without them, as a create is, does not pay for reading them.
  const hasParams = Object.keys(operation.params.shape).length > 0
  const hasQuery = Object.keys(operation.query.shape).length > 0
  app.on(operation.method, pathOf(operation), async context => {
    const wallet = operation.proof === 'wallet' ? await walletOf(house, context) : null
    const raw = operation.body === null ? null : await readJson(context)
    const asked = {
      params: hasParams ? checked(context.req.param(), operation.params) : {},
      query: hasQuery ? checked(readQuery(context, repeated), operation.query) : {},
      body: operation.body === null ? null : checked(raw, operation.body),
      raw,
      wallet,
      context,
    } as Asked<O>
    return context.json(wrap(operation, await answer(asked)), operation.status)
  })
}

/** `/v1/markets/{id}` as the router writes it. */
const pathOf = ({ path }: Operation): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

const wrap = (operation: Operation, told: unknown): object => {
  switch (operation.form) {
    case 'data':
      return success(told)
    case 'page': {
      const { rows, cursor } = told as Page<unknown>
      return page(rows, cursor)
    }
    case 'body':
      return told as object
    default:
      return operation.form satisfies never
  }
}

const repeatedKeys = (query: z.ZodObject): ReadonlySet<string> =>
  new Set(Object.keys(query.shape).filter(key => isRepeated(query.shape[key] as z.ZodType)))

const isRepeated = (schema: z.ZodType): boolean => {
  if (schema.meta()?.['repeats'] === true) return true
  const inner = (schema.def as { innerType?: z.ZodType }).innerType
  return inner !== undefined && isRepeated(inner)
}

/** An empty value is no value; of a key that comes several times the last one counts, where it is no list. */
const readQuery = (context: Context, repeated: ReadonlySet<string>): Readonly<Record<string, unknown>> => {
  const found: Record<string, unknown> = {}
  for (const [key, values] of Object.entries(context.req.queries())) {
    const said = values.filter(value => value !== '')
    if (said.length > 0) found[key] = repeated.has(key) ? said : said.at(-1)
  }
  return found
}
