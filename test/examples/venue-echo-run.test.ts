import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { EchoServer } from '../../examples/venue-echo/server/start-server.js'
import { CANCELS_A_REQUEST } from '../../examples/venue-echo/wire.js'
import { openInputLog } from '../../src/recording/log/input-log.js'
import { type Daemon, daemonPid, inFolder, killBoth, oddsmith } from '../end-to-end/daemon.js'
import { startEcho } from './start-echo.js'

/** Writes a config of a run at the exchange, and starts it. */
function startRun(home: string, server: EchoServer, args: readonly string[]): Daemon {
  const config = join(home, 'config.yaml')
  mkdirSync(home, { recursive: true })
  writeFileSync(
    config,
    `venue: { name: ${resolve('examples/venue-echo/venue.ts')}, url: ${server.url}, wsUrl: ${server.wsUrl}, account: one, secret: { env: ECHO_SECRET } }
strategies: [{ strategy: two-sided, parameters: { sizeShares: 20 } }]
limits: { openNotionalMaxUsdt: 200 }
`,
  )
  return oddsmith(['run', config, '--home', home, ...args], { ECHO_SECRET: 'secret of one' })
}

const restingOf = ({ exchange }: EchoServer): number => exchange.tell(exchange.account('one')!, 0).orders.length

async function until(what: string, isSo: () => boolean): Promise<void> {
  const endsAt = Date.now() + 45_000
  while (!isSo()) {
    if (Date.now() > endsAt) throw new Error(`expected ${what} within 45 s`)
    await new Promise(go => setTimeout(go, 20))
  }
}

describe('a venue that the package does not know', () => {
  test('is traded by a run whose log replays to the same hash, and is a recording for a backtest', () =>
    inFolder(async home => {
      const server = await startEcho(7)
      try {
        const running = startRun(home, server, ['--for', '6s', '--json'])
        await until('an order of the run', () => restingOf(server) > 0)
        server.setMode('cancel-only')
        await until('no order while the venue takes none', () => restingOf(server) === 0)
        server.setMode('restart')
        server.setMode('open')
        await until('an order once the venue is back', () => restingOf(server) > 0)
        const run = await running.ended
        expect(run.code, run.stderr).toBe(0)
        for (const words of ['the venue takes no orders', 'the venue takes all orders again'])
          expect(run.stderr).toContain(words)
        const summary = JSON.parse(run.stdout)
        expect(summary).toMatchObject({ mode: 'live', orders: { unknown: 0 } })
        expect(summary.orders.placed).toBeGreaterThan(2)
        expect(restingOf(server)).toBe(0)
        expect(readdirSync(join(home, 'state'))).toEqual(['echo-one'])
        const [id] = readdirSync(join(home, 'runs'))
        const folder = join(home, 'runs', id ?? '')

        const { header } = await openInputLog(join(folder, 'input.ndjson.gz'))
        expect(header.settings).toMatchObject({ budget: { cancelsPerCall: CANCELS_A_REQUEST } })
        const replayed = await oddsmith(['replay', folder, '--json']).ended
        expect(JSON.parse(replayed.stdout)).toMatchObject({ stateHash: summary.stateHash, firstDifference: null })

        const trial = join(home, 'trial.yaml')
        writeFileSync(trial, `recording: ${folder}\nstrategy: two-sided\nparameters: { sizeShares: 20 }\n`)
        const tried = await oddsmith(['backtest', trial, '--out', join(home, 'trial'), '--json']).ended
        expect(tried.code, tried.stderr).toBe(0)
        expect(tried.stdout).toContain('"echo"')
      } finally {
        await server.close()
      }
    }))

  test('takes the orders off a run that is killed with its keeper, because its heartbeat is owed', () =>
    inFolder(async home => {
      const server = await startEcho(7)
      try {
        const run = startRun(home, server, [])
        await until('an order of the run', () => restingOf(server) > 0)
        killBoth(run)
        await run.ended
        await until('no order of the run', () => restingOf(server) === 0)
      } finally {
        await server.close()
      }
    }))

  test('has its orders removed by the keeper where the daemon dies', () =>
    inFolder(async home => {
      const server = await startEcho(7)
      try {
        const run = startRun(home, server, [])
        await until('an order of the run', () => restingOf(server) > 0)
        process.kill(daemonPid(run), 'SIGKILL')
        const { code, stderr } = await run.ended
        expect(code, stderr).toBe(1)
        expect(stderr).toContain("the venue's list was seen twice without one of ours")
        expect(restingOf(server)).toBe(0)
      } finally {
        await server.close()
      }
    }))
})
