import {
  type Cancel,
  HELD_BACK,
  HttpWireError,
  inBatches,
  type Journaled,
  type OrderHash,
  type OrderId,
  type OwnOrder,
  type Remover,
  type RemoverOptions,
  type Report,
  type RestAnswer,
  type ShownOrder,
  type Signed,
  type Snapshot,
  type TimedSubmit,
  type TradingGateway,
  type VenueParts,
  type VenueWallet,
} from 'oddsmith/venue'
import { hashOf, ownId, type RunMarkets, snapshotOf } from './account.js'
import type { EchoCalls, EchoKey } from './calls.js'
import { orderForm } from './order-form.js'
import { accountReports } from './reports.js'
import { CANCELS_A_REQUEST, type EchoAnswer, ORDERS_A_REQUEST } from './wire.js'

export interface GatewayParts extends Pick<VenueParts, 'wires' | 'timings' | 'onNotice'> {
  readonly wsUrl: string
  readonly calls: EchoCalls
  readonly markets: RunMarkets
}

/** An order on its way, and what is asked right before the first byte of its request. */
interface Leaving {
  readonly body: string
  readonly mayStart: (() => boolean) | undefined
}

type Placed = EchoAnswer | 'unanswered'

/** The private door of an account. No method that sends rejects: what is not known is `unanswered`. */
export function createGateway(
  parts: GatewayParts,
  { signer: key, epoch, settledFills = [] }: VenueWallet<EchoKey>,
  known: ReadonlyMap<OrderId, OrderHash>,
): TradingGateway {
  const { calls, markets, wires } = parts
  const hashes = new Map<OrderId, OrderHash>(known)
  const settled = new Set(settledFills)
  const ids = new Map<string, OrderId>([...hashes].map(([id, hash]) => [hash, id]))
  const remember = ({ id, hash }: Pick<Signed, 'id' | 'hash'>): void => {
    hashes.set(id, hash)
    ids.set(hash, id)
  }
  const stamp = (): { readonly at: Report['at']; readonly receivedAt: Report['at'] } => {
    const now = wires.clock.now()
    return { at: now, receivedAt: now }
  }
  const snapshot = async (): Promise<Snapshot> => {
    const told = snapshotOf(await calls.account(key, 0), markets, epoch)
    return { ...told, fills: told.fills.filter(({ fill }) => !settled.has(fill.key)) }
  }
  const place = inBatches<Leaving, Placed>({ max: ORDERS_A_REQUEST, send: batch => placeAll(calls, batch) })
  return {
    reports: accountReports({ ...parts, key, epoch, snapshot, idOf: hash => ids.get(hash) ?? null }),
    sign: (submit: TimedSubmit): Signed => {
      const market = markets.at(submit.order.market)
      if (market === undefined) throw new RangeError(`order ${submit.id}: expected a market of this run`)
      const signed = orderForm(submit, market, key)
      remember(signed)
      return signed
    },
    submit: async (order: Journaled<Signed>, mayStart) => {
      remember(order)
      const answer = await place({ body: new TextDecoder().decode(order.body), mayStart })
      if (answer === 'unanswered') return { ...stamp(), kind: 'unanswered', order: order.id, what: 'submit' }
      return answer[0] === 'ok'
        ? { ...stamp(), kind: 'accepted', order: order.id, venueId: order.hash, lockedUntil: null }
        : { ...stamp(), kind: 'rejected', order: order.id, slug: answer[1] }
    },
    cancel: async (orders: readonly Cancel['order'][]) => {
      const named = orders.map(order => ({ order, hash: isHash(order) ? order : (hashes.get(order) ?? null) }))
      const gone = await removeAll(
        calls,
        key,
        named.flatMap(({ hash }) => (hash === null ? [] : [hash])),
      )
      return named.flatMap(({ order, hash }): Report[] => {
        // What was asked of orders that are not ours is told by the next list.
        if (isHash(order)) return []
        const was = hash === null ? false : gone.get(hash)
        if (was === undefined) return [{ ...stamp(), kind: 'unanswered', order, what: 'cancel' }]
        return [{ ...stamp(), kind: 'removal', order, answer: was ? 'removed' : 'noop' }]
      })
    },
    find: async (order: OrderId) => {
      const isOpen = (await calls.account(key, 0).catch(() => null))?.orders.some(({ i }) => i === order)
      // That it does not rest proves nothing: it may have been filled.
      return isOpen === true
        ? { ...stamp(), kind: 'accepted', order, venueId: hashes.get(order) ?? '', lockedUntil: null }
        : { ...stamp(), kind: 'unanswered', order, what: 'submit' }
    },
    snapshot,
    openHashes: async () => (await calls.account(key, 0)).orders.map(({ h }) => hashOf(h)),
    preflight: async run => {
      markets.adopt(run)
      const { free, held, shares } = await calls.account(key, 0)
      const has = free + held > 0 || Object.values(shares).some(({ yes, no }) => yes + no > 0)
      return has ? [] : [`account ${key.account} must hold money or shares`]
    },
  }
}

/** For the process that watches the trading one. It reads the key itself, because the exchange has no logins to hand over. */
export function createRemover(calls: EchoCalls, key: () => EchoKey, { epoch }: RemoverOptions): Remover {
  return {
    list: async (): Promise<readonly ShownOrder[]> =>
      (await calls.account(key(), 0)).orders.map(({ h, i }) => ({ hash: hashOf(h), id: ownId(i, epoch) })),
    remove: async (wanted: readonly OwnOrder[]) => {
      const hashes = wanted.map(({ hash }) => hash)
      const gone = await removeAll(calls, key(), hashes)
      return hashes.filter(hash => gone.get(hash) === true)
    },
    waitMs: () => 0,
    isRefused: false,
    close: () => calls.close(),
  }
}

const isHash = (order: Cancel['order']): order is OrderHash => order.startsWith('0x')

/** An answer for each order: a request that was not answered leaves all of its orders in doubt, one that never left none. */
async function placeAll(calls: EchoCalls, batch: readonly Leaving[]): Promise<readonly Placed[]> {
  const mayStart = (): boolean => batch.every(one => one.mayStart?.() !== false)
  const answer = await calls.place(`[${batch.map(({ body }) => body).join(',')}]`, mayStart)
  const placed = placedOf(answer)
  return Array.isArray(placed) ? (placed as readonly EchoAnswer[]) : batch.map(() => placed as Placed)
}

function placedOf(answer: RestAnswer): Placed | readonly EchoAnswer[] {
  if (answer.kind === 'done') return answer.json as readonly EchoAnswer[]
  if (answer.kind === 'refused') return ['no', answer.status === 429 ? 'rate_limited' : 'unauthorized']
  const { cause } = answer.error
  if (cause instanceof HttpWireError && cause.code === HELD_BACK) return ['no', 'not_sent']
  return answer.wasSent ? 'unanswered' : ['no', 'not_sent']
}

/** Which orders were removed; one that is missing: there was no answer. */
async function removeAll(
  calls: EchoCalls,
  key: EchoKey,
  hashes: readonly OrderHash[],
): Promise<ReadonlyMap<OrderHash, boolean>> {
  const gone = new Map<OrderHash, boolean>()
  for (let from = 0; from < hashes.length; from += CANCELS_A_REQUEST) {
    const some = hashes.slice(from, from + CANCELS_A_REQUEST)
    const answer = await calls.cancel(
      key,
      some.map(hash => hash.slice(2)),
    )
    if (answer.kind !== 'done') continue
    for (const [at, hash] of some.entries()) gone.set(hash, (answer.json as readonly boolean[])[at] === true)
  }
  return gone
}
