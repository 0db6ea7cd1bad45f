import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { RunningExchange } from '../../../src/exchange.js'
import { Size, Wei } from '../../../src/model/money.js'
import { createSigner } from '../../../src/protocol/sign.js'
import { oddsmith } from '../../end-to-end/daemon.js'
import { isAcceptance } from '../../is-acceptance.js'
import { openExchange, type Seat, takeSeat } from '../../venues/predict/seat.js'
import { inProcess } from '../in-process.js'

const SMART = '0x00000000000000000000000000000000000000A1'
// Each test starts many processes, which take long on a busy machine.
vi.setConfig({ testTimeout: 240_000 })

const home = mkdtempSync(join(tmpdir(), 'oddsmith-pairs-'))
let exchange: RunningExchange
let seat: Seat

/** Of the plain, neg-risk and yield-bearing markets and one of both, the two wallets of the first key. */
beforeAll(async () => {
  const kinds = [
    { question: 'Plain?' },
    { question: 'Neg-risk?', isNegRisk: true },
    { question: 'Yield-bearing?', isYieldBearing: true },
    { question: 'Both?', isNegRisk: true, isYieldBearing: true },
  ]
  const owner = createSigner({ privateKey: `0x${'44'.repeat(32)}`, chainId: 97 }).address
  exchange = await openExchange({
    markets: kinds,
    accounts: 3,
    fund: [{ address: SMART, usdt: '1000' }],
    smartAccounts: [{ address: SMART, owner }],
  })
  seat = await takeSeat(exchange, 0, false)
})

afterAll(async () => {
  seat.leave()
  rmSync(home, { recursive: true })
  await exchange.close()
})

interface As {
  readonly key?: string | undefined
  readonly account?: string
}

const keyOf = (account: number) => exchange.accounts[account]?.privateKey ?? ''

/** The words of a command for the first wallet, unless `as` names another, and its variables. */
function wordsOf(command: string, { key = keyOf(0), account }: As, flags: readonly string[]) {
  const file = join(home, `${account ?? key.slice(2, 8)}.yaml`)
  const { baseUrl, wsUrl, rpcUrl, chainId } = exchange
  const keys = { apiKey: { env: 'API_KEY' }, privateKey: { env: 'WALLET' } }
  const venue = { name: 'predict', baseUrl, wsUrl, rpcUrl, chainId, account, ...keys }
  const strategies = [{ strategy: 'two-sided', markets: [idOf(0)] }]
  writeFileSync(file, JSON.stringify({ venue, strategies, feed: { accountLookEveryMs: 1_000 } }))
  return [[command, file, '--home', home, ...flags], { API_KEY: exchange.apiKey, WALLET: key }] as const
}

/** Starts a command in a process of its own. */
const start = (command: string, as: As, ...flags: string[]) => oddsmith(...wordsOf(command, as, flags))

const ends = (command: string, as: As, ...flags: string[]) => inProcess(...wordsOf(command, as, flags))

const idOf = (at: number) => String(exchange.markets[at]?.id)
const shares = (count: number): Wei => Wei.ofSize(Size.ofShares(count))

/** Cash of the first wallet, and its shares by market. */
async function holds() {
  const { cash, shares: held } = await seat.gateway.snapshot()
  return { cash, held: [...held.values()].map(({ yes, no }) => [yes, no]) }
}

const split = (at: number, pairs: number, as: As = {}) =>
  ends('split', as, '--market', idOf(at), '--pairs', String(pairs), '--yes')

it('turns cash into pairs of each kind of market, and all pairs into cash', async () => {
  const { cash } = await holds()
  expect(await ends('merge', {}, '--yes')).toMatchObject({ code: 0, stdout: 'no pairs to turn into cash\n' })
  for (const at of [0, 1, 2, 3])
    expect(await split(at, 10 + at)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        new RegExp(`^turned 1${at} USDT into 1${at} pairs of market ${idOf(at)} .* by 0x[0-9a-f]{64}\n$`),
      ),
    })
  expect(await holds()).toEqual({
    cash: cash - shares(46),
    held: [10, 11, 12, 13].map(count => [shares(count), shares(count)]),
  })
  expect(await ends('merge', {}, '--dry-run')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`to be turned into cash:\n13 pairs of market ${idOf(3)} (Both?) into 13 USDT\n12 pairs`),
  })
  expect(await ends('merge', {})).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--yes agrees') })
  expect((await ends('merge', {}, '--market', idOf(2), '--pairs', '2.5', '--yes')).code).toBe(0)
  // This once as a user calls it.
  const merged = await start('merge', {}, '--yes', '--json').ended
  expect(merged.code, merged.stdout).toBe(0)
  expect(JSON.parse(merged.stdout).markets.map(({ pairs }: { pairs: string }) => pairs)).toEqual(['13', '9.5', '11', '10'])
  expect(await holds()).toEqual({ cash, held: [0, 1, 2, 3].map(() => [Wei.ZERO, Wei.ZERO]) })
})

it('leaves alone what an open order sells, and needs no open order for a split', async () => {
  await split(0, 30)
  const sold = await seat.place({ price: 9_000, shares: 12, side: 'sell' })
  expect(sold.kind).toBe('accepted')
  expect((await ends('merge', {}, '--dry-run')).stdout).toContain(
    `18 pairs of market ${idOf(0)} (Plain?) into 18 USDT (open orders sell shares of 12 more)`,
  )
  expect(await ends('merge', {}, '--market', idOf(0), '--pairs', '19', '--yes')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('--pairs: expected at most 18'),
  })
  expect(await split(0, 5)).toMatchObject({ code: 3, stderr: expect.stringContaining('1 order of this wallet is open') })
  expect((await ends('merge', {}, '--yes')).code).toBe(0)
  expect((await ends('cancel-all', {})).code).toBe(0)
  expect((await ends('merge', {}, '--yes')).stdout).toContain('12 pairs')
})

// Smart wallets: approve.test.ts. What a daemon books: engine/desk/pairs-are-merged.test.ts and runtime/account-looks.test.ts.
it.skipIf(!isAcceptance)('acts for a smart wallet, and says what a call lacks before it is sent', async () => {
  const smart = { key: `0x${'44'.repeat(32)}`, account: SMART }
  expect((await split(1, 7, smart)).code).toBe(0)
  expect(await split(0, 5_000, smart)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('expected 5000 USDT in the wallet, found 993'),
  })
  expect((await split(0, 3, smart)).code).toBe(0)
  expect((await ends('approve', smart, '--revoke', '--yes')).code).toBe(0)
  const merged = await ends('merge', smart, '--yes')
  expect(merged.code).toBe(1)
  expect(merged.stdout).toMatch(/^NOT turned: 7 pairs .*: shares must be approved for the adapter 0x\w{40}.*\nturned 3 pairs/)
  expect((await ends('approve', smart, '--all', '--yes')).code).toBe(0)
  expect(await ends('merge', smart, '--yes')).toMatchObject({ code: 0, stdout: expect.stringContaining('turned 7 pairs') })
})

it.skipIf(!isAcceptance)('killed between two transactions, turns the rest at the next call', async () => {
  const { cash } = await holds()
  for (const at of [0, 1, 2, 3]) await split(at, 5)
  const killed = start('merge', {}, '--yes')
  while ((await holds()).held[3]?.[0] !== Wei.ZERO) await new Promise(resolve => setTimeout(resolve, 1))
  killed.child.kill('SIGKILL')
  await killed.ended
  expect((await ends('merge', {}, '--yes')).code).toBe(0)
  expect(await holds()).toEqual({ cash, held: [0, 1, 2, 3].map(() => [Wei.ZERO, Wei.ZERO]) })
})

it('refuses amounts and markets that mean nothing', async () => {
  for (const [flags, words] of [
    [['--pairs', '2'], 'expected --market'],
    [['--market', idOf(0), '--pairs', '0'], 'above 0'],
    [['--market', idOf(0), '--pairs', 'all'], 'above 0'],
  ] as const)
    expect(await ends('merge', {}, ...flags)).toMatchObject({ code: 2, stderr: expect.stringContaining(words) })
  expect(await ends('split', {}, '--market', '999999', '--pairs', '2', '--yes')).toMatchObject({ code: 1 })
  expect((await ends('merge', {}, '--market', idOf(0), '--pairs', '2', '--yes')).stderr).toContain('holds no pairs of market')
})

it.skipIf(!isAcceptance)('is refused beside a daemon, which books a merge of another program as pairs', async () => {
  const as = { key: keyOf(2) }
  expect((await split(0, 50, as)).code).toBe(0)
  const run = start('run', as, '--for', '100s')
  // A merge before this comparison would be in its first books already, and no change.
  await run.says(/positions and cash equal the venue/)
  expect(await ends('merge', as, '--yes')).toMatchObject({ code: 3, stdout: '' })
  expect((await ends('merge', as, '--dry-run')).code).toBe(0)

  const signer = createSigner({ privateKey: as.key, chainId: exchange.chainId })
  const pairs = await seat.venue.pairs({ signer })
  const { market } = await pairs.market(idOf(0))
  await pairs.merge(market, shares(10))
  await run.says(/market \d+: 10 pairs of shares became as much cash by a transaction of the wallet/)
  run.child.kill('SIGTERM')
  const stopped = await run.ended
  expect(stopped.code, stopped.stderr).toBe(0)

  expect((await ends('merge', as, '--market', idOf(0), '--pairs', '15.5', '--yes')).code).toBe(0)
  const again = await start('run', as, '--for', '2s', '--json').ended
  expect(again.code, again.stderr).toBe(0)
  expect(again.stderr).toMatch(/15.5 pairs of shares became as much cash/)
  for (const { stderr } of [stopped, again]) expect(stderr).not.toMatch(/no fill explains|missed a report/)
  expect(JSON.parse(again.stdout)).toMatchObject({ pnl: { total: '0' }, isEqualToVenue: true })
})
