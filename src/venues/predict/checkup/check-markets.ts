import { OPERATIONS } from '../../../protocol/api/operations.js'
import { marketSchema, type WireMarket } from '../../../protocol/wire.js'
import { Finding } from '../../finding.js'
import { readOne, type Send } from '../calls.js'
import type { Checkup } from './checkup.js'
import type { PushesHeard } from './pushes-heard.js'

/** Current definitions of markets. Rejects with a VenueError. */
export async function readDefinitions({ rest }: Checkup, ids: readonly string[]): Promise<readonly WireMarket[]> {
  const send: Send = request => rest.request(request)
  const rows: WireMarket[] = []
  for (const id of ids) rows.push(await readOne(send, OPERATIONS.getMarket, { id }, marketSchema, `market ${id}`))
  return rows
}

/** Compares markets before and now: reports those that cannot be traded and what changed. `isTold`: whether a push reported a state. */
export function marketFindings(
  before: readonly WireMarket[],
  after: readonly WireMarket[],
  isTold: PushesHeard['isStateTold'],
): readonly Finding[] {
  const closed = after.filter(({ tradingStatus, resolution }) => tradingStatus !== 'OPEN' || (resolution ?? null) !== null)
  const changed = before.flatMap(was => {
    const is = after.find(({ id }) => id === was.id)
    return is === undefined ? [] : changesOf(was, is, isTold)
  })
  const found = [
    ...changed,
    ...closed.map(({ id, status, tradingStatus }) =>
      Finding.warn(
        'markets',
        `market ${id} is ${status} and its trading ${tradingStatus}: nothing can be quoted there`,
        'take it out of the config, or name markets by a filter, so that markets that are over leave by themselves',
      ),
    ),
  ]
  if (found.length > 0 || after.length === 0) return found
  return [Finding.ok('markets', `${after.length} markets of this config are open`)]
}

function changesOf(was: WireMarket, is: WireMarket, isToldOf: PushesHeard['isStateTold']): readonly Finding[] {
  const isTold = isToldOf(is.id, `"${is.status}"`) || (was.status === is.status && isToldOf(is.id, `"${is.tradingStatus}"`))
  const how = isTold ? '' : ', and no push reported it'
  const found: Finding[] = []
  if (was.decimalPrecision !== is.decimalPrecision)
    found.push(
      Finding.warn(
        'markets',
        `the tick of market ${is.id} changed from ${10 ** -was.decimalPrecision} to ${10 ** -is.decimalPrecision} while doctor looked on`,
        'a run applies the new tick by itself; parameters in ticks now mean another distance, so check them',
      ),
    )
  if (was.status !== is.status || was.tradingStatus !== is.tradingStatus)
    found.push(
      Finding.warn(
        'markets',
        `market ${is.id} went from ${was.status}, ${was.tradingStatus} to ${is.status}, ${is.tradingStatus} while doctor looked on${how}`,
        isTold
          ? 'it may have ended; limits.stopBeforeEndSeconds keeps a run out of the end of a market'
          : 'a run finds such a change only by reading definitions (feed.definitionsEveryMs): read them more often, and tell the venue',
      ),
    )
  return found
}
