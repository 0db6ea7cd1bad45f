import { type ChainAnswer, type ChainCall, decodeChainCall, encodeChainAnswer } from '../../../protocol/chain.js'
import { contractsOf, ZERO_ADDRESS } from '../../../protocol/contracts.js'
import { mayTakeCash, mayTakeShares } from '../../core/approvals.js'
import type { CoreAccount } from '../../core/core-reads.js'
import { type ChainSide, contractsOfMarket, isTokens, operatorAt, setsOf, spenderAt } from './chain-side.js'
import { groupOnChain } from './group-on-chain.js'

const UINT_MAX = (1n << 256n) - 1n

/** The return data of a read at `to`, an address in EIP-55 form. On a chain, too, an address without that function returns nothing. */
export const returnData = (side: ChainSide, to: string, data: string): string => {
  const read = decodeChainCall(data)
  const found = read === null ? null : readChain(side, to, read)
  return read === null || found === null ? '0x' : encodeChainAnswer(read.kind, found)
}

/** What the contract at `to` returns; `null`: it has no such function. Contracts and addresses of the call are in EIP-55 form. */
const readChain = (side: ChainSide, to: string, read: ChainCall): ChainAnswer | null => {
  const { reads, smartAccounts } = side
  const contracts = contractsOf(reads.chainId)
  const account = (address: string) => reads.core.account(address.toLowerCase())
  switch (read.kind) {
    case 'cash':
      return to === contracts.usdt ? (account(read.owner)?.cash ?? 0n) : null
    case 'allowance':
      if (to !== contracts.usdt) return null
      return mayTakeCash(account(read.owner), spenderAt(side, read.spender)) ? UINT_MAX : 0n
    case 'shares':
      return isTokens(side, to) ? sharesOf(side, to, read) : null
    case 'sharesOfMany':
      return isTokens(side, to) ? sharesOfMany(side, to, read) : null
    case 'isApproved':
      return isTokens(side, to)
        ? mayTakeShares(account(read.owner), operatorAt(side, { tokens: to, address: read.operator }))
        : null
    case 'nonce':
      return nonceAt(side, to, account(read.maker))
    case 'convertFee':
    case 'questionCount':
      return ofGroup(side, to, read)
    case 'smartOwner':
      return to === contracts.ecdsaValidator ? (smartAccounts.ownerOf(read.account) ?? ZERO_ADDRESS) : null
    default:
      return read satisfies never
  }
}

const nonceAt = (side: ChainSide, to: string, account: CoreAccount | null): bigint | null => {
  const set = setsOf(side).find(({ exchange }) => exchange === to)
  return set === undefined ? null : BigInt(account?.nonces[set.kind] ?? 0)
}

/** An adapter answers 0 for a group that it does not know. */
const ofGroup = (side: ChainSide, to: string, { kind, group: id }: { kind: string; group: string }): bigint | null => {
  if (!setsOf(side).some(set => set.adapter === to)) return null
  const group = groupOnChain(side, to, id)
  if (group === null) return 0n
  return BigInt(kind === 'convertFee' ? side.reads.core.convertFeeBps : group.questions.length)
}

/** Shares belong to the token contract of their market's kind; any other contract returns 0. */
const sharesOf = (side: ChainSide, to: string, { owner, token }: { owner: string; token: bigint }): bigint => {
  const { core, markets } = side.reads
  const known = markets.catalog.token(String(token))
  const market = known === null ? null : core.market(known.market)
  if (known === null || market === null) return 0n
  if (contractsOfMarket(side, market).conditionalTokens !== to) return 0n
  const holding = core.account(owner.toLowerCase())?.holdings.get(known.market)
  return holding?.[known.outcome] ?? 0n
}

const sharesOfMany = (
  side: ChainSide,
  to: string,
  read: { owners: readonly string[]; tokens: readonly bigint[] },
): readonly bigint[] | null => {
  if (read.owners.length !== read.tokens.length) return null
  return read.tokens.map((token, index) => sharesOf(side, to, { owner: read.owners[index] ?? '', token }))
}
