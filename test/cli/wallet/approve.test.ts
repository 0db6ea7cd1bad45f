import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { RunningExchange } from '../../../src/exchange.js'
import { decodeChainWrite, decodeSmartCall } from '../../../src/protocol/chain-writes.js'
import { contractsOf } from '../../../src/protocol/contracts.js'
import { createSigner } from '../../../src/protocol/sign.js'
import { createOperator } from '../../exchange/server/operator-client.js'
import { openExchange, takeSeat } from '../../venues/predict/seat.js'
import { inProcess } from '../in-process.js'

const BIN = resolve(import.meta.dirname, '../../../bin/oddsmith.js')
const KEY = `0x${'42'.repeat(32)}`
const SMART = '0x00000000000000000000000000000000000000A1'
const UNLIMITED = (1n << 256n) - 1n
const { usdt, plain, negRisk, yieldBearing, yieldBearingNegRisk } = contractsOf(97)

// Each test starts many processes, which take long on a busy machine.
vi.setConfig({ testTimeout: 240_000 })

const home = mkdtempSync(join(tmpdir(), 'oddsmith-approve-'))
let exchange: RunningExchange

const MARKETS = [
  { question: 'Plain?', isNegRisk: false, isYieldBearing: false },
  { question: 'Neg-risk?', isNegRisk: true, isYieldBearing: false },
  { question: 'Yield-bearing?', isNegRisk: false, isYieldBearing: true },
  { question: 'Both?', isNegRisk: true, isYieldBearing: true },
]

beforeAll(async () => {
  const signer = createSigner({ privateKey: KEY, chainId: 97 })
  const approvals = { cash: false, shares: false }
  exchange = await openExchange({
    markets: MARKETS,
    fund: [
      { address: signer.address, usdt: '100', approvals },
      { address: SMART, usdt: '100', approvals },
    ],
    smartAccounts: [{ address: SMART, owner: signer.address }],
  })
})

afterAll(async () => {
  rmSync(home, { recursive: true })
  await exchange.close()
})

interface Wanted {
  readonly markets?: readonly number[]
  readonly account?: string
  readonly key?: string
}

/** A config of these of the exchange's markets. */
function configOf({ markets = [0], account, key = KEY }: Wanted): { file: string; env: Record<string, string> } {
  const file = join(home, `wallet-${markets.join('-')}-${account ?? key.slice(2, 6)}.yaml`)
  const { baseUrl, wsUrl, rpcUrl, chainId } = exchange
  const venue = { name: 'predict', baseUrl, wsUrl, rpcUrl, chainId, account }
  const keys = { apiKey: { env: 'API_KEY' }, privateKey: { env: 'WALLET' } }
  const ids = markets.map(at => String(exchange.markets[at]?.id))
  writeFileSync(file, JSON.stringify({ venue: { ...venue, ...keys }, strategies: [{ strategy: 'two-sided', markets: ids }] }))
  return { file, env: { API_KEY: exchange.apiKey, WALLET: key } }
}

/** A command in this process. */
async function command(name: string, wanted: Wanted, ...flags: string[]): Promise<{ code: number; out: string; err: string }> {
  const { file, env } = configOf(wanted)
  const { code, stdout, stderr } = await inProcess([name, file, '--home', home, ...flags], env)
  return { code: Number(code), out: stdout, err: stderr }
}

/** A command in a process of its own. */
async function oddsmith(name: string, wanted: Wanted, ...flags: string[]): Promise<{ code: number; out: string; err: string }> {
  const { file, env } = configOf(wanted)
  return new Promise(done =>
    execFile(process.execPath, [BIN, name, file, ...flags], { env: { ...process.env, ...env }, cwd: home }, (error, out, err) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    ),
  )
}

interface Document {
  readonly approvals: readonly {
    readonly what: string
    readonly spender: string
    readonly now: string
    readonly wanted: string
    readonly transaction: string
    readonly fault: string | null
  }[]
}

/** The call that a transaction made. */
async function callBy(hash: string) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getTransactionByHash', params: [hash] })
  const answer = await fetch(exchange.rpcUrl, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  const { result } = (await answer.json()) as { result: { to: string; input: string } }
  return { to: result.to.toLowerCase(), data: result.input }
}

const sent = async ({ out }: { out: string }) =>
  Promise.all((JSON.parse(out) as Document).approvals.map(({ transaction }) => callBy(transaction)))

it('a run without approvals names the command, which lists them, asks, gives them once, and the run then starts', async () => {
  const start = await oddsmith('run', {}, '--for', '1s')
  expect(start.code).toBe(3)
  expect(start.err).toMatch(
    /must allow exchange .* must be approved .*; "oddsmith approve .*wallet-0-4242.yaml" gives the approvals/,
  )
  expect(await command('approve', {}, '--dry-run')).toMatchObject({
    code: 0,
    out: `to approve:
USDT to the exchange of plain markets ${plain.exchange}, any amount (now 0 USDT), for market ${exchange.markets[0]?.id}
shares of ${plain.conditionalTokens} to the exchange of plain markets ${plain.exchange}, all of them, for market ${exchange.markets[0]?.id}
`,
  })
  expect(await command('approve', {})).toMatchObject({ code: 2, out: '', err: expect.stringContaining('--yes agrees') })
  // This once as a user calls it.
  const given = await oddsmith('approve', {}, '--yes')
  expect(given).toMatchObject({ code: 0, out: expect.stringMatching(/^(approved .* by 0x[0-9a-f]{64}\n){2}$/) })
  expect(await command('approve', {}, '--yes')).toMatchObject({ code: 0, out: 'nothing to approve\n' })
  const run = await oddsmith('run', {}, '--for', '1s')
  expect(run, run.err).toMatchObject({ code: 0 })
})

it('takes everything back, but not from an open order', async () => {
  const markets = [0, 1, 2, 3]
  const seat = await takeSeat(exchange, 0, false)
  expect((await seat.place({ price: 1_000, shares: 20 })).kind).toBe('accepted')
  const key = exchange.accounts[0]?.privateKey ?? ''
  expect(await command('approve', { markets, key }, '--revoke', '--yes')).toMatchObject({
    code: 3,
    out: '',
    err: expect.stringContaining('1 order of this wallet is open: their fills could not settle without approvals'),
  })
  seat.leave()
  const wallet = createSigner({ privateKey: KEY, chainId: 97 }).address
  await createOperator(exchange).done(`/accounts/${wallet}/approve`, { cash: true, shares: true })
  const listed = await command('approve', { markets }, '--revoke', '--dry-run', '--json')
  // Four exchanges twice, two adapters twice, and the contracts of shares of both kinds without adapters.
  expect((JSON.parse(listed.out) as Document).approvals).toHaveLength(14)
  const taken = await command('approve', { markets }, '--revoke', '--yes', '--json')
  expect(taken.code, taken.out + taken.err).toBe(0)
  expect((JSON.parse(taken.out) as Document).approvals[0]).toMatchObject({ now: 'unlimited', wanted: '0', fault: null })
  expect(await command('approve', { markets }, '--revoke', '--yes')).toMatchObject({ code: 0, out: 'nothing to take back\n' })
  expect((await command('approve', {}, '--dry-run')).out).toMatch(/^to approve:\nUSDT to /)
})

it('approves the contracts of each kind of market: the exchange, and the adapter of neg-risk markets', async () => {
  const result = await command('approve', { markets: [1, 2, 3] }, '--amount', '250.5', '--yes', '--json')
  expect(result.code, result.err).toBe(0)
  const calls = await sent(result)
  const amount = 250_500_000_000_000_000_000n
  const cash = (spender: string) => ({ to: usdt.toLowerCase(), write: { kind: 'approve-cash', spender, amount } })
  const shares = (token: string, operator: string) => ({
    to: token.toLowerCase(),
    write: { kind: 'approve-shares', operator, isApproved: true },
  })
  const setsOf = [negRisk, yieldBearing, yieldBearingNegRisk].flatMap(({ exchange: spender, conditionalTokens, adapter }) => [
    cash(spender),
    shares(conditionalTokens, spender),
    ...(adapter === null ? [] : [shares(conditionalTokens, adapter)]),
  ])
  expect(calls.map(({ to, data }) => ({ to, write: decodeChainWrite(data) }))).toEqual(setsOf)
})

it('acts for a smart wallet through its owner', async () => {
  const result = await command('approve', { account: SMART }, '--yes', '--json')
  expect(result.code, result.out + result.err).toBe(0)
  const [first] = await sent(result)
  expect(first?.to).toBe(SMART.toLowerCase())
  const call = decodeSmartCall(first?.data ?? '')
  expect(call?.to).toBe(usdt)
  expect(decodeChainWrite(call?.data ?? '')).toEqual({ kind: 'approve-cash', spender: plain.exchange, amount: UNLIMITED })
  expect(await command('approve', { account: SMART }, '--yes')).toMatchObject({ code: 0, out: 'nothing to approve\n' })
})

it('approves every kind of market where the config has no market now', async () => {
  const key = `0x${'43'.repeat(32)}`
  const { file, env } = configOf({ key })
  const filtered = { strategy: 'two-sided', markets: { question: 'no such words' } }
  const { venue } = JSON.parse(readFileSync(file, 'utf8')) as { venue: object }
  writeFileSync(file, JSON.stringify({ venue, strategies: [filtered] }))
  const listed = (...flags: string[]) => inProcess(['approve', file, '--home', home, '--dry-run', ...flags], env)
  expect((await listed()).stderr).toContain('--all approves the contracts of every kind of market')
  expect((JSON.parse((await listed('--all', '--json')).stdout) as Document).approvals).toHaveLength(10)
})

it('refuses amounts and options that mean nothing', async () => {
  for (const amount of ['0', '-5', 'all', '1e3'])
    expect(await command('approve', {}, `--amount=${amount}`)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`found ${amount}`),
    })
  expect(await command('approve', {}, '--revoke', '--all')).toMatchObject({ code: 2 })
})
