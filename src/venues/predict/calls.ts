import type { z } from 'zod'
import type { Operation } from '../../protocol/api/operation.js'
import { type InputOf, requestOf } from '../../protocol/api/request-of.js'
import { dataSchema, errorSchema, pageSchema } from '../../protocol/wire.js'
import { RefusedError, VenueError } from '../venue-error.js'
import type { RestAnswer, RestRequest } from '../wires/rest.js'
import { VENUE } from './topics.js'

/** Sends one request, with or without a wallet's token. */
export type Send = (request: RestRequest) => Promise<RestAnswer>

/** An operation that returns a list in pages. */
export type Paged = Operation & { readonly form: 'page' }

/** `data` of an operation's answer, parsed; `what` names it in errors. Throws a VenueError for anything else. */
export async function readOne<const O extends Operation, S extends z.ZodType>(
  send: Send,
  operation: O,
  input: InputOf<O>,
  shape: S,
  what: string = operation.id,
): Promise<z.output<S>> {
  const { data } = expectJson(await send(requestOf(operation, input)), dataSchema, what)
  return checked(data, shape, what)
}

export interface RowsOptions<S extends z.ZodType> {
  readonly row: S
  /** A longer list is an error; it is never truncated. */
  readonly pagesMax: number
  /** Whether this row and all following ones are no longer needed. */
  readonly isEnough?: (row: z.output<S>) => boolean
}

const PAGE_ROWS = 100

/** All rows of a list, page by page. Throws a VenueError if any page or row cannot be read. */
export async function readRows<const O extends Paged, S extends z.ZodType>(
  send: Send,
  operation: O,
  input: InputOf<O>,
  options: RowsOptions<S>,
): Promise<readonly z.output<S>[]> {
  const rows: z.output<S>[] = []
  let pages = 0
  for await (const page of pagesOf(send, operation, input)) {
    if (++pages > options.pagesMax) throw tooLong(operation, options.pagesMax)
    for (const raw of page) {
      const row = checked(raw, options.row, operation.id)
      if (options.isEnough?.(row) === true) return rows
      rows.push(row)
    }
  }
  return rows
}

/** The pages of a list, with unparsed rows. Throws a VenueError if one cannot be read. */
export async function* pagesOf<const O extends Paged>(
  send: Send,
  operation: O,
  input: InputOf<O>,
): AsyncGenerator<readonly unknown[]> {
  let after: string | null = null
  do {
    const paged: InputOf<O> = { first: String(PAGE_ROWS), ...input, ...(after !== null && { after }) }
    const page: z.output<typeof pageSchema> = expectJson(await send(requestOf(operation, paged)), pageSchema, operation.id)
    yield page.data
    const next = page.data.length === 0 ? null : (page.cursor ?? null)
    after = next === '' ? null : next
  } while (after !== null)
}

const tooLong = (operation: Operation, pagesMax: number): VenueError =>
  new VenueError(`${operation.id}: expected at most ${pagesMax} pages`, { venue: VENUE, retryable: false })

/** The parsed body of an answer. Throws a VenueError for anything but a success with that schema; `what` names the request. */
export function expectJson<S extends z.ZodType>(answer: RestAnswer, shape: S, what: string): z.output<S> {
  if (answer.kind === 'failed') throw answer.error
  if (answer.kind === 'done') return checked(answer.json, shape, what)
  const refusal = errorSchema.safeParse(answer.json).data
  const retryable = answer.status === 401 || answer.status === 429 || answer.status === 425
  const words = [`${what}: refused with HTTP ${answer.status}`, refusal?.error, refusal?.message].filter(Boolean).join(' ')
  throw new RefusedError(words, { venue: VENUE, retryable, status: answer.status, slug: refusal?.error ?? '' })
}

function checked<S extends z.ZodType>(value: unknown, shape: S, what: string): z.output<S> {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const where = issue === undefined ? '' : ` at ${issue.path.join('.')}: ${issue.message}`
  throw new VenueError(`${what}: an answer of another shape${where}`, { venue: VENUE, retryable: true })
}
