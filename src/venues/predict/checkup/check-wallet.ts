import { Wei } from '../../../model/money.js'
import { reasonOf } from '../../../model/reason-of.js'
import { type ContractSet, contractSet, contractsOf, type MarketFlags } from '../../../protocol/contracts.js'
import { Finding } from '../../finding.js'
import { remedyOf } from '../../remedy-of.js'
import { readAllowance, readApproval, readCash, readChainId, readShares, readSmartOwner } from '../chain-reads.js'
import type { PredictMarket } from '../market-registry.js'
import type { Checkup } from './checkup.js'

/** Less than this is treated as nothing. */
const LEAST = Wei.ONE

/** Checks a wallet on the chain: its kind, what it holds, and each approval that these markets need, by contract. */
export async function checkWallet(checkup: Checkup, markets: readonly PredictMarket[]): Promise<readonly Finding[]> {
  const { chain } = checkup
  try {
    const found = await readChainId(chain)
    if (found !== chain.chainId)
      return [
        Finding.fail(
          'chain',
          `rpcUrl is a node of chain ${found}, and the config says ${chain.chainId}`,
          'set chainId (56 is the main network, 97 the test network) or the address of a node of that chain',
        ),
      ]
    const checks = [form(checkup), holdings(checkup, markets), ...kindsOf(markets).map(flags => approvals(checkup, flags))]
    return [Finding.ok('chain', `a node of chain ${found}`), ...(await Promise.all(checks)).flat()]
  } catch (error) {
    return [Finding.fail('chain', `the chain could not be read: ${reasonOf(error)}`, remedyOf(error))]
  }
}

async function form({ chain, signer: { address, owner } }: Checkup): Promise<readonly Finding[]> {
  if (address === owner)
    return [
      Finding.ok(
        'wallet',
        `a plain wallet: orders are those of the key's own address ${address} (a Predict account is named by venue.account)`,
      ),
    ]
  const found = await readSmartOwner(chain)
  if (found === owner) return [Finding.ok('wallet', `the Predict account ${address}, owned by the key of ${owner}`)]
  return [
    Finding.fail(
      'wallet',
      `the key is that of ${owner}, and the chain says that account ${address} is owned by ${found}`,
      'set venue.account to the account of this key, or venue.keystore to the key of this account',
    ),
  ]
}

async function holdings({ chain }: Checkup, markets: readonly PredictMarket[]): Promise<readonly Finding[]> {
  const [cash, shares] = await Promise.all([readCash(chain), readShares(chain, markets)])
  const held = [...shares.values()].filter(({ yes, no }) => yes + no > 0n).length
  const words = `${Wei.toNumber(cash).toFixed(2)} USDT, and shares in ${held} of ${markets.length} markets`
  if (cash >= LEAST || held > 0) return [Finding.ok('balance', words)]
  return [Finding.fail('balance', words, `send USDT (BEP-20) to ${chain.owner}`)]
}

function kindsOf(markets: readonly PredictMarket[]): readonly MarketFlags[] {
  const kinds = new Map(markets.map(({ flags }) => [`${flags.isNegRisk} ${flags.isYieldBearing}`, flags]))
  return [...kinds.values()]
}

async function approvals(checkup: Checkup, flags: MarketFlags): Promise<readonly Finding[]> {
  const { chain } = checkup
  const set = contractSet(chain.chainId, flags)
  const kind = [flags.isYieldBearing ? 'yield-bearing' : null, flags.isNegRisk ? 'neg-risk' : null].filter(Boolean).join(' ')
  const kindName = `${kind === '' ? 'plain' : kind} markets`
  const sells = [
    { name: 'exchange', operator: set.exchange },
    ...(set.adapter === null ? [] : [{ name: 'adapter', operator: set.adapter }]),
  ]
  const found = await Promise.all([
    allowance(checkup, set, kindName),
    ...sells.map(async ({ name, operator }) => {
      const contract = set.conditionalTokens
      const words = `${kindName}: shares ${contract} for ${name} ${operator}`
      if (await readApproval(chain, { contract, operator })) return Finding.ok('approval', `${words}: approved`)
      const remedy = `"oddsmith approve CONFIG" gives it; or call setApprovalForAll(${operator}, true) of ${contract} from ${chain.owner}, or trade such a market once by hand on the venue's page`
      return Finding.fail('approval', `${words}: not approved, so nothing could be sold`, remedy)
    }),
  ])
  return found
}

async function allowance({ chain }: Checkup, { exchange }: ContractSet, kindName: string): Promise<Finding> {
  const { usdt } = contractsOf(chain.chainId)
  const [allowed, cash] = await Promise.all([readAllowance(chain, exchange), readCash(chain)])
  const words = `${kindName}: USDT ${usdt} for exchange ${exchange}`
  const remedy = `"oddsmith approve CONFIG" gives it; or call approve(${exchange}, amount) of ${usdt} from ${chain.owner}, or trade such a market once by hand on the venue's page`
  if (allowed < LEAST) return Finding.fail('approval', `${words}: not allowed, so nothing could be bought`, remedy)
  if (allowed < cash)
    return Finding.warn('approval', `${words}: ${Wei.toNumber(allowed).toFixed(2)} USDT, less than the wallet holds`, remedy)
  return Finding.ok('approval', `${words}: allowed`)
}
