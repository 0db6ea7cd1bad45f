import { getAddress } from 'viem/utils'
import { decodeChainCall } from '../../../protocol/chain.js'
import { type ChainWrite, decodeChainWrite, decodeSmartCall } from '../../../protocol/chain-writes.js'
import { contractsOf } from '../../../protocol/contracts.js'
import { type CallOutcome, done, reverted, revertedBy } from './call-outcome.js'
import { type ChainSide, hasCode, isSpender, isTokens, setsOf } from './chain-side.js'
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
  const { isCashApproved = false, isSharesApproved = false } = side.reads.core.account(from) ?? {}
  const approve = (
    spender: string,
    change: { readonly cash?: boolean; readonly shares?: boolean },
    returns: '0x' | typeof TRUE,
  ) =>
    // An approval of a stranger gives it no part in this exchange.
    isSpender(side, getAddress(spender))
      ? done({ kind: 'approve', account: from, cash: isCashApproved, shares: isSharesApproved, ...change }, returns)
      : done(null, returns)
  switch (write.kind) {
    case 'approve-cash':
      return to === contractsOf(side.reads.chainId).usdt
        ? approve(write.spender, { cash: write.amount > 0n }, TRUE)
        : reverted()
    case 'approve-shares':
      return isTokens(side, to) ? approve(write.operator, { shares: write.isApproved }, '0x') : reverted()
    case 'raise-nonce':
      return setsOf(side).some(set => set.exchange === to) ? done({ kind: 'nonce', account: from }) : reverted()
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
