import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPublicClient, http, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { type RunningExchange, startExchange } from '../../src/exchange.js'
import { openJournal } from '../../src/journal/journal.js'
import { restoreState } from '../../src/runtime/restore-state.js'

/** Cash and shares of a wallet in wei; shares by `<market>-<outcome>`, nothing where nothing is held. */
export interface Holdings {
  readonly cash: bigint
  readonly shares: Readonly<Record<string, bigint>>
}

/** What the exchange says a wallet has, asked over its own wires by a client that shares no code with the bot. */
export async function holdingsAtExchange(
  exchange: Pick<RunningExchange, 'baseUrl' | 'rpcUrl' | 'apiKey'>,
  owner: string,
): Promise<Holdings> {
  const chain = createPublicClient({ transport: http(exchange.rpcUrl) })
  const read = (path: string): Promise<MarketRow[]> =>
    fetch(`${exchange.baseUrl}${path}`, { headers: { 'x-api-key': exchange.apiKey } })
      .then(answer => answer.json())
      .then(body => (body as { data: MarketRow[] }).data)
  const address = owner as `0x${string}`
  const cash = await chain.readContract({ address: USDT, abi: ERC20, functionName: 'balanceOf', args: [address] })
  const shares: Record<string, bigint> = {}
  for (const market of await read('/v1/markets'))
    for (const { indexSet, onChainId } of market.outcomes) {
      const token = market.isYieldBearing ? YIELD[market.isNegRisk ? 1 : 0] : PLAIN
      const held = await chain.readContract({
        address: token,
        abi: ERC1155,
        functionName: 'balanceOf',
        args: [address, BigInt(onChainId)],
      })
      if (held !== 0n) shares[`${market.id}-${indexSet === 1 ? 'yes' : 'no'}`] = held
    }
  return { cash, shares }
}

/** An order as the exchange shows it. */
export interface ShownOrder {
  readonly hash: string
  readonly market: number
}

/** Logs in once, and from then on looks at a wallet's open orders whenever it is asked. Shares no code with the bot. */
export async function watchOrders(
  exchange: Pick<RunningExchange, 'baseUrl' | 'apiKey'>,
  privateKey: string,
): Promise<() => Promise<readonly ShownOrder[]>> {
  const account = privateKeyToAccount(privateKey as `0x${string}`)
  const headers = { 'x-api-key': exchange.apiKey, 'content-type': 'application/json' }
  const call = async (path: string, init: { method?: string; body?: string; token?: string } = {}): Promise<Answer> => {
    const { token, ...rest } = init
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const answer = await fetch(`${exchange.baseUrl}${path}`, { ...rest, headers: { ...headers, ...authorization } })
    return (await answer.json()) as Answer
  }
  const { message } = (await call('/v1/auth/message')).data as { message: string }
  const signature = await account.signMessage({ message })
  const login = await call('/v1/auth', {
    method: 'POST',
    body: JSON.stringify({ signer: account.address, message, signature }),
  })
  const { token } = login.data as { token: string }
  return async () => {
    const orders = await call('/v1/orders?status=OPEN&first=100', { token })
    const rows = orders.data as { readonly marketId: number; readonly order: { readonly hash: string } }[]
    return rows.map(({ marketId, order }) => ({ hash: order.hash, market: marketId }))
  }
}

/** Orders of a wallet that the exchange shows as open now. */
export async function openOrdersAtExchange(
  exchange: Pick<RunningExchange, 'baseUrl' | 'apiKey'>,
  privateKey: string,
): Promise<string[]> {
  const look = await watchOrders(exchange, privateKey)
  return (await look()).map(({ hash }) => hash)
}

/** Compares the journal of a wallet, whose bot is gone, with the exchange that was embedded in it: the money and shares of both, and no order that rests. */
export async function compareWithEmbedded({
  folder,
  address,
}: {
  readonly folder: string
  readonly address: string
}): Promise<void> {
  const exchange = await startExchange({ data: join(folder, 'exchange'), crowd: { kind: 'none' } })
  try {
    expect(holdingsInJournal(folder)).toEqual(await holdingsAtExchange(exchange, address))
    const { privateKey } = JSON.parse(readFileSync(join(folder, 'key.json'), 'utf8')) as { privateKey: string }
    expect(await openOrdersAtExchange(exchange, privateKey)).toEqual([])
  } finally {
    await exchange.close()
  }
}

/** What the bot's journal says, read after it is gone. */
export function holdingsInJournal(walletFolder: string): Holdings {
  const journal = openJournal(join(walletFolder, 'journal.db'), { epoch: 1 })
  try {
    const { state } = restoreState(journal)
    const shares: Record<string, bigint> = {}
    for (const [market, position] of state.positions)
      for (const outcome of ['yes', 'no'] as const) {
        const held: bigint = position[outcome].shares
        if (held !== 0n) shares[`${market}-${outcome}`] = held
      }
    return { cash: state.cash, shares }
  } finally {
    journal.close()
  }
}

interface Answer {
  readonly data: unknown
}

interface MarketRow {
  readonly id: number
  readonly isNegRisk: boolean
  readonly isYieldBearing: boolean
  readonly outcomes: readonly { readonly indexSet: number; readonly onChainId: string }[]
}

const ERC20 = parseAbi(['function balanceOf(address) view returns (uint256)'])
const ERC1155 = parseAbi(['function balanceOf(address, uint256) view returns (uint256)'])
// Addresses of the venue's test chain, as its reference lists them.
const USDT = '0xB32171ecD878607FFc4F8FC0bCcE6852BB3149E0'
const PLAIN = '0x2827AAef52D71910E8FBad2FfeBC1B6C2DA37743'
const YIELD = ['0x38BF1cbD66d174bb5F3037d7068E708861D68D7f', '0x26e865CbaAe99b62fbF9D18B55c25B5E079A93D5'] as const
