import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RunningExchange } from '../../../src/exchange.js'
import { createSigner } from '../../../src/protocol/sign.js'
import { oddsmith } from '../../end-to-end/daemon.js'
import { openFaultyWire } from '../../venues/predict/faulty-wire.js'
import { openExchange, takeSeat } from '../../venues/predict/seat.js'
import { inProcess } from '../in-process.js'

const OWNER = `0x${'42'.repeat(32)}`
const SMART = '0x00000000000000000000000000000000000000A1'
const home = mkdtempSync(join(tmpdir(), 'oddsmith-void-'))
let exchange: RunningExchange

beforeAll(async () => {
  const { address } = createSigner({ privateKey: OWNER, chainId: 97 })
  exchange = await openExchange({
    fund: [{ address: SMART, usdt: '100' }],
    smartAccounts: [{ address: SMART, owner: address }],
  })
})

afterAll(async () => {
  rmSync(home, { recursive: true })
  await exchange.close()
})

interface Wallet {
  readonly key: string
  readonly account?: string
}

const walletOf = (place: number): Wallet => ({ key: exchange.accounts[place]?.privateKey ?? '' })

function configOf({ key, account }: Wallet): string {
  const file = join(home, `wallet-${account ?? key.slice(2, 8)}.yaml`)
  const { baseUrl, wsUrl, rpcUrl, chainId } = exchange
  const venue = {
    name: 'predict',
    baseUrl,
    wsUrl,
    rpcUrl,
    chainId,
    account,
    apiKey: { env: 'API_KEY' },
    privateKey: { env: 'WALLET' },
  }
  const strategies = [{ strategy: 'two-sided', markets: 'all' }]
  writeFileSync(file, JSON.stringify({ venue, strategies }))
  return file
}

const voiding = (wallet: Wallet, ...flags: string[]) =>
  inProcess(['void', configOf(wallet), '--home', home, ...flags], { API_KEY: exchange.apiKey, WALLET: wallet.key })

const noncesIn = (stdout: string): readonly string[] =>
  (JSON.parse(stdout) as { contracts: readonly { nonce: string }[] }).contracts.map(({ nonce }) => nonce)

it('lists each exchange contract with its nonce, asks, raises it, and looks afterwards', async () => {
  const listed = await voiding(walletOf(1), '--dry-run')
  expect(listed).toMatchObject({ code: 0 })
  expect(listed.stdout.split('\n').slice(0, 3)).toEqual([
    'to be raised:',
    expect.stringMatching(/^the nonce at the exchange of plain markets \(0x[0-9a-fA-F]{40}\) from 0 to 1$/),
    expect.stringMatching(/^the nonce at the exchange of neg-risk markets \(0x[0-9a-fA-F]{40}\) from 0 to 1$/),
  ])
  expect(await voiding(walletOf(1))).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--yes agrees') })
  const { code, stdout } = await voiding(walletOf(1), '--yes', '--json')
  expect(code).toBe(0)
  const { contracts } = JSON.parse(stdout) as { contracts: readonly object[] }
  expect(contracts).toHaveLength(4)
  for (const one of contracts)
    expect(one).toMatchObject({
      nonce: '0',
      raisedTo: '1',
      fault: null,
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    })
  expect(noncesIn((await voiding(walletOf(1), '--dry-run', '--json')).stdout)).toEqual(['1', '1', '1', '1'])
})

it('ends the open orders, refuses those that were signed before, and orders signed afterwards rest again', async () => {
  const seat = await takeSeat(exchange, 0)
  expect(await seat.place({ price: 4_000, shares: 20 })).toMatchObject({ kind: 'accepted' })
  const early = seat.sign({ price: 4_100, shares: 20 })
  const asked = await voiding(walletOf(0))
  expect(asked.stderr).toContain('also the 1 order that is open')
  expect(await voiding(walletOf(0), '--yes')).toMatchObject({ code: 0, stdout: expect.stringContaining('raised the nonce at') })
  expect(await seat.heard('ended')).toMatchObject({ how: 'invalidated' })
  expect(await seat.gateway.openHashes()).toEqual([])
  expect(await seat.gateway.submit(early)).toMatchObject({ kind: 'rejected', slug: 'create_order_invalid_nonce' })
  // The refusal made the gateway read its nonces again.
  while ((await seat.place({ price: 4_200, shares: 20 })).kind !== 'accepted')
    await new Promise(resolve => setTimeout(resolve, 50))
  expect(await seat.gateway.openHashes()).toHaveLength(1)
  seat.leave()
})

it('works for a smart wallet, by a call of its owner', async () => {
  const wallet = { key: OWNER, account: SMART }
  expect(await voiding(wallet, '--yes')).toMatchObject({ code: 0 })
  expect(noncesIn((await voiding(wallet, '--dry-run', '--json')).stdout)).toEqual(['1', '1', '1', '1'])
})

it('raises nonces also where the venue does not tell the open orders', async () => {
  const wire = await openFaultyWire(exchange)
  wire.answer = call => (call === 'GET /v1/orders' ? { status: 403, body: '<html>no</html>' } : null)
  const file = configOf(walletOf(1))
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(exchange.baseUrl, wire.exchange.baseUrl))
  const variables = { API_KEY: exchange.apiKey, WALLET: walletOf(1).key }
  const { code, stdout, stderr } = await inProcess(['void', file, '--home', home, '--yes', '--json'], variables)
  await wire.close()
  expect(stderr).toContain('the open orders could not be counted, and become invalid too: ')
  expect([code, noncesIn(stdout)]).toEqual([0, ['1', '1', '1', '1']])
})

it('is refused beside a daemon, and on paper', async () => {
  const wallet = walletOf(1)
  const variables = { API_KEY: exchange.apiKey, WALLET: wallet.key }
  const run = oddsmith(['run', configOf(wallet), '--home', home], variables)
  await run.says(/it lives up to|they live up to/)
  expect(await voiding(wallet, '--yes')).toMatchObject({ code: 3, stdout: '' })
  expect(await voiding(wallet, '--dry-run')).toMatchObject({ code: 0 })
  run.child.kill('SIGTERM')
  await run.ended
  const paper = join(home, 'paper.yaml')
  writeFileSync(
    paper,
    JSON.stringify({ venue: { name: 'predict', embedded: {} }, strategies: [{ strategy: 'two-sided', markets: 'all' }] }),
  )
  expect(await inProcess(['void', paper, '--yes'])).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('no order to void'),
  })
})
