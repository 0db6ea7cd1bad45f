import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ExitCode } from '../../../src/cli/config/exit.js'
import { type KeeperAlerts, openKeeperAlerts } from '../../../src/cli/trade/keeper-alerts.js'
import { openReceiver, type Receiver } from '../../operator/alerts/receiver.js'

let home: string
let receiver: Receiver
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'oddsmith-keeper-'))
  receiver = await openReceiver()
})
afterEach(async () => {
  await receiver.close()
  rmSync(home, { recursive: true, force: true })
})

const RESTART_MS = 900

const keeper = (): KeeperAlerts =>
  openKeeperAlerts({
    ...{ home, config: 'run.yaml', venue: 'predict', notice: () => undefined },
    task: {
      sinks: [
        { name: 'alerts.0 (json)', url: receiver.url, template: 'json', chatId: null, severityMin: 'info', quietHours: null },
      ],
      when: {
        ...{ noQuoteMinutes: 10, limitPercent: 80, feedLostSeconds: 15, differenceSeconds: 95, settlementMinutes: 10 },
        ...{ diskFreeMinMb: 0, restarts: 3, restartMinutes: RESTART_MS / 60_000, resolveAfterSeconds: 0 },
      },
      heartbeat: null,
    },
  })
const told = () => receiver.alerts().map(({ kind, state, text }) => `${kind} ${state}: ${text}`)

test('a run that ends with a code rings, once for however many starts, and resolves when one may trade', async () => {
  await keeper().end(ExitCode.REFUSED, 'this wallet is halted')
  await keeper().end(ExitCode.REFUSED, 'this wallet is halted')
  const third = keeper()
  third.wallet(join(home, 'state', 'predict-0xaa'))
  third.run(join(home, 'runs', 'r-3', 'log'))
  third.opened()
  await receiver.until(({ kind, state }) => kind === 'daemon' && state === 'resolved')
  expect(told().filter(line => line.startsWith('daemon'))).toEqual([
    'daemon firing: the run ended with code 3: this wallet is halted',
    'daemon resolved: the run ended with code 3: this wallet is halted',
  ])
  expect(receiver.bodies.at(-1)).toMatchObject({ wallet: '0xaa', run: 'r-3', config: 'run.yaml' })
  await third.end(ExitCode.DONE, '')
})

test('starts that follow one another ring, and resolve once a run has lasted', async () => {
  await keeper().end(ExitCode.FAILED, 'a')
  await keeper().end(ExitCode.FAILED, 'b')
  expect(told().some(line => line.startsWith('restart-loop'))).toBe(false)
  const third = keeper()
  const rung = await receiver.until(({ kind }) => kind === 'restart-loop')
  expect(rung).toMatchObject({ state: 'firing', severity: 'critical' })
  expect(rung.text).toMatch(/^this config was started 3 times within .* minutes, and no run ended well$/)
  await receiver.until(({ kind, state }) => kind === 'restart-loop' && state === 'resolved')
  await third.end(ExitCode.DONE, '')
})

test('starts that ended well are none of a loop', async () => {
  for (let start = 0; start < 5; start++) await keeper().end(ExitCode.DONE, '')
  expect(told()).toEqual([])
})

test('what the keeper does beside a daemon rings, and resolves when it is over', async () => {
  const alerts = keeper()
  alerts.beside('the daemon cannot trade (the stream is down)')
  await receiver.until(({ kind, severity }) => kind === 'keeper' && severity === 'critical')
  alerts.besideIsOver()
  await receiver.until(({ kind, state }) => kind === 'keeper' && state === 'resolved')
  expect(told()).toHaveLength(2)
  await alerts.end(ExitCode.DONE, '')
})

test('a receiver that stalls holds up the end of a keeper for five seconds at the most', async () => {
  receiver.set('stall')
  const alerts = keeper()
  alerts.died('the daemon ended by SIGKILL')
  const before = performance.now()
  await alerts.end(ExitCode.FAILED, '')
  expect(performance.now() - before).toBeLessThan(9_000)
})
