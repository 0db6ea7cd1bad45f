import { type ContractSet, contractSet, contractsOf } from '../../../protocol/contracts.js'
import type { CoreMarket } from '../../core/core-reads.js'
import type { Reads } from '../read-models/reads.js'
import type { SmartAccounts } from '../read-models/smart-accounts.js'

/** What the chain of an exchange is read from. */
export interface ChainSide {
  readonly reads: Reads
  readonly smartAccounts: SmartAccounts
}

/** The four sets of contracts. */
export const setsOf = ({ reads }: ChainSide): readonly ContractSet[] => {
  const { plain, negRisk, yieldBearing, yieldBearingNegRisk } = contractsOf(reads.chainId)
  return [plain, negRisk, yieldBearing, yieldBearingNegRisk]
}

/** Whether an approval of this address counts: an exchange, an adapter, or a contract of shares. */
export const isSpender = (side: ChainSide, address: string): boolean =>
  isTokens(side, address) || setsOf(side).some(set => set.exchange === address || set.adapter === address)

/** Whether the address is a contract of shares. */
export const isTokens = (side: ChainSide, to: string): boolean => setsOf(side).some(set => set.conditionalTokens === to)

/** Whether there is a program at the address. */
export const hasCode = (side: ChainSide, to: string): boolean => {
  const { usdt, ecdsaValidator, kernel } = contractsOf(side.reads.chainId)
  return [usdt, ecdsaValidator, kernel].includes(to) || isSpender(side, to) || side.smartAccounts.ownerOf(to) !== null
}

/** The contracts of a market. */
export const contractsOfMarket = ({ reads }: ChainSide, { spec }: CoreMarket): ContractSet => contractSet(reads.chainId, spec)
