/** Stands for no address: as the taker of an order it means any, as the owner of an account none. */
export const ZERO_ADDRESS = `0x${'0'.repeat(40)}`

/** BNB Chain: 56 is its main network, 97 its test network. */
export type ChainId = 56 | 97

/** Which of the four sets of contracts a market trades on. */
export interface MarketFlags {
  readonly isNegRisk: boolean
  readonly isYieldBearing: boolean
}

/** Addresses that a trading wallet uses, in EIP-55 form. */
export interface Contracts {
  readonly usdt: string
  readonly ecdsaValidator: string
  readonly kernel: string
  readonly plain: ContractSet
  readonly negRisk: ContractSet
  readonly yieldBearing: ContractSet
  readonly yieldBearingNegRisk: ContractSet
}

/** One exchange, the ERC-1155 contract whose shares it moves, and the adapter of negative-risk groups. */
export interface ContractSet {
  readonly exchange: string
  readonly conditionalTokens: string
  readonly adapter: string | null
}

/** All addresses of a chain. Throws a RangeError for a chain without an exchange. */
export function contractsOf(chainId: number): Contracts {
  if (chainId === 56) return MAIN
  if (chainId === 97) return TEST
  throw new RangeError(`expected chain 56 or 97, found ${chainId}`)
}

/** The contracts of a market, by its two flags. */
export function contractSet(chainId: number, flags: MarketFlags): ContractSet {
  const contracts = contractsOf(chainId)
  if (flags.isYieldBearing) return flags.isNegRisk ? contracts.yieldBearingNegRisk : contracts.yieldBearing
  return flags.isNegRisk ? contracts.negRisk : contracts.plain
}

/** The exchange contract that a market's orders are signed for. */
export const exchangeAddress = (chainId: number, flags: MarketFlags): string => contractSet(chainId, flags).exchange

const MAIN: Contracts = {
  usdt: '0x55d398326f99059fF775485246999027B3197955',
  ecdsaValidator: '0x845ADb2C711129d4f3966735eD98a9F09fC4cE57',
  kernel: '0xBAC849bB641841b44E965fB01A4Bf5F074f84b4D',
  plain: {
    exchange: '0x8BC070BEdAB741406F4B1Eb65A72bee27894B689',
    conditionalTokens: '0x22DA1810B194ca018378464a58f6Ac2B10C9d244',
    adapter: null,
  },
  negRisk: {
    exchange: '0x365fb81bd4A24D6303cd2F19c349dE6894D8d58A',
    conditionalTokens: '0x22DA1810B194ca018378464a58f6Ac2B10C9d244',
    adapter: '0xc3Cf7c252f65E0d8D88537dF96569AE94a7F1A6E',
  },
  yieldBearing: {
    exchange: '0x6bEb5a40C032AFc305961162d8204CDA16DECFa5',
    conditionalTokens: '0x9400F8Ad57e9e0F352345935d6D3175975eb1d9F',
    adapter: null,
  },
  yieldBearingNegRisk: {
    exchange: '0x8A289d458f5a134bA40015085A8F50Ffb681B41d',
    conditionalTokens: '0xF64b0b318AAf83BD9071110af24D24445719A07F',
    adapter: '0x41dCe1A4B8FB5e6327701750aF6231B7CD0B2A40',
  },
}

const TEST: Contracts = {
  usdt: '0xB32171ecD878607FFc4F8FC0bCcE6852BB3149E0',
  ecdsaValidator: '0x845ADb2C711129d4f3966735eD98a9F09fC4cE57',
  kernel: '0xBAC849bB641841b44E965fB01A4Bf5F074f84b4D',
  plain: {
    exchange: '0x2A6413639BD3d73a20ed8C95F634Ce198ABbd2d7',
    conditionalTokens: '0x2827AAef52D71910E8FBad2FfeBC1B6C2DA37743',
    adapter: null,
  },
  negRisk: {
    exchange: '0xd690b2bd441bE36431F6F6639D7Ad351e7B29680',
    conditionalTokens: '0x2827AAef52D71910E8FBad2FfeBC1B6C2DA37743',
    adapter: '0x285c1B939380B130D7EBd09467b93faD4BA623Ed',
  },
  yieldBearing: {
    exchange: '0x8a6B4Fa700A1e310b106E7a48bAFa29111f66e89',
    conditionalTokens: '0x38BF1cbD66d174bb5F3037d7068E708861D68D7f',
    adapter: null,
  },
  yieldBearingNegRisk: {
    exchange: '0x95D5113bc50eD201e319101bbca3e0E250662fCC',
    conditionalTokens: '0x26e865CbaAe99b62fbF9D18B55c25B5E079A93D5',
    adapter: '0xb74aea04bdeBE912Aa425bC9173F9668e6f11F99',
  },
}
