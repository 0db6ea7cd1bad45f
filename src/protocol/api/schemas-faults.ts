import { z } from 'zod'
import * as w from './schemas-words.js'

// Faults that an exchange can be told to commit, as data. Times are milliseconds; those of `when` count from when the fault was set.

const DAY_MS = 86_400_000
const ms = z.number().int().min(0).max(DAY_MS)
const market = z.number().int().min(0)

const span = {
  afterMs: ms.describe('before this time the fault does nothing'),
  count: z.number().int().min(1).max(1e9).describe('most strikes'),
}
const chosen = {
  ...span,
  forMs: ms.describe('for how long the fault strikes'),
  account: w.address.describe('strikes only what concerns this wallet'),
  market: market.describe('strikes only what concerns this market'),
  probability: z.number().min(0).max(1).describe('the fraction of its chances at which it strikes'),
  seed: z.number().int().min(0).max(999_999_999).describe('seed of these draws; the same seed strikes at the same chances'),
}
const route = z
  .string()
  .regex(/^(?:(?:GET|POST) )?\/[A-Za-z0-9/{}*_-]*$/, 'must be like "POST /v1/orders", "/v1/orders/{hash}" or "/v1/*"')
  .describe('a name in braces stands for one part of the path, * at the end for any rest')
const topic = z.enum(['book', 'trading', 'status', 'trades', 'changed', 'chance', 'category', 'price', 'wallet'])

const onAnswer = {
  when: z
    .strictObject({ ...chosen, route })
    .partial()
    .optional(),
}
/** Faults that determine by themselves which requests they apply to. */
const onRequest = { when: z.strictObject(chosen).partial().optional() }
const onFrame = {
  when: z
    .strictObject({ ...chosen, topic })
    .partial()
    .optional(),
}
const onWallet = onRequest
/** Faults that happen once, or `count` times. */
const deed = {
  when: z
    .strictObject({ ...span, everyMs: ms.min(1).describe('time between two strikes; default 1,000') })
    .partial()
    .optional(),
}

const one = <K extends string, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.strictObject({ kind: z.literal(kind), ...shape })

/** A scripted fault. */
export const fault = z
  .discriminatedUnion('kind', [
    one('drop-answer', onAnswer).describe('the request is carried out, and the connection closed without an answer'),
    one('delay-answer', { byMs: ms, ...onAnswer }).describe('the request is carried out, and answered later'),
    one('status', {
      status: z.literal([403, 425, 429, 500, 502, 503, 504]),
      isCarriedOut: z.boolean().optional().describe('default false: the request is not carried out'),
      retryAfterSeconds: z.number().int().min(0).max(3_600).optional().describe('the header of a 429; default 1'),
      ...onAnswer,
    }).describe('this status is answered instead: 403, 502 and 504 with a page, 425 without a body, the others with a refusal'),
    one('empty-removal', onRequest).describe('a removal removes nothing and answers three empty lists'),
    one('unrecorded', { forMs: ms, ...onRequest }).describe(
      'for this long after its create an order is a 404 by its hash, and a removal that names it a 401',
    ),
    one('fill-after-cancel', { byMs: ms.optional(), ...onRequest }).describe(
      'part of an order is matched just before its removal, and the push about that comes `byMs` (default 100) after the removal',
    ),
    one('partial-page', {
      how: z.enum(['cut', 'row-lost', 'cursor-repeated']),
      ...onAnswer,
    }).describe('a list ends in the middle of a page, lacks a row, or returns the same page again'),
    one('clock-offset', { byMs: z.number().int().min(-DAY_MS).max(DAY_MS), ...onRequest }).describe(
      'times of events are shifted by this much in answers, their Date and pushes',
    ),
    one('silence', onFrame).describe('nothing is pushed'),
    one('duplicate-events', onFrame).describe('a message is pushed twice'),
    one('reorder-events', { withinMs: ms.optional(), ...onFrame }).describe(
      'a message is pushed after the next one of its topic, or after `withinMs` (default 500) if none comes',
    ),
    one('success-without-fill', {
      hidesSubmission: z.boolean().optional().describe('default false: the submission is pushed as usual'),
      ...onWallet,
    }).describe('a settlement succeeds, and its event lacks shares, value, fee and settlement'),
    one('crossed-book', onFrame).describe('a pushed book has a bid above its best ask; the book read by REST is right'),
    one('settlement', {
      delayMs: ms.nullable().optional().describe('delay of the settlements submitted from then on'),
      fails: z.number().int().min(0).max(1e6).optional().describe('how many of the next settlements fail'),
      ...deed,
    }).describe('settlements are late or fail'),
    one('silent-resolution', { market, yes: z.literal([0, 0.5, 1]), ...deed }).describe(
      'a market is resolved, and no topic reports it',
    ),
    one('counterparty-nonce', onWallet).describe(
      "the counterparty of the wallet in a match raises its nonce before the match settles; without a wallet, the match's taker does",
    ),
    one('tick-change', { market, decimalPrecision: z.literal([2, 3]), ...deed }).describe('the tick of a market changes'),
    one('token-expiry', deed).describe('every token is revoked at once'),
    one('shutdown-notice', { graceMs: ms, ...deed }).describe(
      'connected clients are told to reconnect, and are disconnected after the grace',
    ),
    one('stalled-socket', { forMs: ms, ...deed }).describe(
      'clients of the stream get no bytes for this long, then all of them',
    ),
  ])
  .meta({ id: 'Fault' })

/** A fault as written in a request or a world file. */
export type WrittenFault = z.output<typeof fault>
/** What a fault does. */
export type FaultKind = WrittenFault['kind']
export type FaultOf<K extends FaultKind> = Extract<WrittenFault, { readonly kind: K }>

/** Every kind of fault. */
export const FAULT_KINDS: readonly FaultKind[] = fault.options.map(option => option.shape.kind.value)

/** A fault that is set; `strikes` counts how often it happened. */
export const setFault = z
  .object({ id: z.number().int(), setAt: w.isoTime, strikes: z.number().int(), fault })
  .meta({ id: 'SetFault' })
