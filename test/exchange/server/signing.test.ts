import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { TypedDataEncoder, verifyMessage, verifyTypedData } from 'ethers'
import { describe, expect, it } from 'vitest'
import { contractSet } from '../../../src/protocol/contracts.js'
import type { WireOrder } from '../../../src/protocol/order-hash.js'
import { createSigner } from '../../../src/protocol/sign.js'
import { createClient } from './client.js'
import { start } from './exchanges.js'

const text = readFileSync(new URL('../../../docs/signing.md', import.meta.url), 'utf8')

const block = (language: string): string => {
  const found = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(text)?.[1]
  if (found === undefined) throw new Error(`expected a block of ${language} in docs/signing.md`)
  return found
}

/** The value that the table of the vector gives for what begins so. */
const given = (what: string): string => {
  const row = text.split('\n').find(line => line.startsWith(`| ${what}`))
  const found = row === undefined ? undefined : /`([^`]+)` \|$/.exec(row)?.[1]
  if (found === undefined) throw new Error(`expected a row for ${what} in docs/signing.md`)
  return found
}

interface TypedData {
  readonly domain: {
    readonly name: string
    readonly version: string
    readonly chainId: number
    readonly verifyingContract: string
  }
  readonly types: { readonly Order: { name: string; type: string }[] }
  readonly message: Readonly<Record<'maker' | 'signer' | 'taker', string>> &
    Readonly<Record<'salt' | 'tokenId' | 'makerAmount' | 'takerAmount' | 'nonce' | 'feeRateBps', string>> & {
      readonly expiration: number
      readonly side: 0 | 1
      readonly signatureType: number
    }
}
const { domain, types, message } = JSON.parse(block('json')) as TypedData

const order: WireOrder = {
  ...message,
  salt: BigInt(message.salt),
  tokenId: BigInt(message.tokenId),
  makerAmount: BigInt(message.makerAmount),
  takerAmount: BigInt(message.takerAmount),
  expiration: BigInt(message.expiration),
  nonce: BigInt(message.nonce),
  feeRateBps: BigInt(message.feeRateBps),
}
const signerOf = (chainId: number, account?: string) =>
  createSigner({ privateKey: given('private key'), chainId, ...(account !== undefined && { account }) })
const FLAGS = [false, true].flatMap(isYieldBearing => [false, true].map(isNegRisk => ({ isNegRisk, isYieldBearing })))

describe('the page on signing', () => {
  it('names the contract of each kind of market on both chains', () => {
    for (const flags of FLAGS) {
      const [test, main] = [97, 56].map(chainId => contractSet(chainId, flags).exchange)
      expect(text).toContain(`\n| ${flags.isNegRisk} | ${flags.isYieldBearing} | \`${test}\` | \`${main}\` |\n`)
    }
    expect(domain.verifyingContract).toBe(contractSet(97, { isNegRisk: false, isYieldBearing: false }).exchange)
  })

  it('lists the members of an order in the order of their type', () => {
    const rows = [...text.matchAll(/^\| `(\w+)` \| (\w+) \| (?:digits|hex|number) \|/gm)].map(([, name, type]) => ({
      name,
      type,
    }))
    expect(rows).toEqual(types.Order)
  })

  it('has a vector that the project’s own signer makes', () => {
    const [plain, negRisk, yieldBearing, both] = FLAGS.map(flags =>
      signerOf(97).signOrder(order, contractSet(97, flags).exchange),
    )
    expect(signerOf(97).address).toBe(message.maker)
    expect(plain).toEqual({ hash: given('digest, the order'), signature: given('signature |') })
    expect(negRisk?.hash).toBe(given('digest for the neg-risk'))
    expect(yieldBearing?.hash).toBe(given('digest for the yield-bearing contract'))
    expect(both?.hash).toBe(given('digest for the yield-bearing neg-risk'))
    const onMain = signerOf(56).signOrder(order, contractSet(56, { isNegRisk: false, isYieldBearing: false }).exchange)
    expect(onMain.hash).toBe(given('digest on chain 56'))
  })

  it('has a smart wallet’s signature and a login’s', () => {
    const account = /with the smart wallet `(0x\w{40})`/.exec(text)?.[1] ?? ''
    const wallet = signerOf(97, account)
    expect(wallet.signOrder({ ...order, maker: account, signer: account }, domain.verifyingContract)).toEqual({
      hash: given('digest with the smart wallet'),
      signature: given('signature of that one'),
    })
    const login = /signature of the login text `([^`]+)`/.exec(text)?.[1] ?? ''
    expect(signerOf(97).signMessage(login)).toBe(given('signature of the login text'))
    expect(verifyMessage(login, given('signature of the login text'))).toBe(message.maker)
  })

  it('says the same as another library makes of its own types', () => {
    const own = { Order: types.Order }
    expect(TypedDataEncoder.hashDomain(domain)).toBe(given('separator of the domain'))
    expect(TypedDataEncoder.hashStruct('Order', own, message)).toBe(given('hash of the struct'))
    expect(TypedDataEncoder.hash(domain, own, message)).toBe(given('digest, the order'))
    expect(verifyTypedData(domain, own, message, given('signature |'))).toBe(message.maker)
  })
})

const hasPython = spawnSync('python3', ['-c', 'import eth_account, requests']).status === 0
const WHY = '(skipped where python3, eth-account or requests is not installed)'

describe('the example in Python', () => {
  it.skipIf(!hasPython)(`places an order that the book shows ${WHY}`, { timeout: 30_000 }, async () => {
    const exchange = await start()
    const [account] = exchange.accounts
    const environment = { BASE_URL: exchange.baseUrl, API_KEY: exchange.apiKey, PRIVATE_KEY: account?.privateKey }
    const python = spawn('python3', ['-'], { env: { ...process.env, ...environment, no_proxy: '*' } })
    python.stdin.end(block('python'))
    const told: string[] = []
    for (const pipe of [python.stdout, python.stderr]) pipe.on('data', (bytes: Buffer) => told.push(bytes.toString('utf8')))
    const code = await new Promise(resolve => python.on('close', resolve))
    expect([code, told.join('')]).toEqual([0, expect.stringMatching(/^\d+ 0x[0-9a-f]{64}\n$/)])
    const client = createClient(exchange)
    await client.login()
    const [id, hash] = told.join('').trim().split(' ')
    expect((await client.get(`/v1/orders/${hash}`)).body.data).toMatchObject({ id, status: 'OPEN', amount: String(10n ** 19n) })
    const { marketId } = (await client.get('/v1/orders')).body.data[0]
    expect((await client.get(`/v1/markets/${marketId}/orderbook`)).body.data.bids).toEqual([[0.42, 10]])
  })
})
