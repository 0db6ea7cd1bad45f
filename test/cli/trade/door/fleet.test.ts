import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { showFleet } from '../../../../src/cli/trade/door/fleet.js'
import { fleetMembers } from '../../../../src/cli/trade/door/fleet-members.js'
import { acquireLease } from '../../../../src/journal/lease.js'
import { askFleet } from '../../../../src/operator/fleet/fleet-daemons.js'
import { type Daemon, daemonPid, oddsmith } from '../../../end-to-end/daemon.js'
import { inProcess } from '../../in-process.js'

/** A world of one market without a crowd: the commands that are tried here ask for no more. */
const WORLD = `markets: [{ question: Is it seen? }]
crowd: { kind: none }
`
const CONFIG = `venue: { name: predict, embedded: { seed: 4, settlementMs: 100, worldFile: ./world.yaml } }
strategies: [{ strategy: two-sided, markets: [1001], parameters: {} }]
`

let root: string
let runs: readonly Daemon[] = []
const fleet = (...args: string[]) => inProcess(['fleet', root, ...args])

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'oddsmith-fleet-'))
  const file = join(root, 'mine.yaml')
  writeFileSync(file, CONFIG)
  writeFileSync(join(root, 'world.yaml'), WORLD)
  runs = ['north', 'south'].map(name => {
    mkdirSync(join(root, name))
    return oddsmith(['run', file, '--home', join(root, name)])
  })
  await Promise.all(runs.map(run => run.says(/page: http/)))
})
afterAll(async () => {
  for (const { child } of runs) child.kill('SIGINT')
  await Promise.all(runs.map(({ ended }) => ended))
  rmSync(root, { recursive: true, force: true })
})

test('shows each daemon under a folder by the name of its own', async () => {
  const { code, stdout } = await fleet('--json')
  const rows = JSON.parse(stdout) as readonly { name: string; run: { mode: string } | null }[]
  expect([code, rows.map(({ name, run }) => [name, run?.mode])]).toEqual([
    0,
    [
      ['north', 'paper'],
      ['south', 'paper'],
    ],
  ])
  // This once as a user calls it.
  const table = await oddsmith(['fleet', root]).ended
  expect(table.stdout).toMatch(/daemon +state .*to look at\n.*north .*paper.*\n.*south /)
})

test('has one daemon act and leaves the other alone, and says which it does not know', async () => {
  const paused = await fleet('pause', 'south')
  expect([paused.code, paused.stdout]).toEqual([0, expect.stringMatching(/^south: all markets: paused/)])
  const states = JSON.parse((await fleet('--json')).stdout) as readonly { state: string }[]
  expect(states.map(({ state }) => state === 'paused')).toEqual([false, true])
  expect((await fleet('close', 'south')).stdout).toMatch(/^south: all markets: closing by resting orders; /)
  expect(await fleet('pause', 'west')).toMatchObject({ code: 2, stderr: expect.stringContaining('there are north, south') })
  expect(await fleet('pouse', 'south')).toMatchObject({ code: 2, stderr: expect.stringContaining('did you mean pause?') })
  expect(await fleet('halt')).toMatchObject({ code: 2, stderr: expect.stringContaining('expected names') })
})

test('serves a page of them until it is told to end', async () => {
  const page = oddsmith(['fleet', root, '--page', '--json'])
  const { url } = JSON.parse(/\{.*\}/.exec(await page.says(/"url"/))![0]) as { url: string }
  expect(await (await fetch(url)).text()).toContain('oddsmith fleet')
  page.child.kill('SIGINT')
  expect((await page.ended).code).toBe(0)
  const both = { action: 'pause', names: ['south'], page: true }
  await expect(showFleet(root, both)).rejects.toThrow('expected --page or an action, found both (pause)')
  const wrong = { action: undefined, names: [], page: true, port: '70000' }
  await expect(showFleet(root, wrong)).rejects.toThrow('--port: expected a whole number from 0 to 65535, found "70000"')
})

test('says of a daemon that hangs that it does not answer, and of one that ended that it is not running', async () => {
  const [north, south] = runs as readonly [Daemon, Daemon]
  north.child.kill('SIGINT')
  await north.ended
  const pid = daemonPid(south)
  process.kill(pid, 'SIGSTOP')
  const silent = await fleet('--json')
  process.kill(pid, 'SIGCONT')
  const rows = JSON.parse(silent.stdout) as readonly { name: string; state: string }[]
  expect([silent.code, rows.map(({ name, state }) => [name, state])]).toEqual([
    1,
    [
      ['north', 'not running'],
      ['south', 'no answer'],
    ],
  ])
  expect((await fleet('resume', 'all')).stdout).toMatch(/^south: all markets: resumed/)
})

test('says where nothing is', async () => {
  const empty = join(root, 'empty')
  mkdirSync(empty)
  expect((await inProcess(['fleet', empty])).stdout).toContain('no wallet under it has traded')
  expect(await inProcess(['fleet', join(root, 'nowhere')])).toMatchObject({ code: 2 })
})

test('knows a daemon that runs without a door, and does not leave it out of all', async () => {
  const folder = join(root, 'tower', 'state', `predict-0x${'ab'.repeat(20)}`)
  // As a daemon with "door: false" does.
  const lease = acquireLease(folder)
  lease.note('running', process.pid)
  const daemons = (await askFleet(fleetMembers(join(root, 'tower')))).map(({ name, state }) => `${name}: ${state}`)
  const halted = await inProcess(['fleet', join(root, 'tower'), 'halt', 'all'])
  const paused = await inProcess(['fleet', join(root, 'tower'), 'pause', 'all'])
  lease.note('running', null)
  lease.release()
  expect(daemons).toEqual([expect.stringMatching(/: no door$/)])
  expect(halted).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('"oddsmith halt --home" with its folder reaches the keeper'),
  })
  expect(paused.stdout).toMatch(/refused: its daemon has no door open$/m)
  expect(fleetMembers(join(root, 'tower'))).toMatchObject([{ isRunning: false }])
})

test('finds wallets behind symbolic links, each once', () => {
  const [disk, fleet, wallet] = [join(root, 'disk'), join(root, 'linked'), `predict-0x${'cd'.repeat(20)}`]
  mkdirSync(join(disk, 'far', wallet), { recursive: true })
  mkdirSync(join(fleet, 'east', 'state'), { recursive: true })
  symlinkSync(join(disk, 'far', wallet), join(fleet, 'east', 'state', wallet))
  symlinkSync(join(fleet, 'east'), join(fleet, 'current'))
  symlinkSync(fleet, join(fleet, 'loop'))
  symlinkSync(join(disk, 'nowhere'), join(fleet, 'broken'))
  symlinkSync('self', join(fleet, 'self'))
  expect(fleetMembers(fleet)).toHaveLength(1)
})
