import { MarketId } from '../../model/ids.js'
import type { Market } from '../../model/market.js'
import { Wei } from '../../model/money.js'
import { type ContractCall, encodeChainWrite } from '../../protocol/chain-writes.js'
import { contractSet, contractsOf, type MarketFlags } from '../../protocol/contracts.js'
import { type Allowed, type Approval, type Approvals, allowedText } from '../approvals.js'
import { chainError } from './chain-error.js'
import { type ChainOptions, readAllowance, readApproval, wrongChain } from './chain-reads.js'
import { lookAfter, type SendOptions, sendCall } from './chain-sends.js'
import { kindText, MARKET_KINDS } from './market-kinds.js'
import type { PredictMarket } from './market-registry.js'

export interface ApprovalsOptions extends SendOptions {
  /** What the venue said of these markets. */
  readonly read: (markets: readonly Market[]) => readonly Pick<PredictMarket, 'id' | 'flags'>[]
}

type Permission = Omit<Approval, 'markets' | 'allowed'>

const UINT_MAX = (1n << 256n) - 1n
/** The venue's SDK counts an allowance as unlimited from here on: each trade lowers it. */
const UNLIMITED_FROM = (1n << 255n) - 1n

/** Creates the approvals of a wallet, which are set by transactions of its key. */
export function createApprovals(options: ApprovalsOptions): Approvals {
  const { rpc, signer } = options
  const chain = { rpc, chainId: signer.chainId, owner: signer.address }
  const lacks = createLacks(chain)
  return {
    list: async markets => {
      const wrong = await wrongChain(chain)
      if (wrong !== null) throw chainError(wrong)
      const wanted = new Map<string, { readonly one: Permission; readonly markets: MarketId[] }>()
      const want = (flags: MarketFlags, market: string | null): void => {
        for (const one of permissionsOf(signer.chainId, flags)) {
          const entry = wanted.get(keyOf(one)) ?? { one, markets: [] }
          if (market !== null) entry.markets.push(MarketId.of(market))
          wanted.set(keyOf(one), entry)
        }
      }
      if (markets === null) for (const flags of MARKET_KINDS) want(flags, null)
      else for (const { id, flags } of options.read(markets)) want(flags, id)
      return Promise.all(
        [...wanted.values()].map(async entry => ({
          ...entry.one,
          markets: entry.markets,
          allowed: await readAllowed(chain, entry.one),
        })),
      )
    },
    lacking: async markets => {
      const found = new Map<MarketId, string>()
      for (const { id, flags } of options.read(markets)) {
        const text = await lacks(flags)
        if (text !== null) found.set(MarketId.of(id), text)
      }
      return found
    },
    set: async (one, allowed) => {
      const hash = await sendCall(options, callOf(one, allowed))
      const found = await lookAfter(options, hash, {
        read: () => readAllowed(chain, one),
        isExpected: now => isSet(now, allowed),
      })
      if (!isSet(found, allowed))
        throw chainError(
          `transaction ${hash} was carried out, but ${one.name} may now take ${allowedText(found)}, expected ${allowedText(allowed)}`,
        )
      return hash
    },
  }
}

/** What orders of a kind of market lack; null: nothing. */
function createLacks(chain: ChainOptions): (flags: MarketFlags) => Promise<string | null> {
  const given = new Set<string>()
  return async flags => {
    const missing: string[] = []
    for (const one of permissionsOf(chain.chainId, flags)) {
      if (one.use !== 'trade' || given.has(keyOf(one))) continue
      if ((await readAllowed(chain, one)) === 0n) missing.push(`${one.what === 'cash' ? 'USDT' : 'shares'} for ${one.name}`)
      else given.add(keyOf(one))
    }
    return missing.length === 0 ? null : `the wallet has not approved ${missing.join(', and ')}`
  }
}

const keyOf = ({ what, token, spender }: Permission): string => `${what} ${token} ${spender}`

/** By the venue's table: shares of a neg-risk market also move through its adapter, and its pairs are made there. */
function permissionsOf(chainId: number, flags: MarketFlags): readonly Permission[] {
  const { usdt: cash } = contractsOf(chainId)
  const { exchange, conditionalTokens: shares, adapter } = contractSet(chainId, flags)
  const of = `of ${kindText(flags)}`
  const trading: readonly Permission[] = [
    { what: 'cash', token: cash, spender: exchange, name: `the exchange ${of}`, use: 'trade' },
    { what: 'shares', token: shares, spender: exchange, name: `the exchange ${of}`, use: 'trade' },
  ]
  if (adapter === null)
    return [...trading, { what: 'cash', token: cash, spender: shares, name: `the contract of shares ${of}`, use: 'split' }]
  const name = `the adapter ${of}`
  return [
    ...trading,
    { what: 'shares', token: shares, spender: adapter, name, use: 'trade' },
    { what: 'cash', token: cash, spender: adapter, name, use: 'split' },
  ]
}

async function readAllowed(chain: ChainOptions, { what, token, spender }: Permission): Promise<Allowed> {
  if (what === 'shares') return (await readApproval(chain, { contract: token, operator: spender })) ? 'unlimited' : Wei.ZERO
  const allowance = await readAllowance(chain, spender)
  return allowance >= UNLIMITED_FROM ? 'unlimited' : allowance
}

function callOf({ what, token, spender }: Permission, allowed: Allowed): ContractCall {
  const write =
    what === 'cash'
      ? ({ kind: 'approve-cash', spender, amount: allowed === 'unlimited' ? UINT_MAX : allowed } as const)
      : ({ kind: 'approve-shares', operator: spender, isApproved: allowed !== 0n } as const)
  return { to: token, data: encodeChainWrite(write) }
}

/** A trade may already have taken part of an amount. */
const isSet = (found: Allowed, asked: Allowed): boolean =>
  asked === 0n || asked === 'unlimited' ? found === asked : found !== 0n
