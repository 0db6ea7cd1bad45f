import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { conversionSteps } from '../../../src/cli/wallet/conversion-steps.js'
import type { RunningExchange } from '../../../src/exchange.js'
import { MarketId } from '../../../src/model/ids.js'
import { Size, Wei } from '../../../src/model/money.js'
import { openExchange, type Seat, takeSeat } from '../../venues/predict/seat.js'
import { inProcess } from '../in-process.js'

vi.setConfig({ testTimeout: 120_000 })

const home = mkdtempSync(join(tmpdir(), 'oddsmith-convert-'))
let exchange: RunningExchange
let seat: Seat

beforeAll(async () => {
  const category = { slug: 'race', title: 'Race' }
  const group = ['A', 'B', 'C', 'D'].map(name => ({ question: `${name}?`, isNegRisk: true, category }))
  exchange = await openExchange({ markets: [...group, { question: 'Plain?' }], accounts: 2, convertFeeBps: 100 })
  seat = await takeSeat(exchange, 0, false)
})

afterAll(async () => {
  seat.leave()
  rmSync(home, { recursive: true })
  await exchange.close()
})

const idOf = (at: number): string => String(exchange.markets[at]?.id)
const units = (count: number): Wei => Wei.ofSize(Size.of(Math.round(count * 1e6)))

/** A command of the first wallet, in this process. */
function ends(command: string, ...flags: string[]) {
  const file = join(home, 'live.yaml')
  const { baseUrl, wsUrl, rpcUrl, chainId, accounts, apiKey } = exchange
  const venue = { name: 'predict', baseUrl, wsUrl, rpcUrl, chainId, apiKey: { env: 'API_KEY' }, privateKey: { env: 'WALLET' } }
  writeFileSync(file, JSON.stringify({ venue, strategies: [{ strategy: 'two-sided', markets: [idOf(0)] }] }))
  return inProcess([command, file, '--home', home, ...flags], { API_KEY: apiKey, WALLET: accounts[0]?.privateKey ?? '' })
}

const split = (at: number, pairs: number) => ends('split', '--market', idOf(at), '--pairs', String(pairs), '--yes')

/** Cash of the first wallet, and its shares by market. */
async function holds() {
  const { cash, shares } = await seat.gateway.snapshot()
  return [Wei.toNumber(cash), ...[...shares.values()].map(({ yes, no }) => `${Wei.toNumber(yes)}/${Wei.toNumber(no)}`)]
}

it('lists what NO of a group frees, asks, converts it, and looks afterwards', async () => {
  expect(await ends('convert', '--yes')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^nothing to convert/) })
  for (const [at, pairs] of [10, 30, 20].entries()) expect((await split(at, pairs)).code).toBe(0)
  expect((await split(4, 5)).code).toBe(0)
  const [a, b, c] = [idOf(0), idOf(1), idOf(2)]
  const listed = await ends('convert', '--dry-run')
  expect(listed.stdout).toMatch(
    new RegExp(
      `^to be converted:\n10 NO of each of the markets ${a}, ${b}, ${c} of group \\S+ \\(Race\\) into 19.8 USDT and 9.9 YES of each of the 1 other markets, after a fee of 1 %\n10 NO of each of the markets ${b}, ${c} of group .* into 9.9 USDT and 9.9 YES of each of the 2 other markets`,
    ),
  )
  expect(await ends('convert')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--yes agrees') })
  const group = JSON.parse((await ends('convert', '--dry-run', '--json')).stdout).conversions[0].group as string
  const once = await ends('convert', '--group', group, '--shares', '4', '--yes', '--json')
  expect(JSON.parse(once.stdout).conversions).toMatchObject([
    {
      markets: [a, b, c],
      shares: '4',
      cash: '7.92',
      yes: '3.96',
      feeBps: 100,
      transaction: expect.stringMatching(/^0x/),
      fault: null,
    },
  ])
  expect(await holds()).toEqual([10_000 - 65 + 7.92, '10/6', '30/26', '20/16', '3.96/0', '5/5'])
  const done = await ends('convert', '--yes')
  expect(done).toMatchObject({ code: 0, stdout: expect.stringMatching(/^(converted .* by 0x[0-9a-f]{64}\n){2}$/) })
  expect(await holds()).toEqual([expect.closeTo(10_000 - 65 + 29.7, 9), '19.9/0', '30/10', '20/0', '19.8/0', '5/5'])
})

it('leaves alone what an open order sells, and says what a call lacks before it is sent', async () => {
  for (const at of [0, 2]) expect((await split(at, 10)).code).toBe(0)
  const sold = await seat.place({ price: 9_000, shares: 4, side: 'sell', outcome: 'no', market: seat.markets[2]!.index })
  expect(sold.kind).toBe('accepted')
  expect((await ends('convert', '--dry-run')).stdout).toMatch(
    /:\n6 NO of each of the markets \d+, \d+, \d+ .*\n4 NO of each of the markets \d+, \d+ /,
  )
  expect(await ends('convert', '--shares', '3')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('expected --group beside it'),
  })
  const group = JSON.parse((await ends('convert', '--dry-run', '--json')).stdout).conversions[0].group as string
  expect(await ends('convert', '--group', group, '--shares', '11', '--yes')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('no two markets of group'),
  })
  expect((await ends('cancel-all')).code).toBe(0)
  expect((await ends('approve', '--revoke', '--yes')).code).toBe(0)
  const lacking = await ends('convert', '--yes')
  expect(lacking.code).toBe(1)
  expect(lacking.stdout).toMatch(
    /^NOT converted: 10 NO .*: shares must be approved for the adapter 0x\w{40}: "oddsmith approve"/,
  )
  expect((await ends('approve', '--all', '--yes')).code).toBe(0)
  expect((await ends('convert', '--yes')).code).toBe(0)
})

it('frees all cash that NO of a group can, and none twice', () => {
  const of = (...free: number[]) => ({
    ...{ group: 'g', title: 'G', size: 5, feeBps: 0 },
    markets: free.map((count, at) => ({ market: MarketId.of(`m${at}`), question: '?', free: units(count) })),
  })
  const words = (steps: ReturnType<typeof conversionSteps>) =>
    steps.map(({ markets, shares, cash }) => `${markets.join(' ')}: ${Wei.toNumber(shares)} for ${Wei.toNumber(cash)}`)
  expect(words(conversionSteps(of(5, 0, 12, 5), null))).toEqual(['m0 m2 m3: 5 for 10'])
  expect(words(conversionSteps(of(1, 2, 3, 4), null))).toEqual(['m0 m1 m2 m3: 1 for 3', 'm1 m2 m3: 1 for 2', 'm2 m3: 1 for 1'])
  expect(conversionSteps(of(7), null)).toEqual([])
  expect(words(conversionSteps(of(1, 2, 3, 4), units(2.5)))).toEqual(['m2 m3: 2.5 for 2.5'])
  expect(conversionSteps(of(1, 2, 3, 4), units(3.5))).toEqual([])
})
