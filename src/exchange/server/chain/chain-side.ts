import { type ContractSet, contractSet, contractsOf } from '../../../protocol/contracts.js'
import type { MarketKind, Spender } from '../../core/approvals.js'
import type { CoreMarket } from '../../core/core-reads.js'
import type { Reads } from '../read-models/reads.js'
import type { SmartAccounts } from '../read-models/smart-accounts.js'

/** What the chain of an exchange is read from. */
export interface ChainSide {
  readonly reads: Reads
  readonly smartAccounts: SmartAccounts
}

/** The contracts of a kind of market. */
export interface KindSet extends ContractSet {
  readonly kind: MarketKind
}

/** The four sets of contracts. */
export const setsOf = ({ reads }: ChainSide): readonly KindSet[] => {
  const { plain, negRisk, yieldBearing, yieldBearingNegRisk } = contractsOf(reads.chainId)
  return [
    { kind: 'plain', ...plain },
    { kind: 'negRisk', ...negRisk },
    { kind: 'yieldBearing', ...yieldBearing },
    { kind: 'yieldBearingNegRisk', ...yieldBearingNegRisk },
  ]
}

/** The exchange, adapter or contract of shares at an address; null: it is none of them, and its approval does not count. */
export const spenderAt = (side: ChainSide, address: string): Spender | null => {
  for (const { kind, exchange, adapter, conditionalTokens } of setsOf(side)) {
    if (exchange === address) return `${kind}-exchange`
    if (adapter === address) return `${kind}-adapter`
    // Neg-risk markets have the contract of shares of plain ones, which is found first.
    if (conditionalTokens === address) return `${kind}-shares`
  }
  return null
}

/** The same, if the contract moves shares of the contract `tokens`. */
export const operatorAt = (side: ChainSide, { tokens, address }: { tokens: string; address: string }): Spender | null =>
  setsOf(side).some(
    ({ conditionalTokens, exchange, adapter }) => conditionalTokens === tokens && [exchange, adapter].includes(address),
  )
    ? spenderAt(side, address)
    : null

/** Whether the address is a contract of shares. */
export const isTokens = (side: ChainSide, to: string): boolean => setsOf(side).some(set => set.conditionalTokens === to)

/** Whether there is a program at the address. */
export const hasCode = (side: ChainSide, to: string): boolean => {
  const { usdt, ecdsaValidator, kernel } = contractsOf(side.reads.chainId)
  return [usdt, ecdsaValidator, kernel].includes(to) || spenderAt(side, to) !== null || side.smartAccounts.ownerOf(to) !== null
}

/** The contracts of a market. */
export const contractsOfMarket = ({ reads }: ChainSide, { spec }: CoreMarket): ContractSet => contractSet(reads.chainId, spec)
