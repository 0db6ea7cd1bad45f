import { getAddress } from 'viem/utils'
import { type Outcome, Wei } from '../../../model/money.js'
import { type ChainWrite, type PairPlace, WHOLE } from '../../../protocol/chain-writes.js'
import { contractsOf } from '../../../protocol/contracts.js'
import { freeShares } from '../../core/accounts.js'
import { mayTakeCash, mayTakeShares } from '../../core/approvals.js'
import type { CoreAccount, CoreMarket } from '../../core/core-reads.js'
import { type CallOutcome, done, reverted } from './call-outcome.js'
import { type ChainSide, contractsOfMarket, isTokens, setsOf, spenderAt } from './chain-side.js'

type PairWrite = Extract<ChainWrite, PairPlace>

/** A call about pairs of shares, and its caller: a lower-case address. `to` is in EIP-55 form. */
interface PairCall {
  readonly from: string
  readonly to: string
  readonly write: PairWrite
}

const LACKS_SHARES = 'SafeMath: subtraction overflow'
const NO_RESULT = 'result for condition not received yet'

/** What a split, merge or redemption would do now. */
export const tryPairs = (side: ChainSide, call: PairCall): CallOutcome => {
  const { to, from, write } = call
  const isHere = write.through === 'tokens' ? isTokens(side, to) : setsOf(side).some(set => set.adapter === to)
  if (!isHere) return reverted()
  const account = side.reads.core.account(from)
  if (write.kind === 'split') return trySplit(side, call, account)
  // An adapter moves the wallet's shares, and so needs its approval; the contract of the shares needs none.
  if (write.through === 'adapter' && !mayTakeShares(account, spenderAt(side, to)))
    return reverted('ERC1155: need operator approval for 3rd party transfers.')
  return write.kind === 'merge' ? tryMerge(side, call, account) : tryRedeem(side, call, account)
}

const trySplit = (side: ChainSide, { from, to, write }: PairCall, account: CoreAccount | null): CallOutcome => {
  if (write.kind !== 'split') return reverted()
  const market = marketFor(side, to, write)
  if (market === null) return reverted('condition not prepared yet')
  if (write.amount === 0n) return done(null)
  if (account === null || !mayTakeCash(account, spenderAt(side, to)))
    return reverted('BEP20: transfer amount exceeds allowance')
  if (account.cash - account.reservedCash < write.amount) return reverted('BEP20: transfer amount exceeds balance')
  return isPaid(side, market)
    ? reverted('the shares of this market are paid')
    : done({ kind: 'split', account: from, market: market.spec.id, shares: Wei.of(write.amount) })
}

const tryMerge = (side: ChainSide, { from, to, write }: PairCall, account: CoreAccount | null): CallOutcome => {
  if (write.kind !== 'merge') return reverted()
  const market = marketFor(side, to, write)
  if (market === null) return reverted(conditionOf(side, write) === null ? 'condition not prepared yet' : LACKS_SHARES)
  if (write.amount === 0n) return done(null)
  const isHeld = freeOf(account, market, 'yes') >= write.amount && freeOf(account, market, 'no') >= write.amount
  if (!isHeld || isPaid(side, market)) return reverted(LACKS_SHARES)
  return done({ kind: 'merge', account: from, market: market.spec.id, shares: Wei.of(write.amount) })
}

const tryRedeem = (side: ChainSide, { from, to, write }: PairCall, account: CoreAccount | null): CallOutcome => {
  if (write.kind !== 'redeem') return reverted()
  const known = conditionOf(side, write)
  const market = marketFor(side, to, write)
  const amountOf = (outcome: Outcome): bigint => {
    const asked = write.amounts[outcome]
    return asked === WHOLE && write.through === 'tokens' ? freeOf(account, market, outcome) : asked
  }
  const [yes, no] = [amountOf('yes'), amountOf('no')]
  // An adapter first takes the shares, and then asks for the result.
  if (yes > freeOf(account, market, 'yes') || no > freeOf(account, market, 'no')) return reverted(LACKS_SHARES)
  if (known === null || known.result === null || !isKnownAt(side, to, known)) return reverted(NO_RESULT)
  // A contract that has the condition, but not these shares, pays nothing and says nothing.
  if (market === null || (yes === 0n && no === 0n)) return done(null)
  return done({ kind: 'redeem', account: from, market: market.spec.id, yes: Wei.of(yes), no: Wei.of(no) })
}

/** The market of a condition; `null`: there is none. */
const conditionOf = ({ reads }: ChainSide, { condition }: PairPlace): CoreMarket | null => {
  const words = reads.markets.catalog.condition(condition)
  return words === null ? null : reads.core.market(words.id)
}

/** The market whose pairs the contract at `to` keeps and the call names; `null`: the call is for another contract or collateral. */
const marketFor = (side: ChainSide, to: string, place: PairPlace): CoreMarket | null => {
  const market = conditionOf(side, place)
  if (market === null) return null
  const { adapter, conditionalTokens } = contractsOfMarket(side, market)
  if (place.through === 'adapter') return adapter === to ? market : null
  const isCollateral = getAddress(place.collateral) === contractsOf(side.reads.chainId).usdt
  return isCollateral && adapter === null && conditionalTokens === to ? market : null
}

/** Whether the contract at `to` gets the result of the market's condition: plain and negative-risk markets share a contract of shares. */
const isKnownAt = (side: ChainSide, to: string, market: CoreMarket): boolean => {
  const { conditionalTokens } = contractsOfMarket(side, market)
  return setsOf(side).some(
    set => set.conditionalTokens === conditionalTokens && [set.conditionalTokens, set.adapter].includes(to),
  )
}

/** Whether the result has paid every holder, so that no pair can be made or dissolved any more. */
const isPaid = ({ reads }: ChainSide, { result }: CoreMarket): boolean => result !== null && reads.core.paysAtResult

const freeOf = (account: CoreAccount | null, market: CoreMarket | null, outcome: Outcome): bigint =>
  market === null ? 0n : freeShares(account?.holdings.get(market.spec.id), outcome)
