import { setTimeout as pause } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Timestamp } from '../../../model/time.js'
import type { FaultOf } from '../../../protocol/api/schemas-faults.js'
import { SLUGS } from '../../../protocol/api/slugs.js'
import { failure } from '../http/envelope.js'
import { ApiRefusal, notFound, unauthorized } from '../http/refusal.js'
import type { Reads } from '../read-models/reads.js'
import type { FaultRules } from './fault-rules.js'
import type { FaultTarget } from './fault-target.js'
import type { Answering } from './faults.js'
import { cursorToSame, type FaultyCall, readCall } from './faulty-call.js'
import { fillBeforeCancel } from './fill-before-cancel.js'
import { shiftedTimes } from './shifted-times.js'

export interface FaultyAnswers {
  readonly target: FaultTarget
  readonly rules: FaultRules
  /** Delays pushes about the fills of this order from now on. */
  readonly delayFills: (hash: string, byMs: number) => void
}

/** Answers a request with the faults that are set. Calls of the operator's side have none. */
export const answerFaultily = async (
  faulty: FaultyAnswers,
  [came, bindings]: Parameters<Answering>,
  answer: Answering,
): Promise<Response> => {
  const { target, rules } = faulty
  const { reads } = target.writes
  if (/^\/admin(?:\/|$)/.test(new URL(came.url).pathname)) return answer(came, bindings)
  const call = await readCall(target, came)
  const status = rules.strike('status', call)
  const early = status?.isCarriedOut === true ? null : status
  const instead = early === null ? replaced(faulty, call) : statusAnswer(reads.now(), early)
  if (instead === null) fillBeforeRemoval(faulty, call)
  const response = instead ?? (await answer(call.request, bindings))
  const told =
    status !== null && early === null ? statusAnswer(reads.now(), status) : await changedAnswer(faulty, call, response)
  const delay = rules.strike('delay-answer', call)
  if (delay !== null) await pause(delay.byMs, undefined, { ref: false })
  if (rules.strike('drop-answer', call) === null) return told
  bindings.outgoing.destroy()
  return RESPONSE_ALREADY_SENT
}

const REMOVAL = /^POST \/v1\/orders\/remove(?:-by-hash)?$/

/** The answer of a fault that replaces the exchange's own; `null`: no fault replaces it. */
const replaced = ({ target, rules }: FaultyAnswers, call: FaultyCall): Response | null => {
  const { reads } = target.writes
  const isRemoval = REMOVAL.test(call.route)
  const isRead = call.route.startsWith('GET ')
  if (isRemoval && rules.strike('empty-removal', call) !== null)
    return Response.json({ success: true, removed: [], noop: [], rejected: [] })
  const young = rules.peek('unrecorded', call)
  if (young === null || !(isRemoval || isRead) || !isNamingYoung(reads, call, young)) return null
  if (rules.strike('unrecorded', call) === null) return null
  return refusalAnswer(
    reads.now(),
    isRead ? notFound('order') : unauthorized('one or more orders do not belong to this wallet'),
  )
}

const isNamingYoung = ({ core }: Reads, { at, hashes }: FaultyCall, { forMs }: FaultOf<'unrecorded'>): boolean =>
  hashes.some(hash => at - (core.order(hash)?.acceptedAt ?? 0) < forMs * 1_000)

const TOLD_LATER_MS = 100

/** Fills an order just before its removal. */
const fillBeforeRemoval = ({ target, rules, delayFills }: FaultyAnswers, call: FaultyCall): void => {
  if (!REMOVAL.test(call.route)) return
  for (const hash of call.hashes) {
    const order = target.writes.reads.core.order(hash)
    if (order?.isResting !== true || call.accounts?.includes(order.spec.account) !== true) continue
    const fault = rules.strike('fill-after-cancel', { ...call, market: order.spec.market })
    if (fault === null) continue
    delayFills(hash, fault.byMs ?? TOLD_LATER_MS)
    fillBeforeCancel(target.writes, order)
  }
}

const PAGE =
  '<!DOCTYPE html>\n<html><head><title>Just a moment</title></head><body><h1>This request was stopped</h1></body></html>\n'
const WORDS = {
  429: [SLUGS.rateLimited, 'too many requests in this window'],
  500: [SLUGS.internal, 'the exchange could not answer'],
  503: [SLUGS.unavailable, 'the exchange takes nothing at the moment'],
} as const

const statusAnswer = (now: Timestamp, { status, retryAfterSeconds = 1 }: FaultOf<'status'>): Response => {
  switch (status) {
    case 425:
      return new Response('', { status })
    case 429:
      return refusalAnswer(now, stopped(status), {
        'retry-after': String(retryAfterSeconds),
        'ratelimit-remaining': '0',
        'ratelimit-reset': String(retryAfterSeconds),
      })
    case 500:
    case 503:
      return refusalAnswer(now, stopped(status))
    case 403:
    case 502:
    case 504:
      return new Response(PAGE, { status, headers: { 'content-type': 'text/html; charset=UTF-8' } })
    default:
      return status satisfies never
  }
}

const stopped = (status: keyof typeof WORDS): ApiRefusal => {
  const [slug, message] = WORDS[status]
  return new ApiRefusal(status, slug, message)
}

const refusalAnswer = (now: Timestamp, refusal: ApiRefusal, headers: Readonly<Record<string, string>> = {}): Response =>
  Response.json(failure(refusal, now), { status: refusal.status, headers })

interface PageBody {
  readonly cursor?: string | null
  readonly data?: unknown
}

/** The answer, changed if a fault changes its content. */
const changedAnswer = async (faulty: FaultyAnswers, call: FaultyCall, response: Response): Promise<Response> => {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  if (!isJson || call.route === 'POST /rpc') return response
  const said = (await response.clone().json()) as PageBody
  const paged = wrongPage(faulty, call, said)
  const offset = faulty.rules.strike('clock-offset', call)
  if (paged === said && offset === null) return response
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  if (offset !== null) headers.set('date', new Date(call.at / 1_000 + offset.byMs).toUTCString())
  return new Response(JSON.stringify(offset === null ? paged : shiftedTimes(paged, offset.byMs)), {
    status: response.status,
    headers,
  })
}

const wrongPage = ({ rules }: FaultyAnswers, call: FaultyCall, said: PageBody): PageBody => {
  const { data, cursor } = said
  // An empty page has no rows to drop.
  if (cursor === undefined || !Array.isArray(data) || data.length === 0) return said
  const fault = rules.strike('partial-page', call)
  if (fault === null) return said
  const middle = Math.floor(data.length / 2)
  switch (fault.how) {
    case 'cut':
      return { ...said, cursor: null, data: data.slice(0, middle) }
    case 'row-lost':
      return { ...said, data: data.toSpliced(middle, 1) }
    case 'cursor-repeated':
      return { ...said, cursor: cursorToSame(call.after) }
    default:
      return fault.how satisfies never
  }
}
