import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDoorFile } from '../../src/operator/door-file.js'
import { CANARY, openReceiver, type Receiver } from '../operator/alerts/receiver.js'
import { daemonPid, inFolder, newestRun, oddsmith, walletFolder } from './daemon.js'
import { breakStrategy, keptRun, type Seats, startExchange } from './kept-run.js'

let seats: Seats
let good: Receiver
let stalled: Receiver
beforeAll(async () => {
  seats = startExchange(2)
  ;[good, stalled] = await Promise.all([openReceiver(), openReceiver()])
})
afterAll(() => Promise.all([seats.close(), good.close(), stalled.close()]))

const SECRETS = CANARY.split('/')
const expectNoAddress = (text: string): void => {
  for (const secret of SECRETS) expect(text).not.toContain(secret)
}

test('a daemon that dies rings from its keeper, once, and resolves when the next one trades; no address is in any output or file', async () => {
  stalled.set('stall')
  const config = {
    alerts: [{ url: good.url, severityMin: 'info' }, { url: stalled.url }],
    alertWhen: { restarts: 2, restartMinutes: 15, resolveAfterSeconds: 0, diskFreeMinMb: 0 },
    heartbeatUrl: good.url,
    heartbeatEverySeconds: 1,
  }
  await keptRun(seats, { config }, async ({ run, again, home }) => {
    process.kill(daemonPid(run), 'SIGKILL')
    const ended = await run.ended
    expect(ended.code, ended.stderr).toBe(1)
    const told = () => good.alerts().map(({ id, state, severity }) => `${id} ${state} ${severity}`)
    // The keeper left no earlier than they were told.
    expect(told().filter(line => /^(daemon|keeper)/.test(line))).toEqual(['daemon firing critical', 'keeper firing warning'])
    expect(good.alerts().find(({ id }) => id === 'daemon')?.text).toMatch(/^the daemon \(process \d+\) ended by SIGKILL$/)
    const next = again('--for', '3s')
    const { code, stderr } = await next.ended
    expect(code, stderr).toBe(0)
    expect(
      told()
        .filter(line => /^(daemon|keeper|restart-loop)/.test(line))
        .toSorted(),
    ).toEqual([
      'daemon firing critical',
      'daemon resolved critical',
      'keeper firing warning',
      'keeper resolved warning',
      'restart-loop firing critical',
    ])
    // A heartbeat is a request without a body.
    expect(good.asked()).toBeGreaterThan(good.bodies.length + 1)
    expect(stalled.asked()).toBeGreaterThan(0)
    expectNoAddress(ended.stdout + ended.stderr + stderr)
    const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    for (const { parentPath, name } of files)
      if (name !== 'config.yaml') expectNoAddress(readFileSync(join(parentPath, name), 'latin1'))
    const replayed = await oddsmith(['replay', newestRun(home)]).ended
    expect(replayed.code, replayed.stdout + replayed.stderr).toBe(0)
    expectNoAddress(gunzipped(newestRun(home)))
  })
})

test('a door that hangs rings from the keeper while the run trades on, and resolves when it was made again', async () => {
  const before = good.alerts().length
  const told = (): readonly string[] =>
    good
      .alerts()
      .slice(before)
      .flatMap(({ kind, state, severity }) => (kind === 'door' ? [`${state} ${severity}`] : []))
  const config = { alerts: [{ url: good.url }], alertWhen: { diskFreeMinMb: 0, restarts: 100 } }
  await keptRun(seats, { config }, async ({ run, home }) => {
    const folder = newestRun(home)
    await expect.poll(() => readDoorFile(walletFolder(home).folder), { timeout: 20_000 }).not.toBeNull()
    const door = readDoorFile(walletFolder(home).folder)!
    // A read of the log does not come back until someone writes it: the system holds the door's thread.
    renameSync(join(folder, 'log'), join(folder, 'log.kept'))
    execFileSync('mkfifo', [join(folder, 'log')])
    const held = fetch(`${door.url}/api/log`, { headers: { authorization: `Bearer ${door.tokens['cli']}` } }).catch(() => null)
    await expect.poll(told, { timeout: 60_000 }).toEqual(['firing warning'])
    const { code, stdout, stderr } = await oddsmith(['status', '--home', home]).ended
    expect(code).toBe(1)
    expect(stdout + stderr).toContain('does not answer')
    closeSync(openSync(join(folder, 'log'), constants.O_WRONLY | constants.O_NONBLOCK))
    renameSync(join(folder, 'log.kept'), join(folder, 'log'))
    await held
    await expect.poll(told, { timeout: 60_000 }).toEqual(['firing warning', 'resolved warning'])
    expect((await oddsmith(['status', '--home', home]).ended).code).toBe(0)
    run.child.kill('SIGTERM')
    const ended = await run.ended
    expect(ended.code, ended.stderr).toBe(0)
    expect(ended.stderr).toContain('the door turns again')
  })
  expect(told()).toHaveLength(2)
})

test('a trading thread that hangs rings from the door, once, and resolves in the run after it', async () => {
  const before = good.alerts().length
  const told = (kind: string): readonly string[] =>
    good
      .alerts()
      .slice(before)
      .flatMap(alert => (alert.kind === kind ? [`${alert.state} ${alert.severity}`] : []))
  const alertWhen = { diskFreeMinMb: 0, restarts: 100, resolveAfterSeconds: 0 }
  const config = { alerts: [{ url: good.url }], alertWhen, unattendedMaxMs: 25_000 }
  await keptRun(seats, { config, fault: 'loop' }, async ({ run, home, again }) => {
    breakStrategy(home)
    await expect.poll(() => told('hang'), { timeout: 60_000 }).toEqual(['firing critical'])
    expect(told('daemon')).toEqual([])
    // Later than that its keeper kills it.
    expect((await run.ended).code).toBe(1)
    expect(told('daemon')).toEqual(['firing critical'])
    rmSync(join(home, 'fault'))
    const { code, stderr } = await again('--for', '5s').ended
    expect(code, stderr).toBe(0)
  })
  for (const kind of ['hang', 'daemon']) expect([kind, told(kind)]).toEqual([kind, ['firing critical', 'resolved critical']])
}, 150_000)

const gunzipped = (run: string): string =>
  execFileSync('gzip', ['-dc', join(run, 'input.ndjson.gz')], { encoding: 'utf8', maxBuffer: 1e9 })

test('oddsmith alerts test sends one to each, and says what each answered', () =>
  inFolder(async home => {
    const file = join(home, 'config.yaml')
    const write = (more: object) =>
      writeFileSync(
        file,
        JSON.stringify({ venue: { name: 'predict', embedded: {} }, strategies: [{ strategy: 'two-sided' }], ...more }),
      )
    const said = (...flags: readonly string[]) => oddsmith(['alerts', 'test', file, ...flags], { HOOK: good.url }).ended
    const gone = await openReceiver()
    await gone.close()
    write({ alerts: [{ url: { env: 'HOOK' } }, { url: gone.url, template: 'telegram', chatId: 7 }] })
    const { code, stdout, stderr } = await said()
    expect([code, stdout, stderr]).toEqual([
      1,
      'ok      alerts.0 (json): it answered 200\nFAILED  alerts.1 (telegram): it could not be reached (ECONNREFUSED)\n',
      '',
    ])
    expect(good.alerts().at(-1)).toMatchObject({ id: 'test', kind: 'test', state: 'firing' })
    write({ alerts: [{ url: { env: 'HOOK' } }], heartbeatUrl: { env: 'HOOK' } })
    const taken = await said('--json')
    expect([taken.code, JSON.parse(taken.stdout)]).toEqual([
      0,
      {
        receivers: [
          { name: 'alerts.0 (json)', isTaken: true, answer: 'it answered 200' },
          { name: 'heartbeatUrl', isTaken: true, answer: 'it answered 200' },
        ],
      },
    ])
    write({})
    expect((await said()).stderr).toContain('expected alerts or heartbeatUrl: there is no one to tell')
    write({ alerts: [{ url: 'T0CANARY-without-a-protocol' }] })
    const wrong = await said()
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('alerts.0.url: expected an address that begins with https:// or http://')
    expectNoAddress(wrong.stderr)
  }))
