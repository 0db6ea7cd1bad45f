import { plural } from '../../model/counted.js'
import { Wei } from '../../model/money.js'
import { type ContractSet, contractSet, contractsOf } from '../../protocol/contracts.js'
import { exactDigits } from '../../protocol/exact-digits.js'
import type { Signer } from '../../protocol/sign.js'
import {
  type ChainOptions,
  readAllowance,
  readApproval,
  readCash,
  readShares,
  readSmartOwner,
  wrongChain,
} from './chain-reads.js'
import type { PredictMarket } from './market-registry.js'

export interface PreflightOptions {
  readonly chain: ChainOptions
  readonly signer: Signer
  readonly markets: readonly PredictMarket[]
}

/** Cost of the smallest possible order: less is treated as nothing. */
const LEAST = Wei.ONE

/**
 * What this wallet lacks to trade these markets according to the chain, one sentence each: the right chain, an owner, collateral or shares, the
 * allowance to buy and the approvals to sell. Empty: nothing is missing. Only reads; rejects with a VenueError if a read fails.
 */
export async function preflight({ chain, signer, markets }: PreflightOptions): Promise<readonly string[]> {
  const wrong = await wrongChain(chain)
  // On another chain, every further answer would be about another wallet.
  if (wrong !== null) return [wrong]
  const checks = [
    missingOwner(chain, signer),
    missingMoney(chain, markets),
    ...setsOf(chain.chainId, markets).map(group => missingApprovals(chain, group)),
  ]
  return (await Promise.all(checks)).flat()
}

/** The markets of one exchange. */
interface Group {
  readonly set: ContractSet
  readonly ids: readonly string[]
}

function setsOf(chainId: number, markets: readonly PredictMarket[]): readonly Group[] {
  const groups = new Map<string, { set: ContractSet; ids: string[] }>()
  for (const { id, flags } of markets) {
    const set = contractSet(chainId, flags)
    const group = groups.get(set.exchange) ?? { set, ids: [] }
    group.ids.push(id)
    groups.set(set.exchange, group)
  }
  return [...groups.values()]
}

async function missingOwner(chain: ChainOptions, { address, owner }: Signer): Promise<readonly string[]> {
  if (address === owner) return []
  const found = await readSmartOwner(chain)
  if (found === owner) return []
  return [`account ${address} must be owned by the key of ${owner}, the chain names ${found}`]
}

async function missingMoney(chain: ChainOptions, markets: readonly PredictMarket[]): Promise<readonly string[]> {
  const [cash, shares] = await Promise.all([readCash(chain), readShares(chain, markets)])
  const holdsShares = [...shares.values()].some(({ yes, no }) => yes + no > 0n)
  if (cash >= LEAST || holdsShares) return []
  return [`${chain.owner} must hold USDT to buy with or shares to sell, found ${exactDigits(cash)} USDT and no shares`]
}

async function missingApprovals(chain: ChainOptions, { set, ids }: Group): Promise<readonly string[]> {
  const { exchange, conditionalTokens: contract, adapter } = set
  // Shares of a negative-risk group also move through its adapter.
  const operators = adapter === null ? [exchange] : [exchange, adapter]
  const [allowance, ...approvals] = await Promise.all([
    readAllowance(chain, exchange),
    ...operators.map(operator => readApproval(chain, { contract, operator })),
  ])
  const usdt = contractsOf(chain.chainId).usdt
  const where = `for ${plural(ids.length, 'market')} ${ids.join(', ')}`
  const buying =
    allowance >= LEAST
      ? []
      : [`USDT ${usdt} must allow exchange ${exchange} to spend, found an allowance of ${exactDigits(allowance)} (${where})`]
  const selling = operators
    .filter((_, at) => approvals[at] !== true)
    .map(
      operator =>
        `shares ${contract} must be approved for ${operator === adapter ? 'adapter' : 'exchange'} ${operator} (${where})`,
    )
  return [...buying, ...selling]
}
