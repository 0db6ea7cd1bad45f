import { Wei } from '../../../model/money.js'
import type { ChainWrite } from '../../../protocol/chain-writes.js'
import { freeShares } from '../../core/accounts.js'
import { mayTakeShares } from '../../core/approvals.js'
import { type CallOutcome, done, reverted, revertedBy } from './call-outcome.js'
import { type ChainSide, setsOf, spenderAt } from './chain-side.js'
import { groupOnChain } from './group-on-chain.js'

/** A conversion, and its caller: a lower-case address. `to` is in EIP-55 form. */
interface ConvertCall {
  readonly from: string
  readonly to: string
  readonly write: ChainWrite & { readonly kind: 'convert' }
}

/** What a conversion within a neg-risk group would do now. The checks are in the order of the contract's. */
export const tryConvert = (
  side: ChainSide,
  { from, to, write: { group: id, questions, amount } }: ConvertCall,
): CallOutcome => {
  if (!setsOf(side).some(set => set.adapter === to)) return reverted()
  const group = groupOnChain(side, to, id)
  if (group === null) return revertedBy('MarketNotPrepared')
  if (group.questions.length < 2) return revertedBy('NoConvertiblePositions')
  if (questions === 0n || questions >> BigInt(group.questions.length) > 0n) return revertedBy('InvalidIndexSet')
  if (amount === 0n) return done(null)
  const account = side.reads.core.account(from)
  if (account === null || !mayTakeShares(account, spenderAt(side, to)))
    return reverted('ERC1155: need operator approval for 3rd party transfers.')
  const markets = group.questions.filter((_, place) => ((questions >> BigInt(place)) & 1n) === 1n)
  const isHeld = markets.every(market => freeShares(account.holdings.get(market), 'no') >= amount)
  if (!isHeld) return reverted('SafeMath: subtraction overflow')
  return done({ kind: 'convert', account: from, group: group.name, markets, shares: Wei.of(amount) })
}
