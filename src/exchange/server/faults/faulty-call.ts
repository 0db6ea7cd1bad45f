import type { Auth } from '../auth/auth.js'
import { bearerOf } from '../auth/caller.js'
import { BODY_BYTES_MAX } from '../http/body.js'
import { cursorOf, cursorText } from '../http/paging.js'
import type { Reads } from '../read-models/reads.js'
import type { Occasion } from './fault-rules.js'
import type { FaultTarget } from './fault-target.js'

/** A request as the conditions of faults see it. */
export interface FaultyCall extends Occasion {
  /** The request to answer; a copy, because the body of the original has been read. */
  readonly request: Request
  readonly route: string
  /** The cursor in the request. */
  readonly after: string | null
  /** Hashes of the orders in the request. */
  readonly hashes: readonly string[]
}

/** Reads what conditions of faults may refer to: account, market and orders of a request. */
export const readCall = async (target: FaultTarget, came: Request): Promise<FaultyCall> => {
  const { reads } = target.writes
  const url = new URL(came.url)
  const after = putBack(url)
  const text = await bodyOf(came)
  const body = parsed(text)
  const hashes = namedOrders(reads, url.pathname, body)
  const account = await accountOf(target.auth, came)
  const first = hashes[0] === undefined ? null : reads.core.order(hashes[0])
  return {
    at: reads.now(),
    request: requestOf(came, url, text),
    route: `${came.method} ${url.pathname}`,
    after,
    hashes,
    accounts: account === null ? [] : [account],
    market: first?.spec.market ?? marketOf(reads, url, body),
  }
}

const AGAIN = 'again '

/** A cursor that leads to the same page again. */
export const cursorToSame = (after: string | null): string => cursorOf(AGAIN + (after ?? ''))

/** Replaces such a cursor by that of the page. Returns the cursor of the request. */
const putBack = (url: URL): string | null => {
  const sent = url.searchParams.get('after')
  const meant = cursorText(sent ?? undefined)
  if (sent === null || meant?.startsWith(AGAIN) !== true) return sent
  const after = meant.slice(AGAIN.length)
  if (after === '') url.searchParams.delete('after')
  else url.searchParams.set('after', after)
  return after === '' ? null : after
}

/** A body too long for an order is not read; the exchange refuses it. */
const bodyOf = async (request: Request): Promise<string | null> => {
  const length = Number(request.headers.get('content-length') ?? Number.NaN)
  return request.method === 'POST' && length <= BODY_BYTES_MAX ? request.text() : null
}

const requestOf = (came: Request, url: URL, body: string | null): Request => {
  if (body === null && url.href === came.url) return came
  return new Request(url.href, { method: came.method, headers: came.headers, ...(body !== null && { body }) })
}

interface OrderBody {
  readonly data?: {
    readonly ids?: unknown
    readonly hashes?: unknown
    readonly order?: { readonly tokenId?: unknown }
  } | null
}

const parsed = (text: string | null): OrderBody => {
  try {
    return (JSON.parse(text ?? '{}') as OrderBody | null) ?? {}
  } catch {
    // Invalid JSON: the exchange itself refuses it.
    return {}
  }
}

const ORDER = /^(?:\/v1)?\/orders\/(0x[0-9a-fA-F]{64})$/

const namedOrders = ({ core }: Reads, path: string, { data }: OrderBody): readonly string[] => {
  const single = ORDER.exec(path)?.[1]
  if (single !== undefined) return [single.toLowerCase()]
  const ids = Array.isArray(data?.ids) ? data.ids : []
  const hashes = Array.isArray(data?.hashes) ? data.hashes : []
  return [
    ...ids.flatMap(id => core.orderById(Number(id))?.spec.hash ?? []),
    ...hashes.flatMap(hash => (typeof hash === 'string' ? [hash.toLowerCase()] : [])),
  ]
}

const marketOf = ({ markets }: Reads, url: URL, { data }: OrderBody): number | null => {
  const token = data?.order?.tokenId
  if (typeof token === 'string') return markets.catalog.token(token)?.market ?? null
  const named =
    /^(?:\/v1)?\/(?:markets|orderbook)\/(\d{1,15})(?:\/|$)/.exec(url.pathname)?.[1] ?? url.searchParams.get('marketId')
  return named === null ? null : Number(named)
}

const accountOf = async (auth: Auth, request: Request): Promise<string | null> => {
  const token = bearerOf(request.headers.get('authorization'))
  return token === null ? null : ((await auth.login.wallet(token, auth.now()))?.address ?? null)
}
