import { expect } from 'vitest'
import type { z } from 'zod'
import type { RunningExchange } from '../../../src/exchange.js'
import type { Operation } from '../../../src/protocol/api/operation.js'
import { requestOf } from '../../../src/protocol/api/request-of.js'
import { type ConnectionUse, connectionDigest, connectionText } from '../../../src/protocol/connection.js'
import { createSigner } from '../../../src/protocol/sign.js'
import type { ManualClock } from '../../../src/testing.js'
import { type Answer, type Client, createClient } from './client.js'

/** A wallet with orders, fills, shares and a connected third party: every operation has something to answer. */
export interface Scene {
  readonly exchange: RunningExchange
  readonly maker: Client
  readonly taker: Client
  readonly tokens: ReadonlyMap<Client, string>
  readonly market: number
  readonly category: { readonly id: number; readonly slug: string }
  /** A body that the third party signed, for one use of its connection. */
  readonly connected: (use: ConnectionUse, data?: object) => object
  /** A body that the account signed, which connects the third party again. */
  readonly connecting: () => object
}

/** Makes the scene on an exchange that has just been started. */
export const openScene = async (exchange: RunningExchange, clock: ManualClock): Promise<Scene> => {
  const [maker, taker] = [createClient(exchange), createClient(exchange, 1)]
  const tokens = new Map([
    [maker, await maker.login()],
    [taker, await taker.login()],
  ])
  const market = exchange.markets[0]?.id ?? 0
  await maker.limit({ market, cents: 40, shares: 30 })
  await taker.limit({ market, outcome: 'no', cents: 60, shares: 10 })
  // A chart has points when a minute is over, and the exchange looks at the clock when something happens.
  clock.advance(61_000)
  await maker.limit({ market, cents: 39, shares: 10 })
  const slug = (await maker.get(`/v1/markets/${market}`)).body.data.categorySlug
  const category = (await maker.get(`/v1/categories/${slug}`)).body.data
  const { connected, connecting } = connectionOf(exchange, maker, () => clock.now())
  expect((await maker.post('/v1/oauth/finalize', connecting())).status).toBe(200)
  return { exchange, maker, taker, tokens, market, category, connected, connecting }
}

/** The key of the third party. */
export const PARTY_KEY = `0x${'61'.repeat(32)}`

/** What an account and its third party sign; `now` is the exchange's clock, in microseconds. */
export const connectionOf = (
  exchange: Pick<RunningExchange, 'chainId'>,
  account: Pick<Client, 'account'>,
  now: () => number,
): Pick<Scene, 'connected' | 'connecting'> => {
  const { chainId } = exchange
  const owner = createSigner({ privateKey: account.account.privateKey, chainId })
  const party = createSigner({ privateKey: PARTY_KEY, chainId })
  const frame = { signer: party.address, account: owner.address }
  // Each request counts once, so each has a timestamp of its own.
  let used = 0
  const next = (): number => Math.floor(now() / 1_000) + used++
  return {
    connecting: () => {
      const timestamp = next()
      const signature = owner.signMessage(connectionText({ ...frame, chainId, timestamp }))
      return { ...frame, signature, data: { timestamp } }
    },
    connected: (use, more = {}) => {
      const data = { ...more, timestamp: next() }
      const digest = connectionDigest({ use, account: owner.address, chainId, data })
      return { ...frame, signature: party.signMessage(digest), data }
    },
  }
}

/** What an operation is called with in a scene, and by whom where that is not the maker. */
export interface Call {
  readonly input?: object
  readonly by?: Client
}

/** Calls an operation with the credentials that its revision asks for. */
export const callIn = async ({ exchange, maker, tokens }: Scene, operation: Operation, call: Call): Promise<Answer> => {
  const { method, path, body } = requestOf(operation, (call.input ?? {}) as never)
  const response = await fetch(exchange.baseUrl + path, {
    method,
    headers: {
      ...(operation.path.startsWith('/v1/') && { 'x-api-key': exchange.apiKey }),
      ...(operation.proof === 'wallet' && { authorization: `Bearer ${tokens.get(call.by ?? maker)}` }),
    },
    ...(body !== undefined && { body }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** What is wrong with the body of a success, by the schema of its operation. */
export const misanswered = ({ form, answer }: Operation, { body }: Answer): readonly z.core.$ZodIssue[] => {
  const parts: readonly unknown[] = form === 'page' ? body.data : [form === 'data' ? body.data : body]
  expect(body.success).toBe(true)
  return parts.flatMap(part => answer.safeParse(part).error?.issues ?? [])
}
