import { MarketId } from '../../model/ids.js'
import { type Outcome, Wei } from '../../model/money.js'
import { OPERATIONS } from '../../protocol/api/operations.js'
import { encodeChainWrite } from '../../protocol/chain-writes.js'
import { contractSet, contractsOf } from '../../protocol/contracts.js'
import { exactDigits } from '../../protocol/exact-digits.js'
import { mergeCall, splitCall } from '../../protocol/position-calls.js'
import { isFinal } from '../../protocol/read-market.js'
import { pairedMarketSchema, type WirePairedMarket } from '../../protocol/wire.js'
import type { PairedMarket, Pairs } from '../pairs.js'
import { VenueError } from '../venue-error.js'
import type { Wires } from '../wires/wires.js'
import { readOne } from './calls.js'
import { chainError } from './chain-error.js'
import { readAllowance, readApproval, readCash, readShares } from './chain-reads.js'
import { lookAfter, type SendOptions, sendCall } from './chain-sends.js'
import { readRow } from './market-registry.js'
import { readMatches, readOpenRows, readUndecidedPositions } from './read-account.js'
import { VENUE } from './topics.js'
import type { WalletLogin } from './wallet-login.js'

export interface PairsOptions extends SendOptions {
  readonly session: Pick<WalletLogin, 'read'>
  readonly wires: Pick<Wires, 'scheduler' | 'clock'>
}

/** A match of this time that has not settled may still move shares; an older one failed without a report. */
const SETTLES_WITHIN_MS = 600_000

/** Creates the pairs of a wallet, which are made and turned into cash by transactions of its key. */
export function createPairs(options: PairsOptions): Pairs {
  const { signer, session } = options
  const { chainId } = signer
  const chain = { rpc: options.rpc, chainId, owner: signer.address }
  const rows = new Map<MarketId, WirePairedMarket>()
  const rowOf = (market: MarketId): WirePairedMarket => {
    const row = rows.get(market)
    if (row === undefined) throw chainError(`market ${market} was not read before its pairs were to be moved`)
    return row
  }
  const sharesOf = async (row: WirePairedMarket): Promise<Shares> => {
    const read = readRow(row)
    const held = read === null ? undefined : (await readShares(chain, [read])).get(row.id)
    if (held === undefined) throw chainError(`market ${row.id} has no outcomes YES and NO`)
    return held
  }
  /** Sends the call, and looks whether shares of both outcomes have changed by at least the pairs. */
  const move = async (kind: 'merge' | 'split', row: WirePairedMarket, pairs: Wei): Promise<string> => {
    const before = await sharesOf(row)
    const hash = await sendCall(options, (kind === 'merge' ? mergeCall : splitCall)(chainId, row, pairs))
    const isMoved = (after: Shares): boolean =>
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

type Shares = PairedMarket['shares']

const OUTCOMES: readonly Outcome[] = ['yes', 'no']

/** Shares of an unsettled match are still in the wallet, and no order holds them any more. Throws a VenueError if there is such a match. */
async function expectSettled({ session, signer, wires }: PairsOptions): Promise<void> {
  const sinceMs = wires.clock.now() / 1_000 - SETTLES_WITHIN_MS
  const matches = await readMatches({ session, owner: signer.address }, sinceMs)
  const open = matches.filter(({ settlementId }) => (settlementId ?? '') === '')
  if (open.length === 0) return
  const what = open.length === 1 ? 'a match of this wallet has' : `${open.length} matches of this wallet have`
  throw new VenueError(`${what} not settled yet: try again in a minute, or in ten if a settlement has failed`, {
    venue: VENUE,
    retryable: true,
  })
}

/** Shares that no open order sells, of any program. */
function freeOf(row: WirePairedMarket, held: Shares, open: Awaited<ReturnType<typeof readOpenRows>>): Shares {
  const tokens = readRow(row)?.tokens
  const free = { ...held }
  for (const { order, amount, amountFilled } of open)
    for (const outcome of OUTCOMES)
      if (order.side === SELL && order.tokenId === String(tokens?.[outcome]))
        free[outcome] = Wei.max(Wei.ZERO, Wei.of(free[outcome] - (amount - amountFilled)))
  return free
}

const SELL = 1
