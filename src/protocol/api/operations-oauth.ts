import { z } from 'zod'
import { cancelFields, namingOrders } from './cancelled-orders.js'
import type { Operation } from './operation.js'
import { nothing } from './queries.js'
import { CREATE_REFUSALS } from './refusals.js'
import * as own from './schemas-account.js'
import { olderMarket, olderOutcome } from './schemas-market.js'
import { address, isoTime, mutable, orderStatus } from './schemas-words.js'

// Operations by which an account lets a third party act for it. `signature` is the account's in `finalize` and the third party's in the others.

const signature = z
  .string()
  .max(1_000)
  .regex(/^(?:0x)?[0-9a-fA-F]*$/, 'must be hex')
const timestamp = z.number().int().min(0).describe('Unix milliseconds, at most five minutes from now')
const frame = <T extends z.ZodType>(
  data: T,
): z.ZodObject<{ signer: typeof address; account: typeof address; signature: typeof signature; data: T }> =>
  z.object({ signer: address, account: address, signature, data })

const paged = {
  timestamp,
  first: z
    .string()
    .regex(/^0*[1-9]\d{0,8}$/, 'first must be a positive whole number')
    .optional(),
  after: z.string().max(2_000).optional(),
}

const finalizeBody = frame(z.object({ timestamp, disconnect: z.boolean().optional().describe('true ends the connection') }))
/** `data` is signed as sent, so unknown fields stay in it. */
const orders = frame(z.looseObject({ ...paged, status: orderStatus.optional() }))
const create = frame(z.looseObject({ ...own.createOrder.shape, timestamp }))
const cancel = frame(namingOrders(z.looseObject({ timestamp, ...cancelFields })))
const positions = frame(z.looseObject(paged))

const connection = z
  .object({ account: address, signer: address, createdAt: isoTime, expiresAt: mutable(isoTime) })
  .meta({ id: 'Connection' })

/** A position as the older revision returns it. */
export const olderPosition = z
  .strictObject({
    ...own.position.pick({ id: true, amount: true, valueUsd: true }).shape,
    market: olderMarket,
    outcome: olderOutcome,
  })
  .meta({ id: 'OlderPosition' })

const post = { method: 'POST', group: 'OAuth', proof: 'signature', params: nothing, query: nothing } as const

const finalize = {
  ...post,
  status: 200,
  summary: 'Connects a third party to an account',
  body: finalizeBody,
  form: 'data',
  answer: connection,
} as const
const listOrders = {
  ...post,
  status: 200,
  summary: "The connected account's orders",
  body: orders,
  form: 'page',
  answer: own.order,
} as const
const createOrder = {
  ...post,
  status: 201,
  summary: 'Places an order for the connected account',
  refuses: CREATE_REFUSALS,
  body: create,
  form: 'data',
  answer: own.created,
} as const
const cancelOrders = {
  ...post,
  status: 200,
  summary: "Takes the connected account's orders from the book",
  body: cancel,
  form: 'body',
  answer: own.removed,
} as const
const listPositions = {
  ...post,
  status: 200,
  summary: "The connected account's positions",
  body: positions,
  form: 'page',
} as const

export const OAUTH_OPERATIONS = {
  /** Connects a third party to an account. */
  finalizeConnection: { ...finalize, id: 'finalizeConnection', path: '/v1/oauth/finalize' },
  /** The connected account's orders. */
  getConnectionOrders: { ...listOrders, id: 'getConnectionOrders', path: '/v1/oauth/orders' },
  /** Places an order for the connected account. */
  createConnectionOrder: { ...createOrder, id: 'createConnectionOrder', path: '/v1/oauth/orders/create' },
  /** Takes the connected account's orders from the book. */
  cancelConnectionOrders: { ...cancelOrders, id: 'cancelConnectionOrders', path: '/v1/oauth/orders/cancel' },
  /** The connected account's positions. */
  getConnectionPositions: {
    ...listPositions,
    id: 'getConnectionPositions',
    path: '/v1/oauth/positions',
    answer: own.position,
  },
} as const satisfies Readonly<Record<string, Operation>>

export const OLDER_OAUTH_OPERATIONS = {
  finalizeConnection: { ...finalize, id: 'olderFinalizeConnection', path: '/oauth/finalize' },
  getConnectionOrders: { ...listOrders, id: 'olderGetConnectionOrders', path: '/oauth/orders' },
  createConnectionOrder: {
    ...createOrder,
    id: 'olderCreateConnectionOrder',
    path: '/oauth/orders/create',
    answer: own.created.pick({ code: true }).strict(),
  },
  cancelConnectionOrders: { ...cancelOrders, id: 'olderCancelConnectionOrders', path: '/oauth/orders/cancel' },
  getConnectionPositions: {
    ...listPositions,
    id: 'olderGetConnectionPositions',
    path: '/oauth/positions',
    answer: olderPosition,
  },
} as const satisfies Readonly<Record<string, Operation>>
