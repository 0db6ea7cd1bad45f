import { expect, test } from 'vitest'
import { freshDeskState } from '../../src/engine/desk-state.js'
import { Ledger } from '../../src/engine/ledger.js'
import type { Batch } from '../../src/model/batch.js'
import { createEventWriter } from '../../src/model/columns.js'
import { MarketIndex, OrderId } from '../../src/model/ids.js'
import type { Approved, Place, Submit } from '../../src/model/intent.js'
import { Wei } from '../../src/model/money.js'
import type { Report, Snapshot } from '../../src/model/report.js'
import type { RunClock } from '../../src/model/time.js'
import { createAccountLooks } from '../../src/runtime/account-looks.js'
import { after, fillOf, level, market, snapshotOf, type Told, usdt } from '../engine/desk-bench.js'

const MARKETS = [market(0)]
const EVERY_MS = 30_000
const TIMER_MS = 250
const SUBMIT: Submit = {
  kind: 'submit',
  id: OrderId.of(7, 1),
  order: {
    ...({ kind: 'place', outcome: 'yes', side: 'buy', style: 'post-only', market: MarketIndex.of(0) } as const),
    ...level(0.45, 20),
    expiresAt: after(600_000),
  } satisfies Place as Approved<Place>,
}
const FILL = fillOf(SUBMIT, 20)
const SETTLED: Snapshot['fills'] = [{ fill: FILL, state: 'settled' }]

/** Looks at a wallet that the test moves: `shown` is what the venue would show, null that there are no calls. */
const start = () => {
  const ledger = new Ledger(freshDeskState(7), MARKETS)
  const world = {
    now: 0,
    shown: {} as Partial<Snapshot> | null,
    doubts: [] as OrderId[],
    /** When each look was asked for, and what came of looks, in ms. */
    looked: [] as number[],
    told: [] as string[],
    reports: [] as Report[],
    isProving: true,
    isStill: true,
  }
  const clock: RunClock = { now: () => after(world.now), wallOffset: () => 0 }
  const looks = createAccountLooks({
    everyMs: EVERY_MS,
    desk: { state: () => ledger.save(), doubts: () => world.doubts },
    markets: { all: MARKETS },
    clock,
    gateway: {
      look: async () => {
        world.looked.push(world.now)
        const shares = new Map([[MarketIndex.of(0), { yes: Wei.ZERO, no: Wei.ZERO }]])
        const snapshot = snapshotOf({ cash: Wei.ZERO, shares, orders: [], ...world.shown })
        return world.shown && { snapshot, isStill: world.isStill }
      },
      renew: () => void world.told.push(`renewed at ${world.now}`),
    },
    report: report => {
      world.reports.push(report)
      world.told.push(`${report.kind} at ${world.now}`)
    },
    notice: () => undefined,
  })
  const saw = (timer: boolean, ...reports: readonly Told[]): void => {
    const now = after(world.now)
    const stamped = reports.map(report => ({ ...report, at: now, receivedAt: now }) satisfies Report)
    for (const report of stamped) ledger.report(report)
    const events = createEventWriter().columns
    looks.saw({ now, wallOffset: 0, events, from: 0, to: 0, reports: stamped, controls: [], timer } satisfies Batch)
  }
  /** Lets time pass, with a probe answered in each turn of the timer. */
  const pass = async (ms: number): Promise<void> => {
    for (const until = world.now + ms; world.now < until; ) {
      world.now += TIMER_MS
      saw(true, ...(world.isProving ? [{ kind: 'heard' } as const] : []))
      await Promise.resolve()
      await Promise.resolve()
      await Promise.resolve()
    }
  }
  saw(false, { kind: 'link', state: 'live' })
  return { world, ledger, looks, pass, tell: (...reports: readonly Told[]) => saw(false, ...reports) }
}

test('a look leaves at its interval, and one that agrees leaves no trace', async () => {
  const { world, pass } = start()
  await pass(95_000)
  expect(world.looked).toEqual([30_000, 60_000, 90_000])
  expect(world.told).toEqual([])
})

test('payouts that wait to be redeemed are taken in by one look, and so is their redemption', async () => {
  const { world, ledger, pass, tell } = start()
  const wallet = (cash: number, yes: number) => ({
    cash: usdt(cash),
    shares: new Map([[MarketIndex.of(0), { yes: usdt(yes), no: Wei.ZERO }]]),
  })
  tell({ kind: 'snapshot', snapshot: snapshotOf(wallet(100, 0)) })
  tell({ kind: 'matched', fill: FILL }, { kind: 'settled', fill: FILL })
  ledger.portfolio.pay(MARKETS[0]!.id, 1)
  world.shown = wallet(91, 20)
  await pass(31_000)
  expect(world.told).toEqual(['snapshot at 30000'])
  ledger.report(world.reports[0]!)
  expect([ledger.state.cash, ledger.portfolio.unredeemed.total]).toEqual([usdt(111), usdt(20)])
  await pass(30_000)
  expect(world.told).toHaveLength(1)

  world.shown = wallet(111, 0)
  await pass(30_000)
  expect(world.told).toEqual(['snapshot at 30000', 'snapshot at 90000'])
  ledger.report(world.reports[1]!)
  expect([ledger.state.cash, ledger.portfolio.unredeemed.total]).toEqual([usdt(111), Wei.ZERO])
})

test('pairs that a transaction turned into cash are taken in by two looks, and no report was missed', async () => {
  const { world, ledger, pass, tell } = start()
  const wallet = (cash: number, yes: number, no: number) => ({
    cash: usdt(cash),
    shares: new Map([[MarketIndex.of(0), { yes: usdt(yes), no: usdt(no) }]]),
  })
  tell({ kind: 'snapshot', snapshot: snapshotOf(wallet(100, 20, 30)) })
  world.shown = wallet(115, 5, 15)
  await pass(34_000)
  expect(world.looked).toEqual([30_000, 33_000])
  expect(world.told).toEqual(['snapshot at 33000'])
  expect(ledger.report(world.reports[0]!)).toMatchObject([{ why: 'merge', amount: usdt(15) }])

  // Beside other money it waits as all money does.
  world.shown = wallet(121, 0, 10)
  await pass(60_000)
  expect(world.told).toEqual(['snapshot at 33000'])
})

test('shows a difference once a second look finds it too', async () => {
  const { world, looks, pass } = start()
  world.isProving = false
  world.shown = { fills: SETTLED }
  await pass(31_000)
  expect(looks.differences()).toEqual([])
  await pass(3_000)
  expect(looks.differences()).toEqual([`fill ${FILL.key} has settled, but no report said so`])
  world.shown = {}
  await pass(3_000)
  expect([looks.differences(), world.told]).toEqual([[], []])
})

test('what two looks find that lie apart is taken in and has the stream renewed', async () => {
  const { world, pass } = start()
  world.shown = { fills: SETTLED }
  await pass(34_000)
  expect(world.looked).toEqual([30_000, 33_000])
  expect(world.told).toEqual(['snapshot at 33000', 'renewed at 33000'])
})

test('a word that was on its way at the first look is no difference', async () => {
  const { world, pass, tell } = start()
  world.shown = { fills: SETTLED }
  await pass(31_000)
  tell({ kind: 'matched', fill: FILL }, { kind: 'settled', fill: FILL })
  world.shown = {}
  await pass(60_000)
  expect(world.told).toEqual([])
})

test('where the stream answers no probe a difference has to stand for ten seconds', async () => {
  const { world, pass } = start()
  world.isProving = false
  world.shown = { fills: SETTLED }
  await pass(39_750)
  expect(world.told).toEqual([])
  await pass(4_000)
  expect(world.told[0]).toBe('snapshot at 42000')
})

test('money alone has to differ for a minute and a half, and is not looked at more often', async () => {
  const { world, pass } = start()
  world.shown = { cash: usdt(1) }
  await pass(125_000)
  expect(world.looked).toEqual([30_000, 60_000, 90_000, 120_000])
  expect(world.told[0]).toBe('snapshot at 120000')
})

test('doubt has the account looked at soon, and ever more rarely while nothing is found', async () => {
  const { world, pass } = start()
  await pass(10_000)
  world.doubts = [SUBMIT.id]
  await pass(60_000)
  expect(world.looked).toEqual([10_250, 16_250, 28_250, 52_250])
})

test('the end of a fill of which nothing was told is doubtful, one that was told is not', async () => {
  const { world, pass, tell } = start()
  await pass(10_000)
  tell({ kind: 'matched', fill: FILL }, { kind: 'settled', fill: FILL })
  await pass(1_000)
  expect(world.looked).toEqual([])
  tell({ kind: 'settled', fill: fillOf(SUBMIT, 1, 'other') })
  await pass(1_000)
  expect(world.looked).toEqual([11_250])
})

test('nothing is looked at while the link is down, and what was found before it counts no more', async () => {
  const { world, pass, tell } = start()
  world.shown = { fills: SETTLED }
  await pass(30_000)
  tell({ kind: 'link', state: 'lost' })
  await pass(60_000)
  tell({ kind: 'link', state: 'live' })
  await pass(30_000)
  expect(world.looked).toEqual([30_000, 120_000])
  expect(world.told).toEqual([])
})

test('without calls to spare it is tried again, and ever more rarely', async () => {
  const { world, pass } = start()
  world.shown = null
  await pass(70_000)
  expect(world.looked).toEqual([30_000, 36_000, 48_000])
})

test('nothing is looked at behind the end', async () => {
  const { world, looks, pass } = start()
  looks.end()
  await pass(90_000)
  expect(world.looked).toEqual([])
})

test('of an account that moves while it is read only words are compared, and it is not taken in', async () => {
  const { world, pass } = start()
  world.isStill = false
  world.shown = { cash: usdt(1) }
  await pass(125_000)
  expect(world.told).toEqual([])
  world.shown = { fills: SETTLED }
  await pass(30_000)
  expect(world.told).toEqual(['renewed at 153000'])
})

test('money that differed before and after a reading that was not still has differed all the time', async () => {
  const { world, pass } = start()
  world.shown = { cash: usdt(1) }
  await pass(35_000)
  world.isStill = false
  await pass(60_000)
  world.isStill = true
  await pass(30_000)
  expect(world.told[0]).toBe('snapshot at 120000')
})
