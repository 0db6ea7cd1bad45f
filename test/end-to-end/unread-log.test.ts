import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { isProcessAlive } from '../../src/cli/trade/door/find-door.js'
import { openJournal } from '../../src/journal/journal.js'
import { inFolder, oddsmith, walletFolder } from './daemon.js'

const ROOT = resolve(import.meta.dirname, '../..')
const LOOKED_AT_MS = 8_000

/** Both ends of a pipe that takes nothing any more. */
function fullPipe(file: string): { readonly held: number; readonly end: number } {
  execFileSync('mkfifo', [file])
  const held = openSync(file, constants.O_RDWR | constants.O_NONBLOCK)
  const end = openSync(file, 'w')
  try {
    for (;;) writeSync(held, Buffer.alloc(4_096, '.'))
  } catch {
    return { held, end }
  }
}

function ordersOf(home: string): number {
  try {
    const journal = openJournal(join(walletFolder(home).folder, 'journal.db'), { epoch: 0, isReadOnly: true })
    try {
      return journal.rows.orders(1_000_000).length
    } finally {
      journal.close()
    }
  } catch {
    // It is not made yet.
    return 0
  }
}

const runOf = (home: string): string => join(home, 'runs', readdirSync(join(home, 'runs'))[0] ?? '')
const logOf = (home: string): string => readFileSync(join(runOf(home), 'log'), 'utf8')
const summaryOf = (home: string): unknown => JSON.parse(readFileSync(join(runOf(home), 'summary.json'), 'utf8'))

function readAll(descriptor: number): string {
  const bytes = Buffer.alloc(4 * 1024 * 1024)
  try {
    return bytes.toString('utf8', 0, readSync(descriptor, bytes))
  } catch {
    return ''
  }
}

/** What a run does to the journal of its wallet while a fault lasts: its orders go on to grow in number. */
async function expectOrdersToGrow(home: string): Promise<void> {
  await expect.poll(() => ordersOf(home), { timeout: 45_000 }).toBeGreaterThan(0)
  for (let look = 0; look < 2; look++) {
    const before = ordersOf(home)
    await pause(LOOKED_AT_MS / 2)
    expect(ordersOf(home)).toBeGreaterThan(before)
  }
}

const RUN = ['dist/src/cli/main.js', 'run', 'config/paper.yaml', '--json', '--home']

test.concurrent(
  'a daemon whose stderr is a pipe that no one reads goes on placing orders',
  () =>
    inFolder(async home => {
      const { held, end } = fullPipe(join(home, 'pipe'))
      const child = spawn(process.execPath, [...RUN, home], { cwd: ROOT, stdio: ['ignore', 'pipe', end] })
      try {
        let stdout = ''
        child.stdout?.setEncoding('utf8').on('data', (text: string) => {
          stdout += text
        })
        const ended = new Promise<number | null>(done => child.on('close', done))
        await expectOrdersToGrow(home)
        readAll(held)
        await pause(500)
        child.kill('SIGTERM')
        expect(await ended).toBe(0)
        expect(readAll(held)).toContain('stopping: SIGTERM')
        expect(JSON.parse(stdout)).toMatchObject({ openOrdersAtExit: 0, logLinesDropped: 0 })
      } finally {
        child.kill('SIGKILL')
        closeSync(held)
        closeSync(end)
      }
    }),
  120_000,
)

test.concurrent(
  'a run of which no one reads stdout or stderr, as where its terminal was stopped, trades, and stops in good order',
  () =>
    inFolder(async home => {
      const pipes = ['out', 'err'].map(name => fullPipe(join(home, name)))
      const [out, err] = pipes.map(({ end }) => end)
      const child = spawn(process.execPath, [...RUN, home], { cwd: ROOT, stdio: ['ignore', out, err] })
      try {
        const ended = new Promise<number | null>(done => child.on('close', done))
        await expectOrdersToGrow(home)
        child.kill('SIGTERM')
        expect(await ended).toBe(0)
        expect(summaryOf(home)).toMatchObject({ openOrdersAtExit: 0 })
        // Its log is whole in its own file.
        expect(logOf(home)).toContain('nothing is open')
      } finally {
        child.kill('SIGKILL')
        for (const { held, end } of pipes) for (const descriptor of [held, end]) closeSync(descriptor)
      }
    }),
  120_000,
)

test.runIf(spawnSync('script', ['--version']).status === 0)(
  'a run whose terminal was closed trades on, and stops in good order',
  () =>
    inFolder(async home => {
      const run = `echo $$ > ${home}/pid; exec ${process.execPath} ${RUN.filter(word => word !== '--json').join(' ')} ${home} 2> ${home}/err`
      // In a session of its own it hears no SIGHUP: what it learns of the terminal's end is that a write fails.
      const command = `stty cols 100 rows 30; setsid -f sh -c '${run}'; sleep 100`
      const { CI: _, ...environment } = process.env
      const env = { ...environment, TERM: 'xterm' }
      const terminal = spawn('script', ['-qec', command, '/dev/null'], { cwd: ROOT, env, stdio: ['pipe', 'pipe', 'ignore'] })
      let shown = ''
      terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
        shown += text
      })
      let pid = 0
      try {
        await expect.poll(() => shown, { timeout: 45_000 }).toContain('Ctrl-C removes every order')
        pid = Number(readFileSync(join(home, 'pid'), 'utf8'))
        terminal.kill('SIGKILL')
        await expectOrdersToGrow(home)
        process.kill(pid, 'SIGTERM')
        await expect.poll(() => existsSync(join(runOf(home), 'summary.json')), { timeout: 30_000 }).toBe(true)
        expect(summaryOf(home)).toMatchObject({ openOrdersAtExit: 0 })
        expect(logOf(home)).not.toContain('broken')
      } finally {
        terminal.kill('SIGKILL')
        if (pid !== 0 && isProcessAlive(pid)) process.kill(pid, 'SIGTERM')
      }
    }),
  120_000,
)

/** Loaded before each process of a run: its log file alone lies on a disk that is full. The system itself refuses what is written. */
const FULL_DISK = `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const { openSync } = fs
fs.openSync = (path, ...rest) => openSync(/[/]runs[/][^/]+[/]log$/.test(String(path)) ? '/dev/full' : path, ...rest)
syncBuiltinESMExports()
`

test.concurrent(
  'a run whose log lies on a full disk trades and stops in good order, and says how many lines it lost',
  () =>
    inFolder(async home => {
      const preload = join(home, 'full-disk.mjs')
      writeFileSync(preload, FULL_DISK)
      const run = oddsmith(RUN.slice(1).concat(home), { NODE_OPTIONS: `--import ${pathToFileURL(preload).href}` })
      try {
        await expectOrdersToGrow(home)
        run.child.kill('SIGTERM')
        const { code, stdout, stderr } = await run.ended
        expect(code, stderr).toBe(0)
        const summary = JSON.parse(stdout) as { openOrdersAtExit: number; logLinesDropped: number }
        expect(summary.openOrdersAtExit).toBe(0)
        // Every line but those that still waited to be tried.
        expect(summary.logLinesDropped).toBeGreaterThan(3)
        expect(stderr).toContain('stopping: SIGTERM')
        expect(existsSync(join(runOf(home), 'log'))).toBe(false)
        expect(summaryOf(home)).toMatchObject({ logLinesDropped: summary.logLinesDropped })
      } finally {
        run.child.kill('SIGKILL')
      }
    }),
  120_000,
)
