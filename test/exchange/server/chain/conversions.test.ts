import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { createPublicClient, createWalletClient, defineChain, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { ExchangeOptions, RunningExchange } from '../../../../src/exchange.js'
import { decodeUintAnswer, encodeChainCall } from '../../../../src/protocol/chain.js'
import { encodeChainWrite, encodeSmartCall } from '../../../../src/protocol/chain-writes.js'
import { contractSet } from '../../../../src/protocol/contracts.js'
import { convertCall, splitCall } from '../../../../src/protocol/position-calls.js'
import { folder, start } from '../exchanges.js'
import { createOperator } from '../operator-client.js'

const ONE = 10n ** 18n
const KEY = `0x${'61'.repeat(32)}` as const
const SMART = '0x6363636363636363636363636363636363636363'
const owner = privateKeyToAccount(KEY)
const ADDRESS = owner.address.toLowerCase()
const FLAGS = { isNegRisk: true, isYieldBearing: false }
const { adapter, conditionalTokens } = contractSet(97, FLAGS)
const category = { slug: 'race', title: 'Race' }
const OPTIONS: ExchangeOptions = {
  payouts: 'on-redeem',
  crowd: { kind: 'none' },
  markets: ['A', 'B', 'C', 'D'].map(name => ({ question: `${name}?`, feeRateBps: 0, isNegRisk: true, category })),
  smartAccounts: [{ address: SMART, owner: owner.address }],
  fund: [owner.address, SMART].map(address => ({ address, usdt: '1000', approvals: { cash: true, shares: true } })),
}

/** A market or a category. */
interface Row {
  readonly id: number
  readonly conditionId: string
  readonly categorySlug: string
  readonly negRiskOnChainId: string
  readonly isNegRisk: boolean
  readonly isYieldBearing: boolean
}

/** An exchange, a wallet of its chain, and the group of its first market. */
const openGroup = async (exchange: RunningExchange) => {
  const chain = defineChain({
    id: 97,
    name: 'exchange',
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpcUrls: { default: { http: [exchange.rpcUrl] } },
  })
  const transport = http(exchange.rpcUrl, { retryCount: 0 })
  const reader = createPublicClient({ chain, transport, pollingInterval: 5 })
  const wallet = createWalletClient({ chain, transport, account: owner })
  const send = async ({ to, data }: { to: string; data: Hex }, more = {}) => {
    const hash = await wallet.sendTransaction({ to: to as Hex, data, ...more })
    return (await reader.waitForTransactionReceipt({ hash })).status === 'success'
  }
  const get = async (path: string) => {
    const response = await fetch(`${exchange.baseUrl}/v1/${path}`, { headers: { 'x-api-key': exchange.apiKey } })
    return ((await response.json()) as { data: Row }).data
  }
  const markets = await Promise.all(exchange.markets.map(({ id }) => get(`markets/${id}`)))
  const group = (await get(`categories/${markets[0]!.categorySlug}`)).negRiskOnChainId
  const operator = createOperator(exchange)
  const holds = async (address = ADDRESS) => {
    const rows = (await operator.get('/accounts?first=100')).body.data
    const { cash, holdings } = rows.find((one: { address: string }) => one.address === address)
    const count = (wei: string): number => Number(wei) / 1e18
    const held = holdings.toSorted((a: { marketId: number }, b: { marketId: number }) => a.marketId - b.marketId)
    return `${count(cash)}: ${held.map(({ yes, no }: { yes: string; no: string }) => `${count(yes)}/${count(no)}`).join(' ')}`
  }
  const split = (at: number, pairs: bigint) => splitCall(97, markets[at]!, pairs * ONE)
  const convert = (questions: bigint, shares: bigint, id = group) =>
    convertCall(97, FLAGS, { group: id, questions, amount: shares * ONE })
  const tried = ({ to, data }: { to: string; data: Hex }) => reader.call({ account: owner.address, to: to as Hex, data })
  const read = async (kind: 'convertFee' | 'questionCount', id = group) =>
    decodeUintAnswer((await reader.call({ to: adapter as Hex, data: encodeChainCall({ kind, group: id }) })).data ?? '0x')
  return { reader, send, get, operator, markets, holds, split, convert, tried, read }
}

describe('a conversion', () => {
  it('gives YES of the other markets and dollars, and takes the fee that the adapter tells', async () => {
    const { send, holds, split, convert, read } = await openGroup(await start({ ...OPTIONS, convertFeeBps: 200 }))
    expect([await read('convertFee'), await read('questionCount')]).toEqual([200n, 4n])
    expect([await read('convertFee', `0x${'1'.repeat(64)}`), await read('questionCount', `0x${'1'.repeat(64)}`)]).toEqual([
      0n,
      0n,
    ])
    for (const at of [0, 2]) expect(await send(split(at, 10n))).toBe(true)
    expect(await send(convert(0b101n, 5n))).toBe(true)
    expect(await holds()).toBe('984.9: 10/5 4.9/0 10/5 4.9/0')
    expect(await send(convert(0b1n, 5n))).toBe(true)
    expect(await holds()).toBe('984.9: 10/0 9.8/0 14.9/5 9.8/0')
  })

  it('is made by a smart wallet too', async () => {
    const { send, holds, split, convert } = await openGroup(await start(OPTIONS))
    expect(await send({ to: SMART, data: encodeSmartCall(split(1, 3n)) })).toBe(true)
    expect(await send({ to: SMART, data: encodeSmartCall(convert(0b10n, 3n)) })).toBe(true)
    expect(await holds(SMART)).toBe('997: 3/0 3/0 3/0 3/0')
  })

  it('reverts with the reasons of the contract, and then changes nothing', async () => {
    const alone = { question: 'Alone?', isNegRisk: true }
    const { send, get, holds, split, convert, tried, markets } = await openGroup(
      await start({ ...OPTIONS, markets: [...OPTIONS.markets!, alone] }),
    )
    await send(split(0, 10n))
    await expect(tried(convert(0b1n, 1n, `0x${'1'.repeat(64)}`))).rejects.toThrow('MarketNotPrepared')
    await expect(tried(convert(0n, 1n))).rejects.toThrow('InvalidIndexSet')
    await expect(tried(convert(0b10000n, 1n))).rejects.toThrow('InvalidIndexSet')
    await expect(tried(convert(0b11n, 1n))).rejects.toThrow('SafeMath: subtraction overflow')
    await expect(tried(convert(0b1n, 11n))).rejects.toThrow('SafeMath: subtraction overflow')
    await expect(tried({ ...convert(0b1n, 1n), to: conditionalTokens })).rejects.toThrow('execution reverted')
    const other = contractSet(97, { isNegRisk: true, isYieldBearing: true }).adapter!
    await expect(tried({ ...convert(0b1n, 1n), to: other })).rejects.toThrow('MarketNotPrepared')
    const lonely = (await get(`categories/${markets[4]!.categorySlug}`)).negRiskOnChainId
    await expect(tried(convert(0b1n, 1n, lonely))).rejects.toThrow('NoConvertiblePositions')
    expect(await send(convert(0b1n, 0n))).toBe(true)
    expect(await send(convert(0b1n, 11n), { gas: 900_000n })).toBe(false)
    expect(await holds()).toBe('990: 10/10')
    await send({
      to: conditionalTokens,
      data: encodeChainWrite({ kind: 'approve-shares', operator: adapter!, isApproved: false }),
    })
    await expect(tried(convert(0b1n, 1n))).rejects.toThrow('need operator approval')
    expect(await holds()).toBe('990: 10/10')
  })

  it('and what it gave are still there after a kill, and nothing is carried out again', async () => {
    const data = folder()
    const options = { ...OPTIONS, data, rateLimits: null, snapshotEvery: 3, accounts: 0 }
    const built = pathToFileURL('dist/src/exchange.js').href
    const script = `const { startExchange } = await import(${JSON.stringify(built)})
      const { close, ...exchange } = await startExchange(${JSON.stringify(options)})
      process.stdout.write(JSON.stringify(exchange) + '\\n')`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const killed = await openGroup(JSON.parse(String(line)) as RunningExchange)
    for (const at of [0, 1]) expect(await killed.send(killed.split(at, 10n))).toBe(true)
    for (let count = 0; count < 4; count++) expect(await killed.send(killed.convert(0b11n, 2n))).toBe(true)
    const before = await killed.holds()
    expect(before).toBe('988: 10/2 10/2 8/0 8/0')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const again = await openGroup(await start(options))
    expect(await again.holds()).toBe(before)
    expect(await again.reader.getTransactionCount({ address: owner.address })).toBe(6)
    expect(await again.send(again.convert(0b11n, 2n))).toBe(true)
    await again.operator.done(`/markets/${again.markets[3]!.id}/resolve`, { yes: 1 })
    expect(await again.holds()).toBe('990: 10/0 10/0 10/0 10/0')
  }, 120_000)
})
