import { OrderHash as Hash, OrderId } from '../../model/ids.js'
import type { RunClock } from '../../model/time.js'
import type { Signer } from '../../protocol/sign.js'
import type { Notice } from '../notice.js'
import type { Remover } from '../remover.js'
import { createRest, type RestAnswer, type RestOptions, type RestRequest } from '../wires/rest.js'
import { cancelOrders } from './cancel-orders.js'
import { createOrderHashes } from './order-hashes.js'
import { readOpenRows } from './read-account.js'
import { createRemovalRequests } from './removal-requests.js'
import { VENUE } from './topics.js'
import { createWalletLogin, isRefusedToken, type WalletLogin } from './wallet-login.js'

export interface PredictRemoverOptions {
  readonly baseUrl: string
  /** Empty: the venue needs none. */
  readonly apiKey: string
  /** The journal's epoch. */
  readonly epoch: number
  readonly clock: RunClock
  /** The newest login token; null: there is none. */
  readonly token: () => string | null
  /** Present if the key is at hand: a refused login is then followed by a new one. */
  readonly signer: (() => Promise<Signer>) | null
  readonly onNotice: Notice
  /** Opens connections; absent: the system's. */
  readonly openHttp?: RestOptions['openHttp']
}

/** Wait after a rate limit refusal that does not say how long. */
const REFUSED_US = 1_000_000

/** Creates the remover of a wallet's orders; it uses a login made by another process. */
export function createRemover(options: PredictRemoverOptions): Remover {
  const { baseUrl, apiKey, epoch, clock } = options
  let openAt = 0
  let isRefused = false
  const rest = createRest({
    baseUrl,
    venue: VENUE,
    headers: apiKey === '' ? {} : { 'x-api-key': apiKey },
    ...(options.openHttp !== undefined && { openHttp: options.openHttp }),
    onSend:
      () =>
      ({ remaining, resetSeconds }) => {
        if (remaining === 0) openAt = clock.now() + resetSeconds * 1_000_000
      },
  })
  let own: WalletLogin | null = null
  const send = async (request: RestRequest): Promise<RestAnswer> => {
    const token = own === null ? options.token() : await own.token()
    const headers = { ...request.headers, authorization: `Bearer ${token ?? ''}` }
    const answer = await rest.request({ ...request, headers, isUrgent: true })
    isRefused = isRefusedToken(answer)
    if (answer.kind === 'refused' && answer.status === 429) openAt = Math.max(openAt, clock.now() + REFUSED_US)
    return answer
  }
  const logIn = async (signer: () => Promise<Signer>): Promise<void> => {
    own ??= createWalletLogin({ rest, signer: await signer(), clock })
    await own.renew()
  }
  const session: Pick<WalletLogin, 'read'> = {
    read: async request => {
      const answer = await send(request)
      if (!isRefused || options.signer === null) return answer
      await logIn(options.signer)
      return send(request)
    },
  }
  const orders = createOrderHashes(epoch, new Map())
  const removals = createRemovalRequests({ session, onNotice: options.onNotice })
  return {
    list: async () => {
      const rows = await readOpenRows({ session })
      return rows.map(({ order }) => ({ hash: Hash.of(order.hash), id: OrderId.fromSalt(BigInt(order.salt), epoch) }))
    },
    remove: async wanted => {
      for (const { id, hash } of wanted) orders.remember(id, hash)
      const hashes = wanted.map(({ hash }) => hash)
      const reports = await cancelOrders({ removals, clock, orders }, hashes)
      return reports.flatMap(report => {
        const hash = report.kind === 'removal' && report.answer === 'removed' ? orders.hashOf(report.order) : null
        return hash === null ? [] : [hash]
      })
    },
    waitMs: () => Math.max(0, openAt - clock.now()) / 1_000,
    get isRefused() {
      return isRefused
    },
    close: () => void rest.close(),
  }
}
