import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { acquireLease, LeaseHeldError } from '../../src/journal/lease.js'

const folder = (): string => mkdtempSync(join(tmpdir(), 'oddsmith-lease-'))

test('a second instance is refused, and told who works there', () => {
  const place = folder()
  const lease = acquireLease(place)
  expect(() => acquireLease(place)).toThrow(LeaseHeldError)
  expect(() => acquireLease(place)).toThrow(`process ${process.pid}`)
  lease.release()
  acquireLease(place).release()
})

test('wallets do not stand in each other’s way', () => {
  const [one, two] = [acquireLease(folder()), acquireLease(folder())]
  one.release()
  two.release()
})

test('a process that was killed leaves no lease behind', async () => {
  const place = folder()
  const sqlite = createRequire(import.meta.url).resolve('better-sqlite3')
  // With whichever engine this Node has.
  const script = `let db
    try { db = new (require(${JSON.stringify(sqlite)}))(${JSON.stringify(join(place, 'lease'))}) }
    catch { db = new (require('node:sqlite').DatabaseSync)(${JSON.stringify(join(place, 'lease'))}) }
    db.exec('BEGIN EXCLUSIVE'); console.log('held'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  expect(() => acquireLease(place)).toThrow(LeaseHeldError)
  child.kill('SIGKILL')
  await once(child, 'exit')
  acquireLease(place).release()
})

test('its holder goes on even if the disk refuses the note beside the lock', () => {
  const place = folder()
  const lease = acquireLease(place)
  rmSync(place, { recursive: true })
  lease.note('removing', null)
  lease.release()
})
