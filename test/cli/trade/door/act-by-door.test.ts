import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { actByDoor } from '../../../../src/cli/trade/door/act-by-door.js'
import { openJournal } from '../../../../src/journal/journal.js'
import { acquireJournalLease, acquireLease } from '../../../../src/journal/lease.js'
import { answerAsked, takeAsked } from '../../../../src/keeper/asked-acts.js'
import { askedHalt } from '../../../../src/model/halt.js'
import { Timestamp } from '../../../../src/model/time.js'
import { writeDoorFile } from '../../../../src/operator/door-file.js'
import { restoreState } from '../../../../src/runtime/restore-state.js'
import { inFolder } from '../../../end-to-end/daemon.js'
import { inProcess } from '../../in-process.js'

/** The state of a wallet whose run died: its door is told of, nothing listens there, and the number of its process is one that lives. */
const afterDeath = (home: string): string => {
  const folder = join(home, 'state', 'predict-0x12')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'journal.db'), '')
  writeDoorFile(folder, { url: 'http://127.0.0.1:1', pid: process.pid, run: 'a-run', tokens: { cli: 'token' } })
  return folder
}

test.each(['cancel-all', 'reload'] as const)(
  'where no keeper holds the wallet, no daemon runs, though the number of its process is taken: %s',
  what =>
    inFolder(async home => {
      afterDeath(home)
      expect(await actByDoor(undefined, { home }, { do: what })).toBeNull()
    }),
)

test.each([
  ['a keeper', acquireLease],
  ['a daemon that outlives its keeper', acquireJournalLease],
])('where %s holds the wallet, a daemon that does not answer is told of', (_, acquire) =>
  inFolder(async home => {
    const lease = acquire(afterDeath(home))
    await expect(actByDoor(undefined, { home }, { do: 'reload' })).rejects.toThrow(
      'the door of the daemon does not answer; "oddsmith cancel-all", "halt" and "resume" reach its keeper',
    )
    lease.release()
  }),
)

test('where the keeper ends without taking the request, no daemon runs any more', () =>
  inFolder(async home => {
    const lease = acquireLease(afterDeath(home))
    const asked = actByDoor(undefined, { home }, { do: 'cancel-all' })
    setTimeout(() => lease.release(), 500)
    expect(await asked).toBeNull()
  }))

test('the answer of a keeper that ends right after it is heard', () =>
  inFolder(async home => {
    const folder = afterDeath(home)
    const lease = acquireLease(folder)
    const asked = actByDoor(undefined, { home }, { do: 'cancel-all' })
    const act = await vi.waitUntil(() => takeAsked(folder), { timeout: 10_000, interval: 20 })
    answerAsked(folder, { key: act.key, is: 'done', text: 'the keeper removed 2 orders', open: 0 })
    lease.release()
    expect(await asked).toEqual({ is: 'done', text: 'the keeper removed 2 orders', open: 0 })
  }))

test('a halt that a keeper leaves untaken as it ends is in the journal of the wallet', () =>
  inFolder(async home => {
    const folder = afterDeath(home)
    rmSync(join(folder, 'journal.db'))
    const before = openJournal(join(folder, 'journal.db'), { epoch: 1 })
    before.save({ at: Timestamp.ofMs(Date.now()), markets: [], state: restoreState(before).state })
    before.close()
    const lease = acquireLease(folder)
    setTimeout(() => lease.release(), 500)
    expect(await inProcess(['halt', '--home', home])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('it is halted'),
    })
    const journal = openJournal(join(folder, 'journal.db'), { epoch: 0 })
    expect(restoreState(journal).state.halt).toMatchObject(askedHalt('cli'))
    journal.close()
  }))

test('a wallet whose journal is still empty is not halted, and the command says so', () =>
  inFolder(async home => {
    const folder = afterDeath(home)
    rmSync(join(folder, 'journal.db'))
    openJournal(join(folder, 'journal.db'), { epoch: 1 }).close()
    expect(await inProcess(['halt', '--home', home])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no daemon runs for this wallet, and it has not traded yet'),
    })
  }))
