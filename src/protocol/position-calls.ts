import { type Amounts, type ContractCall, type Conversion, encodeChainWrite, type PairPlace } from './chain-writes.js'
import { contractSet, contractsOf, type MarketFlags } from './contracts.js'

/** What the calls for a market's shares need. */
export interface PositionMarket extends MarketFlags {
  readonly conditionId: string
}

/** Turns `amount` wei of collateral into as many shares of each outcome. */
export const splitCall = (chainId: number, market: PositionMarket, amount: bigint): ContractCall => {
  const place = placeOf(chainId, market)
  return { to: place.to, data: encodeChainWrite({ kind: 'split', ...place.pair, amount }) }
}

/** Turns `amount` wei of each outcome's shares into as much collateral. */
export const mergeCall = (chainId: number, market: PositionMarket, amount: bigint): ContractCall => {
  const place = placeOf(chainId, market)
  return { to: place.to, data: encodeChainWrite({ kind: 'merge', ...place.pair, amount }) }
}

/** Turns held shares of a market with a result into what they pay. */
export const redeemCall = (chainId: number, market: PositionMarket, amounts: Amounts): ContractCall => {
  const place = placeOf(chainId, market)
  return { to: place.to, data: encodeChainWrite({ kind: 'redeem', ...place.pair, amounts }) }
}

/** Turns NO of some markets of a negative-risk group into YES of the others and collateral. The group's markets have the same flags. */
export const convertCall = (chainId: number, flags: MarketFlags, conversion: Conversion): ContractCall => {
  const { adapter } = contractSet(chainId, flags)
  if (adapter === null) throw new RangeError('expected a market of a negative-risk group')
  return { to: adapter, data: encodeChainWrite({ kind: 'convert', ...conversion }) }
}

/** The flags decide the contract: a call of another one takes shares and pays nothing. */
function placeOf(chainId: number, market: PositionMarket): { readonly to: string; readonly pair: PairPlace } {
  const { conditionId: condition } = market
  const { adapter, conditionalTokens } = contractSet(chainId, market)
  if (adapter !== null) return { to: adapter, pair: { through: 'adapter', condition } }
  return { to: conditionalTokens, pair: { through: 'tokens', collateral: contractsOf(chainId).usdt, condition } }
}
