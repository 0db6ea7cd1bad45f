import type { Market } from '../../../model/market.js'
import { reasonOf } from '../../../model/reason-of.js'
import type { Signer } from '../../../protocol/sign.js'
import { isTradingRoute } from '../../../protocol/trading-route.js'
import type { FeedTimings } from '../../feed-timings.js'
import { Finding } from '../../finding.js'
import { remedyOf } from '../../remedy-of.js'
import type { ExamineOptions } from '../../venue-definition.js'
import { createRest, type RateHeaders } from '../../wires/rest.js'
import type { Wires } from '../../wires/wires.js'
import { createMarketRegistry, type PredictMarket } from '../market-registry.js'
import { VENUE } from '../topics.js'
import { createWalletLogin } from '../wallet-login.js'
import { checkAccount, checkLoginLasts } from './check-account.js'
import { checkClock } from './check-clock.js'
import { checkLists } from './check-lists.js'
import { marketFindings, readDefinitions } from './check-markets.js'
import { checkStreams } from './check-streams.js'
import { checkWallet } from './check-wallet.js'
import type { Checkup } from './checkup.js'

export interface ExaminePlace {
  readonly baseUrl: string
  readonly wsUrl: string
  readonly rpcUrl: string
  readonly apiKey: string
  readonly wires: Wires
  readonly timings: FeedTimings
  readonly signer: Signer
}

/**
 * Checks everything that a run needs from this venue: clock, login, wallet, approvals, calls, lists, markets and streams. Sends no order and never
 * rejects.
 */
export async function examine(place: ExaminePlace, options: ExamineOptions): Promise<readonly Finding[]> {
  let rate: RateHeaders | null = null
  const headers = place.apiKey === '' ? {} : { 'x-api-key': place.apiKey }
  const { openHttp, clock } = place.wires
  const onSend =
    ({ path }: { readonly path: string }) =>
    (found: RateHeaders) => {
      if (isTradingRoute(path)) rate = found
    }
  const rest = createRest({ baseUrl: place.baseUrl, venue: VENUE, headers, openHttp, onSend })
  const rpc = createRest({ baseUrl: place.rpcUrl, venue: VENUE, openHttp })
  const { signer } = place
  const session = createWalletLogin({ rest, signer, clock })
  const chain = { rpc, chainId: signer.chainId, owner: signer.address }
  try {
    return await lookAt({ ...place, rest, session, chain, rate: () => rate }, options)
  } finally {
    await Promise.all([rest.close(), rpc.close()])
  }
}

async function lookAt(checkup: Checkup, { markets, clockOffsetMaxMs, listenMs }: ExamineOptions): Promise<readonly Finding[]> {
  const ids = markets.map(({ id }) => id)
  const clock = await checkClock(checkup, clockOffsetMaxMs)
  const account = await checkAccount(checkup)
  const lists = await checkLists(checkup)
  try {
    const before = await readDefinitions(checkup, ids)
    const wallet = await checkWallet(checkup, tradedOf(markets, before))
    const streams = await checkStreams(checkup, ids, listenMs)
    const after = await readDefinitions(checkup, ids)
    return [
      ...clock,
      ...account,
      ...(await checkLoginLasts(checkup)),
      ...wallet,
      ...lists,
      ...marketFindings(before, after, streams.isStateTold),
      ...streams.findings,
    ]
  } catch (error) {
    const found = Finding.fail('markets', `the markets could not be read: ${reasonOf(error)}`, remedyOf(error))
    return [...clock, ...account, ...lists, found]
  }
}

function tradedOf(markets: readonly Market[], rows: Awaited<ReturnType<typeof readDefinitions>>): readonly PredictMarket[] {
  const registry = createMarketRegistry()
  for (const row of rows) registry.learn(row)
  registry.adopt(markets)
  return registry.all()
}
