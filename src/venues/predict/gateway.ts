import { defer, merge, type Observable, Subject } from 'rxjs'
import type { OrderHash, OrderId } from '../../model/ids.js'
import type { Submit } from '../../model/intent.js'
import type { Signed } from '../../model/order.js'
import type { Report } from '../../model/report.js'
import { type Clock, Timestamp } from '../../model/time.js'
import type { Notice } from '../notice.js'
import type { TradingGateway } from '../venue-definition.js'
import { VenueError } from '../venue-error.js'
import { type OnLeaving, overlapping } from '../wires/overlapping.js'
import { reconnecting } from '../wires/reconnecting.js'
import type { Rest } from '../wires/rest.js'
import type { Wires } from '../wires/wires.js'
import { createAccountLook } from './account-look.js'
import { cancelOrders } from './cancel-orders.js'
import { createBody } from './create-body.js'
import { createFillMemory } from './fill-memory.js'
import type { MarketRegistry } from './market-registry.js'
import { createNonces } from './nonces.js'
import { createOrderHashes } from './order-hashes.js'
import type { PredictWallet } from './predict-wallet.js'
import { preflight } from './preflight.js'
import { readOpenHashes, readOrder } from './read-account.js'
import { readSnapshot, type SnapshotOptions } from './read-snapshot.js'
import { createRemovalRequests } from './removal-requests.js'
import { isOrderWrong, submitOrder } from './submit-order.js'
import { createForeignTeller } from './tell-foreign.js'
import { isSentOn, type LinkEvidence } from './topics.js'
import { walletLink } from './wallet-link.js'
import { createWalletLogin, type WalletLogin, type WalletLoginOptions } from './wallet-login.js'
import { createWatcherLogin } from './watcher-login.js'

export interface GatewayOptions {
  readonly rest: Rest
  readonly rpc: Rest
  readonly wsUrl: string
  readonly apiKey: string
  readonly link: LinkEvidence
  readonly wires: Wires
  readonly registry: MarketRegistry
  /** Reports about rate limits and the clock. */
  readonly rates: Observable<Report>
  /** Called for each login of the run. */
  readonly onIssued: NonNullable<WalletLoginOptions['onIssued']>
  /** The venue's clock now; null: not measured yet. */
  readonly venueNow: () => Timestamp | null
  /** Whether the rate limit of the trading routes has calls to spare. */
  readonly maySpend: () => boolean
  readonly onNotice: Notice
}

/** The gateway of this venue, with a login. */
export interface PredictGateway extends TradingGateway {
  /** Orders of this venue do not sign a time. */
  sign(submit: Submit): Signed
  watcherToken(): Promise<string>
}

/** Creates the gateway of one wallet. It sends nothing before the first call. */
export function createGateway(
  options: GatewayOptions,
  wallet: PredictWallet,
  known: ReadonlyMap<OrderId, OrderHash>,
): PredictGateway {
  const { rest, rpc, wires, registry, onNotice } = options
  const { clock } = wires
  const { signer } = wallet
  const orders = createOrderHashes(wallet.epoch, known)
  const session = createWalletLogin({ rest, signer, clock, onIssued: options.onIssued })
  const watcher = createWalletLogin({ rest, signer, clock })
  const beganMs = walletBegan(wallet.epoch) / 1_000
  const account = { session, owner: signer.address, orders, registry, beganMs }
  const fills = createFillMemory({
    sinceMs: wallet.since === undefined ? beganMs : wallet.since / 1_000,
    done: wallet.settledFills ?? [],
    unsettled: wallet.unsettledFills ?? [],
  })
  let activity = 0
  const chain = { rpc, chainId: signer.chainId, owner: signer.address }
  const nonces = createNonces(chain, registry)
  const snapshot: SnapshotOptions = {
    account,
    chain,
    fills,
    nonces,
    wires,
    venueNow: options.venueNow,
    activity: () => activity,
  }
  const onStaleNonce = (): void => {
    nonces.refresh().catch((error: unknown) => onNotice('the nonces could not be read', { why: reasonOf(error) }))
  }
  const find = (order: OrderId): Promise<Report> => findOrder({ account, clock }, order)
  const removals = createRemovalRequests({ session, onNotice })
  const renewals = new Subject<void>()
  const submits = { session, clock, find, onStaleNonce }
  return {
    reports: merge(options.rates, walletReports(options, { session, snapshot, renewals, onActivity: () => activity++ })),
    sign: submit => {
      const market = registry.byIndex(submit.order.market)
      if (market === null)
        throw new RangeError(`order ${submit.id}: expected a market of this run, found index ${submit.order.market}`)
      const signed = createBody(submit, { market, signer, nonce: nonces.of(market) })
      orders.remember(signed.id, signed.hash)
      return signed
    },
    submit: (order, mayStart) => {
      // An order from before this start is sent again as it was signed then.
      orders.remember(order.id, order.hash)
      return submitOrder(submits, order, mayStart)
    },
    cancel: wanted => cancelOrders({ removals, clock, orders }, wanted),
    find,
    snapshot: async () => (await readSnapshot(snapshot)).snapshot,
    look: createAccountLook(snapshot, options.maySpend),
    renew: () => renewals.next(),
    watcherToken: createWatcherLogin({ session, watcher, clock }),
    isOrderWrong,
    openHashes: () => readOpenHashes(account),
    preflight: markets => {
      registry.adopt(markets)
      return preflight({ chain, signer, markets: registry.all() })
    },
  }
}

const EPOCH_START_SECONDS = Date.UTC(2020, 0, 1) / 1_000

/** A journal's epoch is the second in which it was created, and none of its orders can be older. */
const walletBegan = (epoch: number): Timestamp => Timestamp.ofSeconds(EPOCH_START_SECONDS + epoch)

interface LinkParts {
  readonly session: WalletLogin
  readonly snapshot: SnapshotOptions
  readonly renewals: Observable<void>
  readonly onActivity: () => void
}

const walletReports = (options: GatewayOptions, parts: LinkParts): Observable<Report> =>
  defer(() => {
    const { wires } = options
    const onForeign = createForeignTeller(options.onNotice, wires.clock)
    let isToldLost = false
    const onLive = (): void => {
      isToldLost = false
    }
    const lost = (error: unknown): readonly Report[] => {
      options.onNotice('the wallet link was lost', { why: reasonOf(error) })
      if (isToldLost) return []
      isToldLost = true
      const now = wires.clock.now()
      return [{ kind: 'link', state: 'lost', at: now, receivedAt: now }]
    }
    const connect = (onLeaving: OnLeaving): Observable<Report> =>
      walletLink({ ...options, ...parts, onForeign, onLive, onLeaving })
    // An order or fill reported by two links is deduplicated or harmless, as between stream and snapshot.
    const { renewals } = parts
    return reconnecting(overlapping(connect, { lost, nameOf: () => null, renewals, wires }), { lost, isSentOn, wires })
  })

/** The order's state at the venue. If the venue does not know it, that proves nothing, so the answer is `unanswered`. */
async function findOrder(
  { account, clock }: { readonly account: SnapshotOptions['account']; readonly clock: Clock },
  order: OrderId,
): Promise<Report> {
  const hash = account.orders.hashOf(order)
  const row = hash === null ? null : await readOrder(account, hash).catch(nullFor)
  const now = clock.now()
  const stamp = { order, at: now, receivedAt: now }
  if (row === null) return { ...stamp, kind: 'unanswered', what: 'submit' }
  const ends = { CANCELLED: 'canceled', EXPIRED: 'expired', INVALIDATED: 'invalidated' } as const
  const how = row.status in ends ? ends[row.status as keyof typeof ends] : null
  // A filled order exists like an open one; its fills are reported separately.
  return how === null
    ? { ...stamp, kind: 'accepted', venueId: row.id, lockedUntil: null }
    : { ...stamp, kind: 'ended', how, why: null }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown')

/** A failed read proves as little as a missing order. */
const nullFor = (error: unknown): null => {
  if (error instanceof VenueError) return null
  throw error
}
