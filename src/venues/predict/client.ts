import { z } from 'zod'
import type { Clock } from '../../model/time.js'
import { ALL_OPERATIONS } from '../../protocol/api/all-operations.js'
import type { AnswerOf, Operation } from '../../protocol/api/operation.js'
import type { OPERATIONS } from '../../protocol/api/operations.js'
import type { OAUTH_OPERATIONS } from '../../protocol/api/operations-oauth.js'
import type { InputOf } from '../../protocol/api/request-of.js'
import { requestOf } from '../../protocol/api/request-of.js'
import type { Signer } from '../../protocol/sign.js'
import { dataSchema, pageSchema } from '../../protocol/wire.js'
import { VenueError } from '../venue-error.js'
import { createRest, type RestAnswer } from '../wires/rest.js'
import { systemWires } from '../wires/system-wires.js'
import type { Wires } from '../wires/wires.js'
import { expectJson, type Paged, pagesOf, type Send } from './calls.js'
import { checkDocumented } from './documented.js'
import { createStreams, type Streams } from './streams.js'
import { VENUE } from './topics.js'
import { createWalletLogin } from './wallet-login.js'

/** Addresses of the venue, and the wallet. */
export interface PredictClientOptions {
  /** REST URL without the version. */
  readonly baseUrl: string
  readonly wsUrl: string
  /** Empty: no key is sent, for a venue without keys. */
  readonly apiKey: string
  /** The wallet whose orders, positions and events are read; absent: public data only. */
  readonly signer?: Signer
  readonly clock?: Clock
  /** Connections, timers and randomness; absent: the system's, with `clock`. */
  readonly wires?: Wires
}

/** One page of a list; pass `cursor` as `after` for the next page. null: the last page. */
export interface ClientPage<T> {
  readonly rows: readonly T[]
  readonly cursor: string | null
}

type Named = typeof OPERATIONS & typeof OAUTH_OPERATIONS
type Answered<O extends Operation> = O['form'] extends 'page' ? ClientPage<AnswerOf<O>> : AnswerOf<O>

/** Each operation by name, called with one object of its path, query and body fields. */
export type Calls = {
  readonly [K in keyof Named]: Record<string, never> extends InputOf<Named[K]>
    ? (input?: InputOf<Named[K]>) => Promise<Answered<Named[K]>>
    : (input: InputOf<Named[K]>) => Promise<Answered<Named[K]>>
}

type Lists = { readonly [K in keyof Named as Named[K]['form'] extends 'page' ? K : never]: Named[K] }

/** The rows of each list; pages are requested as rows are consumed. */
export type RowStreams = {
  readonly [K in keyof Lists]: (input?: Omit<InputOf<Lists[K]>, 'after'>) => AsyncGenerator<AnswerOf<Lists[K]>>
}

/**
 * The whole service, typed. A call rejects with a RefusedError if the venue refuses it, and with another VenueError if there is no answer or one that
 * its documentation does not allow; unknown fields and enumeration values are allowed. Nothing is sent twice except reads after a refused token.
 */
export interface PredictClient extends Calls {
  readonly rows: RowStreams
  /** Topics as Observables, on one link that reconnects. */
  readonly streams: Streams
  /** Closes its connections. */
  close(): void
}

/** Creates a client of the venue, or of anything with the same protocol. It sends nothing before the first call. */
export function createPredictClient(options: PredictClientOptions): PredictClient {
  const { baseUrl, apiKey, signer, wires = systemWires(options.clock) } = options
  const { clock, openHttp } = wires
  const rest = createRest({ baseUrl, venue: VENUE, headers: apiKey === '' ? {} : { 'x-api-key': apiKey }, openHttp })
  const session = signer === undefined ? null : createWalletLogin({ rest, signer, clock })
  const open: Send = request => rest.request(request)
  const sendFor = (operation: Operation): Send => {
    if (operation.proof !== 'wallet') return open
    if (session === null) throw new VenueError(`${operation.id}: expected a signer`, { venue: VENUE, retryable: false })
    // An order whose answer was lost may have arrived: only the caller can decide whether to send it again.
    return request => (operation.status === 201 ? session.once(request) : session.read(request))
  }
  const call = async (operation: Operation, input: object = {}): Promise<unknown> =>
    unwrap(operation, await sendFor(operation)(requestOf(operation, input)))
  const rows = async function* (operation: Paged, input: object = {}): AsyncGenerator {
    for await (const page of pagesOf(sendFor(operation), operation, input))
      for (const row of page) yield checkDocumented(row, operation.answer, operation.id)
  }
  const current = ALL_OPERATIONS.filter(({ path }) => path.startsWith('/v1/'))
  const calls = current.map(operation => [operation.id, (input?: object) => call(operation, input)])
  const lists = current.filter(isPaged).map(operation => [operation.id, (input?: object) => rows(operation, input)])
  return {
    ...(Object.fromEntries(calls) as Calls),
    rows: Object.fromEntries(lists) as RowStreams,
    streams: createStreams({ url: options.wsUrl, apiKey, wires, session }),
    close: () => void rest.close(),
  }
}

const isPaged = (operation: Operation): operation is Paged => operation.form === 'page'

const unwrap = (operation: Operation, answer: RestAnswer): unknown => {
  const { form, answer: shape, id } = operation
  switch (form) {
    case 'data':
      return checkDocumented(expectJson(answer, dataSchema, id).data, shape, id)
    case 'page': {
      const { data, cursor } = expectJson(answer, pageSchema, id)
      return { rows: data.map(row => checkDocumented(row, shape, id)), cursor: cursor ?? null }
    }
    case 'body':
      return checkDocumented(expectJson(answer, z.unknown(), id), shape, id)
    default:
      return form satisfies never
  }
}
