import { getAddress } from 'viem/utils'
import { decodeChainCall } from '../../../protocol/chain.js'
import { type ChainWrite, decodeChainWrite, decodeSmartCall } from '../../../protocol/chain-writes.js'
import { contractsOf } from '../../../protocol/contracts.js'
import { mayTakeCash, mayTakeShares, type Spender } from '../../core/approvals.js'
import { type CallOutcome, done, reverted, revertedBy } from './call-outcome.js'
import { type ChainSide, hasCode, isTokens, operatorAt, setsOf, spenderAt } from './chain-side.js'
import { tryConvert } from './try-convert.js'
import { tryPairs } from './try-pairs.js'

/** A call as a transaction makes it. `from` is in lower case, `to` in EIP-55 form. */
export interface Call {
  readonly from: string
  readonly to: string
  readonly data: string
  /** Wei of the chain's coin that go along. */
  readonly value: bigint
}

const TRUE = `0x${'1'.padStart(64, '0')}` as const

/** What a call would do now, without doing it. */
export const tryCall = (side: ChainSide, call: Call): CallOutcome => {
  const owner = side.smartAccounts.ownerOf(call.to)
  if (owner !== null) return trySmartCall(side, call, owner)
  // An address without a program takes any call, and the coin that goes along.
  if (!hasCode(side, call.to)) return done(null)
  if (call.value !== 0n) return reverted()
  const write = decodeChainWrite(call.data)
  if (write !== null) return tryWrite(side, call, write)
  return decodeChainCall(call.data) === null ? reverted() : done(null)
}

const trySmartCall = (side: ChainSide, { from, to, data, value }: Call, owner: string): CallOutcome => {
  const inner = decodeSmartCall(data)
  if (inner === null) return data === '0x' ? done(null) : reverted()
  // Only its owner may ask a smart wallet for a call.
  if (from !== owner) return revertedBy('InvalidCaller')
  const isNested = side.smartAccounts.ownerOf(inner.to) !== null
  return isNested || value !== 0n ? reverted() : tryCall(side, { ...inner, from: to.toLowerCase(), value: 0n })
}

/** A contract takes only its own functions. */
const tryWrite = (side: ChainSide, { from, to }: Call, write: ChainWrite): CallOutcome => {
  switch (write.kind) {
    case 'approve-cash':
      if (to !== contractsOf(side.reads.chainId).usdt) return reverted()
      return approve(side, { from, spender: spenderAt(side, getAddress(write.spender)) }, { cash: write.amount > 0n })
    case 'approve-shares':
      if (!isTokens(side, to)) return reverted()
      return approve(
        side,
        { from, spender: operatorAt(side, { tokens: to, address: getAddress(write.operator) }) },
        { shares: write.isApproved },
      )
    case 'raise-nonce':
      return raiseNonce(side, { from, to })
    case 'split':
    case 'merge':
    case 'redeem':
      return tryPairs(side, { from, to, write })
    case 'convert':
      return tryConvert(side, { from, to, write })
    default:
      return write satisfies never
  }
}

/** An approval of a stranger, or for shares of another contract, gives no part in this exchange. */
const approve = (
  side: ChainSide,
  { from, spender }: { readonly from: string; readonly spender: Spender | null },
  change: { readonly cash: boolean } | { readonly shares: boolean },
): CallOutcome => {
  const returns = 'cash' in change ? TRUE : '0x'
  if (spender === null) return done(null, returns)
  const account = side.reads.core.account(from)
  const now = { cash: mayTakeCash(account, spender), shares: mayTakeShares(account, spender) }
  return done({ kind: 'approve', account: from, spender, ...now, ...change }, returns)
}

const raiseNonce = (side: ChainSide, { from, to }: { readonly from: string; readonly to: string }): CallOutcome => {
  const set = setsOf(side).find(({ exchange }) => exchange === to)
  return set === undefined ? reverted() : done({ kind: 'nonce', account: from, of: set.kind })
}
