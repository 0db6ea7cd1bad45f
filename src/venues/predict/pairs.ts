import { MarketId } from '../../model/ids.js'
import type { Wei } from '../../model/money.js'
import { OPERATIONS } from '../../protocol/api/operations.js'
import { encodeChainWrite } from '../../protocol/chain-writes.js'
import { contractSet, contractsOf } from '../../protocol/contracts.js'
import { exactDigits } from '../../protocol/exact-digits.js'
import { mergeCall, splitCall } from '../../protocol/position-calls.js'
import { isFinal } from '../../protocol/read-market.js'
import { pairedMarketSchema, type WirePairedMarket } from '../../protocol/wire.js'
import type { Pairs } from '../pairs.js'
import { readOne } from './calls.js'
import { chainError } from './chain-error.js'
import { readAllowance, readApproval, readCash, readShares } from './chain-reads.js'
import { lookAfter, sendCall } from './chain-sends.js'
import { expectSettled, freeOf, type HeldShares, OUTCOMES, type SharesOptions } from './free-shares.js'
import { readRow } from './market-registry.js'
import { readOpenRows, readUndecidedPositions } from './read-account.js'

/** Creates the pairs of a wallet, which are made and turned into cash by transactions of its key. */
export function createPairs(options: SharesOptions): Pairs {
  const { signer, session } = options
  const { chainId } = signer
  const chain = { rpc: options.rpc, chainId, owner: signer.address }
  const rows = new Map<MarketId, WirePairedMarket>()
  const rowOf = (market: MarketId): WirePairedMarket => {
    const row = rows.get(market)
    if (row === undefined) throw chainError(`market ${market} was not read before its pairs were to be moved`)
    return row
  }
  const sharesOf = async (row: WirePairedMarket): Promise<HeldShares> => {
    const read = readRow(row)
    const held = read === null ? undefined : (await readShares(chain, [read])).get(row.id)
    if (held === undefined) throw chainError(`market ${row.id} has no outcomes YES and NO`)
    return held
  }
  /** Sends the call, and looks whether shares of both outcomes have changed by at least the pairs. */
  const move = async (kind: 'merge' | 'split', row: WirePairedMarket, pairs: Wei): Promise<string> => {
    const before = await sharesOf(row)
    const hash = await sendCall(options, (kind === 'merge' ? mergeCall : splitCall)(chainId, row, pairs))
    const isMoved = (after: HeldShares): boolean =>
      OUTCOMES.every(each => (kind === 'merge' ? before[each] - after[each] : after[each] - before[each]) >= pairs)
    if (isMoved(await lookAfter(options, hash, { read: () => sharesOf(row), isExpected: isMoved }))) return hash
    throw chainError(
      `transaction ${hash} was carried out, but the wallet's shares of market ${row.id} did not change by its pairs`,
    )
  }
  return {
    list: async () => {
      await expectSettled(options)
      const held = await readUndecidedPositions({ session })
      const undecided = [...new Map(held.map(({ market }) => [market.id, market])).values()].filter(row => !isFinal(row.status))
      const known = undecided.flatMap(row => readRow(row) ?? [])
      const [shares, open] = await Promise.all([readShares(chain, known), readOpenRows({ session })])
      return undecided.flatMap(row => {
        const both = shares.get(row.id)
        if (both === undefined || both.yes === 0n || both.no === 0n) return []
        const market = MarketId.of(row.id)
        rows.set(market, row)
        return [{ market, question: row.question, shares: both, free: freeOf(row, both, open) }]
      })
    },
    market: async id => {
      const row = await readOne(
        request => session.read(request),
        OPERATIONS.getMarket,
        { id },
        pairedMarketSchema,
        `market ${id}`,
      )
      if (row.tradingStatus !== 'OPEN') throw chainError(`market ${id} is not open for trading: ${row.tradingStatus}`)
      const shares = await sharesOf(row)
      const market = MarketId.of(row.id)
      rows.set(market, row)
      return { market, question: row.question, shares, free: shares }
    },
    merge: async (market, pairs) => {
      const row = rowOf(market)
      const { adapter, conditionalTokens: contract } = contractSet(chainId, row)
      if (adapter !== null && !(await readApproval(chain, { contract, operator: adapter })))
        throw chainError(
          `shares must be approved for the adapter ${adapter}: "oddsmith approve" does that, with --all also for a market outside the config`,
        )
      return move('merge', row, pairs)
    },
    split: async (market, pairs) => {
      const row = rowOf(market)
      const { adapter, conditionalTokens } = contractSet(chainId, row)
      const spender = adapter ?? conditionalTokens
      const cash = await readCash(chain)
      if (cash < pairs) throw chainError(`expected ${exactDigits(pairs)} USDT in the wallet, found ${exactDigits(cash)}`)
      if ((await readAllowance(chain, spender)) < pairs) {
        const data = encodeChainWrite({ kind: 'approve-cash', spender, amount: pairs })
        await sendCall(options, { to: contractsOf(chainId).usdt, data })
      }
      return move('split', row, pairs)
    },
  }
}
