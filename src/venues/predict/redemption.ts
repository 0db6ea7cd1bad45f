import { MarketId } from '../../model/ids.js'
import { Wei } from '../../model/money.js'
import { Payout } from '../../model/payout.js'
import { redeemCall } from '../../protocol/position-calls.js'
import { readResult } from '../../protocol/read-market.js'
import type { WirePositionRow } from '../../protocol/wire.js'
import type { Redeemable, Redemption } from '../redemption.js'
import type { Wires } from '../wires/wires.js'
import { chainError } from './chain-error.js'
import { readShares } from './chain-reads.js'
import { lookAfter, type SendOptions, sendCall } from './chain-sends.js'
import { type HeldMarket, readRow } from './market-registry.js'
import { readDecidedPositions } from './read-account.js'
import type { WalletLogin } from './wallet-login.js'

export interface RedemptionOptions extends SendOptions {
  readonly session: Pick<WalletLogin, 'read'>
  readonly wires: Pick<Wires, 'scheduler' | 'clock'>
}

type DecidedRow = WirePositionRow['market']

/** Creates the redemption of a wallet's shares by transactions of its key. */
export function createRedemption(options: RedemptionOptions): Redemption {
  const { rpc, signer, session, wires } = options
  const chain = { rpc, chainId: signer.chainId, owner: signer.address }
  const rows = new Map<MarketId, DecidedRow>()
  return {
    list: async () => {
      const positions = await readDecidedPositions({ session })
      const decided = [...new Map(positions.map(({ market }) => [market.id, market])).values()]
      const held = await readShares(chain, decided.flatMap(heldMarket))
      const now = wires.clock.now()
      return decided.flatMap(row => {
        const shares = held.get(row.id)
        const result = readResult(row, now)
        if (shares === undefined || result === null) return []
        const payout = Wei.of(Payout.ofBoth(result.yes, shares))
        if (payout === 0n) return []
        const market = MarketId.of(row.id)
        rows.set(market, row)
        return [{ market, question: row.question, shares, payout }]
      })
    },
    redeem: async one => {
      const row = rows.get(one.market)
      if (row === undefined) throw chainError(`market ${one.market} was not in the list of what can be redeemed`)
      const hash = await sendCall(options, redeemCall(signer.chainId, row, one.shares))
      const read = async () => (await readShares(chain, heldMarket(row))).get(row.id)
      const isGone = (left: Redeemable['shares'] | undefined): boolean => left === undefined || !paysStill(one, left)
      if (!isGone(await lookAfter(options, hash, { read, isExpected: isGone })))
        throw chainError(`transaction ${hash} was carried out, but the wallet still holds shares of market ${one.market}`)
      return hash
    },
  }
}

const heldMarket = (row: DecidedRow): readonly HeldMarket[] => {
  const market = readRow(row)
  return market === null ? [] : [market]
}

const paysStill = ({ shares }: Redeemable, left: Redeemable['shares']): boolean =>
  (shares.yes > 0n && left.yes > 0n) || (shares.no > 0n && left.no > 0n)
