import type { z } from 'zod'
import { errorSchema, pageSchema } from '../../protocol/wire.js'
import { VenueError } from '../venue-error.js'
import type { RestAnswer } from '../wires/rest.js'
import { VENUE } from './topics.js'

export interface PagesOptions<S extends z.ZodType> {
  readonly get: (path: string) => Promise<RestAnswer>
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly row: S
  /** A list longer than this is an error, never a list cut short. */
  readonly pagesMax: number
  /** Whether a row and all after it are no longer of interest. */
  readonly isEnough?: (row: z.output<S>) => boolean
}

const PAGE_ROWS = '100'

type Page = z.output<typeof pageSchema>

/** All rows of a list, page after page. All or nothing: throws a VenueError where a page or a row cannot be read. */
export async function readPages<S extends z.ZodType>(options: PagesOptions<S>): Promise<readonly z.output<S>[]> {
  const rows: z.output<S>[] = []
  let after: string | null = null
  for (let page = 0; page < options.pagesMax; page++) {
    const query: URLSearchParams = new URLSearchParams({
      ...options.query,
      first: PAGE_ROWS,
      ...(after === null ? {} : { after }),
    })
    const { cursor, data }: Page = expectJson(
      await options.get(`${options.path}?${query.toString()}`),
      pageSchema,
      options.path,
    )
    for (const raw of data) {
      const row = checked(raw, options.row, options.path)
      if (options.isEnough?.(row) === true) return rows
      rows.push(row)
    }
    if (cursor === null || cursor === undefined || cursor === '' || data.length === 0) return rows
    after = cursor
  }
  throw new VenueError(`${options.path}: expected at most ${options.pagesMax} pages`, { venue: VENUE, retryable: false })
}

/** The body of an answer, checked. Throws a VenueError for anything but a success of that shape; `what` names the request. */
export function expectJson<S extends z.ZodType>(answer: RestAnswer, shape: S, what: string): z.output<S> {
  if (answer.kind === 'failed') throw answer.error
  if (answer.kind === 'done') return checked(answer.json, shape, what)
  const refusal = errorSchema.safeParse(answer.json).data
  const retryable = answer.status === 401 || answer.status === 429 || answer.status === 425
  throw new VenueError(`${what}: refused with HTTP ${answer.status} ${refusal?.error ?? ''}`.trim(), {
    venue: VENUE,
    retryable,
  })
}

function checked<S extends z.ZodType>(value: unknown, shape: S, what: string): z.output<S> {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const where = issue === undefined ? '' : ` at ${issue.path.join('.')}: ${issue.message}`
  throw new VenueError(`${what}: an answer of another shape${where}`, { venue: VENUE, retryable: true })
}
