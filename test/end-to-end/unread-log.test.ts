import { execFileSync, spawn } from 'node:child_process'
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openJournal } from '../../src/journal/journal.js'
import { inFolder, walletFolder } from './daemon.js'

const ROOT = resolve(import.meta.dirname, '../..')
const LOOKED_AT_MS = 11_000

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

function readAll(descriptor: number): string {
  const bytes = Buffer.alloc(4 * 1024 * 1024)
  try {
    return bytes.toString('utf8', 0, readSync(descriptor, bytes))
  } catch {
    return ''
  }
}

test(
  'a daemon whose stderr is a pipe that no one reads goes on placing orders',
  () =>
    inFolder(async home => {
      const { held, end } = fullPipe(join(home, 'pipe'))
      const args = ['dist/src/cli/main.js', 'run', 'config/paper.yaml', '--json', '--home', home]
      const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', end] })
      try {
        let stdout = ''
        child.stdout?.setEncoding('utf8').on('data', (text: string) => {
          stdout += text
        })
        const ended = new Promise<number | null>(done => child.on('close', done))
        await expect.poll(() => ordersOf(home), { timeout: 20_000 }).toBeGreaterThan(0)
        const first = ordersOf(home)
        await pause(LOOKED_AT_MS / 2)
        const second = ordersOf(home)
        await pause(LOOKED_AT_MS / 2)
        expect(second).toBeGreaterThan(first)
        expect(ordersOf(home)).toBeGreaterThan(second)
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
  60_000,
)
