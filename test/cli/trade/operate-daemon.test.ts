import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDoorClient, type DoorClient } from '../../../src/operator/door-client.js'
import { type DoorFile, readDoorFile } from '../../../src/operator/door-file.js'
import { type Daemon, daemonPid, type Ended, inFolder, newestRun, oddsmith, walletFolder } from '../../end-to-end/daemon.js'
import { inProcess } from '../in-process.js'
import { OUT_OF_REACH, PAPER, withConfig } from '../quoting-config.js'

const QUOTES_BOTH = /ours 0\.\d+x\S*\/0\.\d+x/
const said: string[] = []

let home: string
let config: string
let run: Daemon
let door: DoorFile
let client: DoorClient
const tokens = new Set<string>()
let leave: () => void
let isLeft: Promise<void>

beforeAll(async () => {
  await new Promise<void>((begun, failed) => {
    isLeft = inFolder(
      folder =>
        new Promise<void>(resolve => {
          home = folder
          leave = resolve
          begun()
        }),
    )
    isLeft.catch(failed)
  })
  // A busy computer must have started a command before the keeper acts by itself.
  config = withConfig(home, PAPER, { parameters: OUT_OF_REACH }, { unattendedMaxMs: 15_000 })
  run = oddsmith(['run', config, '--home', home])
  await run.says(QUOTES_BOTH)
  await run.says(/page: /)
  findDoor()
})
afterAll(async () => {
  if (run.child.exitCode === null) run.child.kill('SIGTERM')
  await run.ended
  leave()
  await isLeft
})

/** A door that hung for long is made again, at another place and with other tokens. */
function findDoor(): void {
  door = readDoorFile(walletFolder(home).folder) ?? door
  client = createDoorClient({ url: door.url, token: door.tokens['cli']! })
  for (const token of Object.values(door.tokens)) tokens.add(token)
}

const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise(resolve => setTimeout(resolve, 100))
}
const command = async (...args: string[]): Promise<Ended> => {
  const ended = await inProcess([...args, '--home', home])
  said.push(ended.stdout, ended.stderr)
  return ended
}

test('a run says where its page is, and status how it does', async () => {
  expect(await run.says(/page: /)).toContain(`page: ${door.url}  (open it with \\"oddsmith page ${config}\\")`)
  // This once as a user calls it.
  const { code, stdout } = await oddsmith(['status', config, '--home', home]).ended
  expect(code).toBe(0)
  expect(stdout).toMatch(/^run \S+ \(paper, process \d+, \d+ s\): quoting\n {2}money {3}cash /)
})

test('pauses one market and shows who did it, changes a limit, and asks before one is loosened', async () => {
  const [{ id } = { id: '' }] = await client.read('markets')
  const paused = await command('pause', config, '--market', id, '--json')
  expect([paused.code, JSON.parse(paused.stdout)]).toEqual([0, expect.objectContaining({ is: 'done', open: 0 })])
  const { pauses } = await client.read('status')
  expect(pauses).toEqual([{ scope: `market:${id}`, who: 'cli', at: expect.any(Number) }])
  const open = await client.read('orders')
  expect(open.length).toBeGreaterThan(0)
  expect(open.every(({ market }) => market !== id)).toBe(true)
  const set = await command('set', config, 'limits.positionMaxShares=200', 'limits.positionMaxShares=250')
  expect([set.code, set.stdout]).toEqual([2, expect.stringContaining('limits.positionMaxShares from 300 to 200')])
  expect(set.stderr).toContain('this loosens a limit: limits.positionMaxShares from 200 to 250')
  const endless = await command('set', config, 'limits.positionMaxShares=1e400', '--yes')
  expect([endless.code, endless.stdout]).toEqual([2, 'limits.positionMaxShares: expected a number, found "Infinity"\n'])
  const asked = await command('set', config, 'limits.positionMaxShares=250', '--json')
  expect([asked.code, JSON.parse(asked.stdout)]).toEqual([
    3,
    {
      is: 'confirm',
      text: expect.stringContaining('this loosens a limit'),
      changes: [expect.objectContaining({ path: 'limits.positionMaxShares', from: 200, to: 250, loosens: true })],
      hash: expect.any(String),
    },
  ])
  const limit = (await client.read('limits')).find(({ path }) => path === 'limits.positionMaxShares')
  expect(limit?.value).toBe(200)
})

test('removes everything by cancel-all, resumes, and tells of all of it', async () => {
  const canceled = await command('cancel-all', config)
  expect([canceled.code, canceled.stdout]).toEqual([0, expect.stringMatching(/^all markets: .*and the venue shows none\n$/)])
  expect(await client.read('orders')).toEqual([])
  expect(await client.act({ do: 'resume', scope: 'all' })).toMatchObject({ is: 'done' })
  const { stdout } = await command('events', config, '--json')
  const { events } = JSON.parse(stdout) as { events: { kind: string; who: string | null; text: string }[] }
  const controls = events.filter(({ kind }) => kind === 'control')
  expect(controls.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^pause: market /),
    'set limits.positionMaxShares from 300 to 200',
    'cancel-all: all markets',
    'resume: all markets',
  ])
  expect(new Set(controls.map(({ who }) => who))).toEqual(new Set(['cli']))
})

test('closes positions, waits for the end of that, and quotes again after a resume', async () => {
  const ended = await command('close', config, '--wait', '30s')
  expect([ended.code, ended.stdout]).toEqual([
    0,
    'all markets: closing by resting orders; nothing is held there\nall markets: closed\n',
  ])
  expect((await command('status', config)).stdout).toMatch(
    /: closing\n {2}closing all markets by cli at \S+ \S+, by resting orders\n/,
  )
  const again = await command('close', config, '--cross', '2', '--wait', '30s', '--json')
  expect(JSON.parse(again.stdout)).toMatchObject({ is: 'done', isClosed: true, left: [] })
  expect(await command('close', config, '--cross', '-1')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--cross: expected a whole number of ticks'),
  })
  expect(await command('resume', config)).toMatchObject({ code: 0, stdout: 'all markets: resumed\n' })
  await until(async () => (await client.read('orders')).length > 0)
})

test.skipIf(process.platform === 'win32')(
  'where the door alone hangs, status says so, the run trades on, and the keeper has it do what a person asks',
  async () => {
    const log = join(newestRun(home), 'log')
    const told = (): number => statSync(`${log}.kept`).size
    renameSync(log, `${log}.kept`)
    execFileSync('mkfifo', [log])
    // The thread of the door waits for a writer, in a call of the system that no program ends.
    const asked = client.read('log').catch(() => null)
    await until(async () => (await client.read('status').catch(() => null)) === null)
    const status = await command('status', config)
    expect([status.code, status.stderr]).toEqual([
      1,
      expect.stringMatching(/daemon of run .* lives .*its door does not answer/),
    ])
    const before = told()
    await until(async () => told() > before)
    const canceled = await command('cancel-all', config)
    expect([canceled.code, canceled.stdout]).toEqual([
      0,
      expect.stringMatching(/^all markets: all orders canceled, paused.*the venue shows none/),
    ])
    expect(canceled.stderr).toContain('asking its keeper')
    const resumed = await command('resume', config)
    expect([resumed.code, resumed.stdout]).toEqual([0, expect.stringContaining('all markets: resumed')])
    closeSync(openSync(log, constants.O_WRONLY | constants.O_NONBLOCK))
    await asked
    rmSync(log)
    renameSync(`${log}.kept`, log)
    await until(async () => {
      findDoor()
      return (await client.read('status').catch(() => null))?.state === 'quoting'
    })
  },
  120_000,
)

test('a daemon that stands still is not waited for: its keeper removes the orders, and the journal has who asked', async () => {
  process.kill(daemonPid(run), 'SIGSTOP')
  // As a user calls it: it takes half a second to start, and asks when the keeper waits already.
  const { code, stdout, stderr } = await oddsmith(['cancel-all', config, '--home', home]).ended
  said.push(stdout, stderr)
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^the keeper removed \d+ orders?; /)])
  expect(stderr).toContain('asking its keeper')
  const ended = await run.ended
  said.push(ended.stdout, ended.stderr)
  expect(ended.stderr).toContain('cli asked the keeper: cancel-all')
  const resumed = await command('resume', config, '--json')
  expect(JSON.parse(resumed.stdout)).toMatchObject({ paused: ['all'] })
  expect(readDoorFile(walletFolder(home).folder)).toBeNull()
}, 120_000)

test('no token is in anything that was printed or written', () => {
  const files = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
  const texts = [...said, ...files(home).map(file => readFileSync(file).toString('latin1'))]
  for (const token of tokens) expect(texts.filter(text => text.includes(token))).toEqual([])
})
