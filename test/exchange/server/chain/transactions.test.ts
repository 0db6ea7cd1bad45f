import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { OrderBuilder, type SignerLike } from '@predictdotfun/sdk'
import fc from 'fast-check'
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  encodeFunctionData,
  type Hex,
  http,
  parseAbi,
  parseEther,
  parseGwei,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { type ExchangeOptions, type RunningExchange } from '../../../../src/exchange.js'
import { encodeChainWrite, encodeSmartCall } from '../../../../src/protocol/chain-writes.js'
import { contractSet, contractsOf } from '../../../../src/protocol/contracts.js'
import { mergeCall, redeemCall, splitCall } from '../../../../src/protocol/position-calls.js'
import { createClient } from '../client.js'
import { folder, start } from '../exchanges.js'
import { createOperator } from '../operator-client.js'

const ONE = 10n ** 18n
const [KEY, STRANGER] = [`0x${'61'.repeat(32)}`, `0x${'62'.repeat(32)}`] as const
const SMART = '0x6363636363636363636363636363636363636363'
const owner = privateKeyToAccount(KEY)
const ADDRESS = owner.address.toLowerCase()
const KINDS = [0, 1, 2, 3].map(kind => ({ isNegRisk: kind % 2 === 1, isYieldBearing: kind >= 2 }))
const OPTIONS: ExchangeOptions = {
  payouts: 'on-redeem',
  markets: KINDS.map((kind, index) => ({ question: `Will kind ${index} do?`, feeRateBps: 0, endsInMinutes: null, ...kind })),
  smartAccounts: [{ address: SMART, owner: owner.address }],
  fund: [owner.address, SMART].map(address => ({ address, usdt: '1000', approvals: { cash: false, shares: false } })),
}
const { usdt } = contractsOf(97)
const ABI = parseAbi([
  'function approve(address spender, uint256 amount) returns (bool)',
  'function setApprovalForAll(address operator, bool approved)',
  'function incrementNonce()',
])
const MAX = 2n ** 256n - 1n

type Send = (to: string, data: Hex, more?: object) => Promise<boolean>

/** An exchange, and a viem wallet of its chain. */
const openChain = async (exchange: RunningExchange, key: Hex = KEY) => {
  const chain = defineChain({
    id: 97,
    name: 'exchange',
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpcUrls: { default: { http: [exchange.rpcUrl] } },
  })
  const transport = http(exchange.rpcUrl, { retryCount: 0 })
  const reader = createPublicClient({ chain, transport, pollingInterval: 5 })
  const wallet = createWalletClient({ chain, transport, account: privateKeyToAccount(key) })
  const send: Send = async (to, data, more = {}) => {
    const hash = await wallet.sendTransaction({ to: to as Hex, data, ...more })
    return (await reader.waitForTransactionReceipt({ hash })).status === 'success'
  }
  const operator = createOperator(exchange)
  const markets = await Promise.all(
    exchange.markets.map(async ({ id }) => {
      const response = await fetch(`${exchange.baseUrl}/v1/markets/${id}`, { headers: { 'x-api-key': exchange.apiKey } })
      return ((await response.json()) as { data: Row }).data
    }),
  )
  const row = async (address = ADDRESS) =>
    (await operator.get(`/accounts?first=100`)).body.data.find((one: Row) => one.address === address)
  return { exchange, reader, wallet, send, operator, markets, row }
}

type Row = {
  readonly id: number
  readonly conditionId: Hex
  readonly isNegRisk: boolean
  readonly isYieldBearing: boolean
  readonly address: string
}

const approveCash = (spender: string, amount = MAX): Hex =>
  encodeFunctionData({ abi: ABI, functionName: 'approve', args: [spender as Hex, amount] })
const approveShares = (spender: string, approved = true): Hex =>
  encodeFunctionData({ abi: ABI, functionName: 'setApprovalForAll', args: [spender as Hex, approved] })

const rpc = async (exchange: RunningExchange, method: string, ...params: unknown[]) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return (await (await fetch(exchange.rpcUrl, { method: 'POST', body })).json()) as {
    result?: unknown
    error?: { code: number; message: string; data?: string }
  }
}

describe('a wallet of viem', () => {
  it('approves, splits, merges and redeems in each kind of market, and raises its nonce', async () => {
    const { send, operator, markets, row, reader } = await openChain(await start(OPTIONS))
    for (const market of markets) {
      const set = contractSet(97, market)
      expect(await send(usdt, approveCash(set.adapter ?? set.conditionalTokens))).toBe(true)
      expect(await send(set.conditionalTokens, approveShares(set.adapter ?? set.exchange))).toBe(true)
      const split = splitCall(97, market, 10n * ONE)
      expect(await send(split.to, split.data)).toBe(true)
      const merge = mergeCall(97, market, 4n * ONE)
      expect(await send(merge.to, merge.data)).toBe(true)
      await operator.done(`/markets/${market.id}/resolve`, { yes: 1 })
      const redeem = redeemCall(97, market, { yes: 6n * ONE, no: 6n * ONE })
      expect(await send(redeem.to, redeem.data)).toBe(true)
    }
    expect(await send(contractSet(97, KINDS[0]!).exchange, encodeChainWrite({ kind: 'raise-nonce' }))).toBe(true)
    expect(await row()).toMatchObject({
      cash: String(1_000n * ONE),
      nonces: { plain: 1, negRisk: 0, yieldBearing: 0, yieldBearingNegRisk: 0 },
      holdings: [],
    })
    expect(await reader.getTransactionCount({ address: owner.address })).toBe(21)
    expect(await reader.getBalance({ address: owner.address })).toBeLessThan(parseEther('100'))
  }, 120_000)

  it('gives each contract its own approval, and raises the nonce of one exchange alone', async () => {
    const exchange = await start({ ...OPTIONS, crowd: { kind: 'none' } })
    const { send, markets } = await openChain(exchange)
    const client = createClient(exchange, { address: owner.address, privateKey: KEY })
    await client.login()
    const refusal = async (market: number, side: 'buy' | 'sell') => {
      const { status, body } = await client.limit({ market, side, cents: side === 'buy' ? 40 : 60, shares: 3 })
      return status === 201 ? null : body.error
    }
    for (const { id } of markets) {
      await createOperator(exchange).done(`/accounts/${owner.address}/pairs`, { marketId: id, shares: '20' })
      expect(await refusal(id, 'buy')).toBe('create_order_insufficient_collateral_allowance')
    }
    for (const [place, market] of markets.entries()) {
      const set = contractSet(97, market)
      expect(await send(usdt, approveCash(set.exchange))).toBe(true)
      const buys = await Promise.all(markets.map(({ id }) => refusal(id, 'buy')))
      expect(buys.map(word => word === null)).toEqual(markets.map((_, at) => at <= place))
      expect(await refusal(market.id, 'sell')).toBe('create_order_insufficient_shares_allowance')
      expect(await send(set.conditionalTokens, approveShares(set.exchange))).toBe(true)
      expect(await refusal(market.id, 'sell')).toBe(set.adapter === null ? null : 'create_order_insufficient_shares_allowance')
      if (set.adapter === null) continue
      // Shares of a neg-risk market also move through its adapter. An approval of it in another contract of shares is of no use.
      const other = contractSet(97, { isNegRisk: true, isYieldBearing: !market.isYieldBearing }).conditionalTokens
      expect(await send(other, approveShares(set.adapter))).toBe(true)
      expect(await refusal(market.id, 'sell')).toBe('create_order_insufficient_shares_allowance')
      expect(await send(set.conditionalTokens, approveShares(set.adapter))).toBe(true)
      expect(await refusal(market.id, 'sell')).toBeNull()
    }
    const [plain, negRisk] = markets as [Row, Row]
    expect(await send(contractSet(97, negRisk).exchange, encodeChainWrite({ kind: 'raise-nonce' }))).toBe(true)
    expect([await refusal(plain.id, 'buy'), await refusal(negRisk.id, 'buy')]).toEqual([null, 'create_order_invalid_nonce'])
    const { data } = (await client.get('/v1/orders?first=100')).body
    const statuses = new Set(data.map((one: { marketId: number; status: string }) => `${one.marketId} ${one.status}`))
    expect(statuses).toEqual(new Set(markets.map(({ id }) => `${id} ${id === negRisk.id ? 'INVALIDATED' : 'OPEN'}`)))
  }, 120_000)

  it('is told why a call reverts before it sends it, and gets a receipt without success where it sends it all the same', async () => {
    const { send, markets, row, reader, operator } = await openChain(await start(OPTIONS))
    const [plain, negRisk] = markets as [Row, Row]
    const split = splitCall(97, plain, 10n * ONE)
    const tried = (call: { to: string; data: Hex }) =>
      reader.call({ account: owner.address, to: call.to as Hex, data: call.data })
    await expect(tried(split)).rejects.toThrow('BEP20: transfer amount exceeds allowance')
    await expect(send(split.to, split.data)).rejects.toThrow('BEP20: transfer amount exceeds allowance')
    expect(await send(split.to, split.data, { gas: 400_000n })).toBe(false)
    expect(await send(usdt, approveCash(contractSet(97, plain).conditionalTokens))).toBe(true)
    const large = splitCall(97, plain, 1_001n * ONE)
    await expect(tried(large)).rejects.toThrow('BEP20: transfer amount exceeds balance')
    await expect(tried(mergeCall(97, plain, 1n))).rejects.toThrow('SafeMath: subtraction overflow')
    await expect(tried(redeemCall(97, plain, { yes: 1n, no: 0n }))).rejects.toThrow('result for condition not received yet')
    await expect(tried(mergeCall(97, negRisk, 1n))).rejects.toThrow('need operator approval')
    expect(await send(split.to, split.data)).toBe(true)
    // The contract of yield-bearing shares has no such condition.
    const elsewhere = redeemCall(97, { ...plain, isYieldBearing: true }, { yes: 1n, no: 0n })
    await operator.done(`/markets/${plain.id}/resolve`, { yes: 1 })
    await expect(tried(elsewhere)).rejects.toThrow('result for condition not received yet')
    expect(await send(elsewhere.to, elsewhere.data, { gas: 400_000n })).toBe(false)
    expect(await row()).toMatchObject({
      cash: String(990n * ONE),
      holdings: [{ yes: String(10n * ONE), no: String(10n * ONE) }],
    })
    // Without enough gas a call has no effect, and costs all of it.
    const redeem = redeemCall(97, plain, { yes: 1n, no: 0n })
    expect(await send(redeem.to, redeem.data, { gas: 40_000n })).toBe(false)
    expect(await row()).toMatchObject({ cash: String(990n * ONE) })
    await expect(tried({ to: usdt, data: '0x12345678' })).rejects.toThrow('execution reverted')
  }, 120_000)

  it('is refused with the errors of a node', async () => {
    const { wallet, exchange, reader } = await openChain(await start(OPTIONS))
    const sign = (change: object) =>
      wallet.signTransaction({
        to: usdt as Hex,
        data: approveCash(usdt),
        nonce: 0,
        gas: 100_000n,
        gasPrice: parseGwei('1'),
        type: 'legacy',
        ...change,
      } as never)
    const sent = async (raw: unknown) => (await rpc(exchange, 'eth_sendRawTransaction', raw)).error
    const first = await sign({})
    expect(await sent(await sign({ nonce: 1 }))).toEqual({ code: -32_000, message: 'nonce too high: next nonce 0, tx nonce 1' })
    expect(await sent(await sign({ gas: 21_000n }))).toMatchObject({
      message: expect.stringContaining('intrinsic gas too low'),
    })
    expect(await sent(await sign({ gas: 10n ** 9n }))).toMatchObject({
      message: expect.stringContaining('exceeds block gas limit'),
    })
    expect(await sent(await sign({ gasPrice: 1n }))).toMatchObject({
      message: expect.stringContaining('transaction underpriced'),
    })
    expect(await sent(await sign({ gasPrice: 10n ** 16n }))).toMatchObject({
      message: expect.stringContaining('insufficient funds for gas * price + value'),
    })
    const foreign = await privateKeyToAccount(KEY).signTransaction({
      to: usdt as Hex,
      nonce: 0,
      gas: 100_000n,
      gasPrice: parseGwei('1'),
      chainId: 56,
      type: 'legacy',
    })
    expect(await sent(foreign)).toMatchObject({ message: 'invalid chain id for signer: have 56 want 97' })
    for (const raw of ['0x', '0x02', 'hello', `${first}00`, first.slice(0, -2)])
      expect(await sent(raw)).toMatchObject({ code: -32_000 })
    expect(await sent(7)).toMatchObject({ code: -32_602 })
    expect(await reader.getTransactionCount({ address: owner.address })).toBe(0)
    expect(await sent(first)).toBeUndefined()
    expect(await sent(first)).toMatchObject({ message: 'nonce too low: next nonce 1, tx nonce 0' })
    const again = await rpc(exchange, 'eth_getTransactionReceipt', `0x${'0'.repeat(64)}`)
    expect(again.result).toBeNull()
  })

  it('reads blocks, fees, codes and its transactions', async () => {
    const { reader, wallet, send } = await openChain(await start(OPTIONS))
    const stranger = privateKeyToAccount(STRANGER).address
    const hash = await wallet.sendTransaction({ to: stranger, value: parseEther('1.5') })
    const receipt = await reader.waitForTransactionReceipt({ hash })
    expect(receipt).toMatchObject({ status: 'success', gasUsed: 21_000n, logs: [] })
    expect(await reader.getBalance({ address: stranger })).toBe(parseEther('101.5'))
    expect(await reader.getTransaction({ hash })).toMatchObject({
      hash,
      from: ADDRESS,
      nonce: 0,
      value: parseEther('1.5'),
      type: 'eip1559',
    })
    const block = await reader.getBlock({ blockNumber: receipt.blockNumber, includeTransactions: true })
    expect(block).toMatchObject({ hash: receipt.blockHash, transactions: [{ hash }], baseFeePerGas: 0n })
    expect(await reader.getFeeHistory({ blockCount: 3, rewardPercentiles: [50] })).toMatchObject({
      baseFeePerGas: [0n, 0n, 0n, 0n],
    })
    expect(await reader.getCode({ address: usdt as Hex })).toBe('0x00')
    expect(await reader.getCode({ address: stranger })).toBeUndefined()
    // No contract of the exchange takes coin.
    expect(await send(usdt, '0x', { value: 1n, gas: 100_000n })).toBe(false)
    for (const type of ['legacy', 'eip2930'] as const)
      expect(await send(usdt, approveCash(contractSet(97, KINDS[0]!).exchange), { type })).toBe(true)
  })

  it('has the calls of its smart wallet made, and no other key has', async () => {
    const exchange = await start(OPTIONS)
    const { send, markets, row } = await openChain(exchange)
    const stranger = await openChain(exchange, STRANGER)
    for (const market of markets) {
      const set = contractSet(97, market)
      const smart = (to: string, data: Hex) => send(SMART, encodeSmartCall({ to, data }))
      expect(await smart(usdt, approveCash(set.adapter ?? set.conditionalTokens))).toBe(true)
      const split = splitCall(97, market, 5n * ONE)
      expect(await smart(split.to, split.data)).toBe(true)
      await expect(stranger.send(SMART, encodeSmartCall(split))).rejects.toThrow('InvalidCaller')
      expect(await stranger.send(SMART, encodeSmartCall(split), { gas: 500_000n })).toBe(false)
    }
    expect((await row(SMART)).holdings).toHaveLength(4)
    expect(await row()).toMatchObject({ cash: String(1_000n * ONE), holdings: [] })
  }, 120_000)
})

interface Ethers {
  readonly JsonRpcProvider: new (
    url: string,
    chainId: number,
    how: { staticNetwork: boolean; pollingInterval: number; cacheTimeout: number },
  ) => { destroy(): void }
  readonly Wallet: new (privateKey: string, provider: object) => SignerLike
}
const { JsonRpcProvider, Wallet } = createRequire(import.meta.url)('ethers') as Ethers

const kindOf = ({ conditionId, isNegRisk, isYieldBearing }: Row) => ({ conditionId, isNegRisk, isYieldBearing })

/** Why a transaction of the SDK failed; `null`: it did not. */
const failureOf = (done: { readonly success: boolean; readonly cause?: unknown }): string | null =>
  done.success ? null : String(done.cause)

describe('the venue’s own SDK', () => {
  it('approves, splits, merges and redeems for a wallet and for a Predict account', async () => {
    const { exchange, operator, markets, row } = await openChain(await start(OPTIONS))
    // Ethers keeps answers for a quarter of a second, and here a transaction takes less.
    const how = { staticNetwork: true, pollingInterval: 20, cacheTimeout: -1 }
    const provider = new JsonRpcProvider(exchange.rpcUrl, 97, how)
    const wallet = new Wallet(KEY, provider)
    const builders = [await OrderBuilder.make(97, wallet), await OrderBuilder.make(97, wallet, { predictAccount: SMART })]
    for (const builder of builders) {
      expect(await builder.runApprovals(builder.getAllApprovalSteps())).toMatchObject({ success: true })
      for (const market of markets) {
        const common = kindOf(market)
        expect(failureOf(await builder.splitPositions({ ...common, amount: 10n * ONE }))).toBeNull()
        expect(failureOf(await builder.mergePositions({ ...common, amount: 3n * ONE }))).toBeNull()
      }
    }
    for (const { id } of markets) await operator.done(`/markets/${id}/resolve`, { yes: 1 })
    for (const builder of builders)
      for (const market of markets) {
        const common = { ...kindOf(market), amount: 7n * ONE }
        expect(failureOf(await builder.redeemPositions({ ...common, indexSet: 1 }))).toBeNull()
      }
    for (const address of [ADDRESS, SMART]) expect(await row(address)).toMatchObject({ cash: String(1_000n * ONE) })
    provider.destroy()
  }, 120_000)
})

describe('the chain of an exchange', () => {
  it('has the same transactions after a kill, and carries out none of them again', async () => {
    const data = folder()
    const options = { ...OPTIONS, data, crowd: { kind: 'none' }, rateLimits: null, snapshotEvery: 4, accounts: 0 }
    const built = pathToFileURL('dist/src/exchange.js').href
    const script = `const { startExchange } = await import(${JSON.stringify(built)})
      const { close, ...exchange } = await startExchange(${JSON.stringify(options)})
      process.stdout.write(JSON.stringify(exchange) + '\\n')`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const killed = await openChain(JSON.parse(String(line)) as RunningExchange)
    const [market] = killed.markets as [Row]
    expect(await killed.send(usdt, approveCash(contractSet(97, market).conditionalTokens))).toBe(true)
    const split = splitCall(97, market, ONE)
    const request = await killed.wallet.prepareTransactionRequest({ to: split.to as Hex, data: split.data })
    const raws: Hex[] = []
    for (let nonce = 1; nonce < 8; nonce++) raws.push(await killed.wallet.signTransaction({ ...request, nonce } as never))
    const hashes: unknown[] = []
    for (const raw of raws) hashes.push((await rpc(killed.exchange, 'eth_sendRawTransaction', raw)).result)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const again = await openChain(await start(options as ExchangeOptions))
    expect(await again.reader.getTransactionCount({ address: owner.address })).toBe(8)
    expect(await again.row()).toMatchObject({ cash: String(993n * ONE) })
    for (const [index, raw] of raws.entries()) {
      expect((await rpc(again.exchange, 'eth_sendRawTransaction', raw)).error?.message).toContain('nonce too low')
      expect(await again.reader.getTransactionReceipt({ hash: hashes[index] as Hex })).toMatchObject({ status: 'success' })
    }
    expect(await again.row()).toMatchObject({ cash: String(993n * ONE) })
  }, 120_000)

  it('keeps cash and collateral together constant, whatever the wallets send', async () => {
    const { exchange, operator, markets, wallet, reader } = await openChain(await start({ ...OPTIONS, accounts: 0 }))
    const step = fc.record({
      kind: fc.constantFrom('split', 'split', 'merge', 'redeem', 'approve', 'allow', 'revoke', 'resolve'),
      market: fc.nat({ max: 3 }),
      amount: fc.integer({ min: 0, max: 30 }),
      isSmart: fc.boolean(),
      result: fc.constantFrom(0, 1),
    })
    const steps = fc.sample(step, { numRuns: 100, seed: 5 })
    const gas = { gas: 600_000n, gasPrice: parseGwei('1'), type: 'legacy' }
    let nonce = await reader.getTransactionCount({ address: owner.address })
    const seen = new Set<string>()
    const results = new Map<number, number>()
    for (const { kind, market: place, amount, isSmart, result } of steps) {
      const market = markets[place]!
      const set = contractSet(97, market)
      const wei = BigInt(amount) * ONE
      if (kind === 'resolve') {
        if (amount < 10 && (await operator.post(`/markets/${market.id}/resolve`, { yes: result })).status < 300)
          results.set(market.id, result)
        continue
      }
      const call = {
        split: () => splitCall(97, market, wei),
        merge: () => mergeCall(97, market, wei),
        redeem: () => redeemCall(97, market, { yes: wei, no: wei / 2n }),
        approve: () => ({ to: usdt, data: approveCash(set.adapter ?? set.conditionalTokens) }),
        allow: () => ({ to: set.conditionalTokens, data: approveShares(set.adapter ?? set.exchange) }),
        revoke: () => ({ to: usdt, data: approveCash(set.adapter ?? set.conditionalTokens, amount === 0 ? 0n : 5n) }),
      }[kind]()
      const [to, data] = isSmart ? [SMART, encodeSmartCall(call)] : [call.to, call.data]
      const tried = await rpc(exchange, 'eth_call', { from: owner.address, to, data }, 'latest')
      const raw = await wallet.signTransaction({ to: to as Hex, data, nonce: nonce++, ...gas } as never)
      const { result: hash } = await rpc(exchange, 'eth_sendRawTransaction', raw)
      const receipt = (await rpc(exchange, 'eth_getTransactionReceipt', hash)).result as { status: string }
      expect([kind, receipt.status]).toEqual([kind, tried.error === undefined ? '0x1' : '0x0'])
      seen.add(`${kind} ${receipt.status}`)
      let total = 0n
      for (const one of (await operator.get('/accounts?first=100')).body.data) {
        total += BigInt(one.cash)
        for (const { marketId, yes, no } of one.holdings) {
          const outcome = results.get(marketId)
          total += outcome === undefined ? (BigInt(yes) + BigInt(no)) / 2n : BigInt(outcome === 1 ? yes : no)
        }
      }
      expect(total).toBe(2_000n * ONE)
    }
    for (const word of ['split 0x1', 'split 0x0', 'merge 0x1', 'merge 0x0', 'redeem 0x0', 'approve 0x1'])
      expect(seen).toContain(word)
  }, 120_000)
})
