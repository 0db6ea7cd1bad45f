import type { Context, Hono } from 'hono'
import type { z } from 'zod'
import type { AnswerOf, BodyOf, Operation, ParamsOf, QueryOf } from '../../../protocol/api/operation.js'
import { type WithHeaders, walletOf } from '../auth/caller.js'
import { inShape, parsed, readText } from '../http/body.js'
import { page, success } from '../http/envelope.js'
import type { Page } from '../http/paging.js'
import type { Services } from './services.js'

/** A request that passed its operation's schemas. */
export interface CheckedRequest<O extends Operation> {
  readonly params: ParamsOf<O>
  readonly query: QueryOf<O>
  readonly body: BodyOf<O>
  /** The body before the schema, because signatures are made over it. */
  readonly raw: unknown
  /** The lower-case address of the token, if the operation requires one; otherwise `null`. */
  readonly wallet: O['proof'] extends 'wallet' ? string : null
  readonly request: WithHeaders
}

/** A result, before it is put into the envelope. */
export type Result<O extends Operation> = O['form'] extends 'page' ? Page<AnswerOf<O>> : AnswerOf<O>

/** Answers a checked request; throws a refusal. */
export type RouteAnswer<O extends Operation> = (asked: CheckedRequest<O>) => Result<O> | Promise<Result<O>>

/** A request before the checks, from the router or the direct way. */
export interface AnyRequest extends WithHeaders {
  params(): Readonly<Record<string, string>>
  query(): Readonly<Record<string, readonly string[]>>
  /** The body as text. Throws a refusal when it is too large. */
  text(): string | Promise<string>
}

/** Registers the route of an operation. */
export const serve = <const O extends Operation>(app: Hono, services: Services, operation: O, answer: RouteAnswer<O>): void => {
  const respond = responder(services, operation, caughtUp(services, answer))
  app.on(operation.method, pathOf(operation), async context =>
    context.json(await respond(requestOf(context)), operation.status),
  )
}

/** Runs deferred changes before the answer, so that it sees everything that came before. */
export const caughtUp =
  <const O extends Operation>(services: Services, answer: RouteAnswer<O>): RouteAnswer<O> =>
  asked => {
    services.writes.sequencer.deferred.run()
    return answer(asked)
  }

/**
 * Makes the body of a successful answer: checks the token, then parameters, query and body, then calls the route. Returns no promise if nothing is
 * asynchronous. Throws a refusal, or rejects with one.
 */
export const responder = <const O extends Operation>(
  services: Services,
  operation: O,
  answer: RouteAnswer<O>,
): ((request: AnyRequest) => object | Promise<object>) => {
  const repeated = repeatedKeys(operation.query)
  // Operations without parameters, such as a create, skip parsing them.
  const hasParams = Object.keys(operation.params.shape).length > 0
  const hasQuery = Object.keys(operation.query.shape).length > 0
  const respond = (request: AnyRequest, wallet: string | null, text: string | null): object | Promise<object> => {
    const raw = text === null ? null : parsed(text)
    const checkedRequest: Record<keyof CheckedRequest<O>, unknown> = {
      params: hasParams ? inShape(request.params(), operation.params) : NOTHING,
      query: hasQuery ? inShape(readQuery(request.query(), repeated), operation.query) : NOTHING,
      body: operation.body === null ? null : inShape(raw, operation.body),
      raw,
      wallet,
      request,
    }
    return after(answer(checkedRequest as CheckedRequest<O>), result => wrap(operation, result))
  }
  return request =>
    after(operation.proof === 'wallet' ? walletOf(services.auth, request) : null, wallet =>
      after(operation.body === null ? null : request.text(), text => respond(request, wallet, text)),
    )
}

const NOTHING = {}

const requestOf = (context: Context): AnyRequest => ({
  header: name => context.req.header(name),
  params: () => context.req.param(),
  query: () => context.req.queries(),
  text: () => readText(context),
})

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

/** Drops empty values. The last value of a repeated key counts, unless the key is a list. */
const readQuery = (
  sent: Readonly<Record<string, readonly string[]>>,
  repeated: ReadonlySet<string>,
): Readonly<Record<string, unknown>> => {
  const found: Record<string, unknown> = {}
  for (const [key, values] of Object.entries(sent)) {
    const said = values.filter(value => value !== '')
    if (said.length > 0) found[key] = repeated.has(key) ? said : said.at(-1)
  }
  return found
}

/** Calls `follow` with a value: at once if it is no promise, so that most requests are answered without promises; otherwise when it resolves. */
export const after = <T, U>(value: T | Promise<T>, follow: (value: T) => U | Promise<U>): U | Promise<U> =>
  value instanceof Promise ? value.then(follow) : follow(value)
