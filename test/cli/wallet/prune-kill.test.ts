import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { verify } from '../../../src/cli/wallet/verify-journal.js'
import { freshDeskState } from '../../../src/engine/desk-state.js'
import { orderHistory } from '../../../src/journal/history.js'
import { type Journal, openJournal } from '../../../src/journal/journal.js'
import { archiveOf } from '../../../src/journal/prune.js'
import { OrderId } from '../../../src/model/ids.js'
import type { JournalEntry } from '../../../src/model/journal-entry.js'
import { toJson } from '../../../src/model/plain.js'
import type { Report } from '../../../src/model/report.js'
import { Timestamp } from '../../../src/model/time.js'
import { restoreState } from '../../../src/runtime/restore-state.js'
import { inFolder, oddsmith } from '../../end-to-end/daemon.js'
import { fill, market, signed } from '../../journal/lines.js'

const ROOT = resolve(import.meta.dirname, '../../..')
const ORDERS = 1_000
const EPOCH = 7
const MARKETS = [market('a', 0)]
/** Long enough ago for a prune to take all that a checkpoint covers. */
const BEGAN = Timestamp.ofMs(Date.now() - 30 * 86_400_000)

/** The journal of a wallet that has traded: orders, one in four with a fill, and checkpoints. */
function writeJournal(home: string): string {
  const folder = join(home, 'state', `predict-0x${'ab'.repeat(20)}`)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'journal.db')
  const journal = openJournal(file, { epoch: EPOCH })
  journal.save({ at: BEGAN, markets: MARKETS, state: freshDeskState(EPOCH) })
  for (let counter = 1; counter <= ORDERS; counter++) {
    writeOrder(journal, counter)
    const at = Timestamp.add(BEGAN, counter * 1_000_000)
    if (counter % 250 === 0) journal.save({ at, markets: MARKETS, state: restoreState(journal).state })
  }
  journal.rest()
  journal.close()
  return file
}

function writeOrder(journal: Journal, counter: number): void {
  const at = Timestamp.add(BEGAN, counter * 1_000_000)
  const stamp = { at, receivedAt: at }
  const order = OrderId.of(EPOCH, counter)
  const told = (report: Report): JournalEntry => ({ kind: 'report', at, report })
  journal.append({ at, entries: [], orders: [signed(counter, { expiresAt: Timestamp.add(at, 120_000_000) })] })
  const fills = (['matched', 'settled'] as const).map(kind => told({ ...stamp, kind, fill: fill(counter) }))
  const entries = [
    told({ ...stamp, kind: 'accepted', order, venueId: String(counter), lockedUntil: null }),
    ...(counter % 4 === 0 ? fills : []),
    told({ ...stamp, kind: 'ended', order, how: 'canceled', why: null }),
  ]
  journal.append({ at, entries, orders: [] })
}

const prune = (home: string): readonly string[] => ['journal', 'prune', '--before', '2999-01-01', '--json', '--home', home]
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

const PRUNE = `
import { pruneJournal } from ${JSON.stringify(pathToFileURL(join(ROOT, 'build/src/journal/prune.js')).href)}
pruneJournal(process.argv[1], Number.MAX_SAFE_INTEGER)
`

/** Prunes in a process of its own, which is killed as soon as a moment has come; answers whether that was before its end. */
function pruneUntil(file: string, isMoment: () => boolean): Promise<boolean> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PRUNE, file], { stdio: 'ignore' })
  return new Promise(done => {
    child.on('close', (_, signal) => done(signal === 'SIGKILL'))
    const look = (): void => {
      if (child.exitCode !== null) return
      if (isMoment()) child.kill('SIGKILL')
      else setImmediate(look)
    }
    look()
  })
}

const TRIES = 5

/** Kills a prune at a moment; answers whether it did. A prune that ended before it was looked at is undone and tried again: the machine decides. */
async function killedAt(file: string, isMoment: () => boolean, look: () => void): Promise<boolean> {
  const folder = dirname(file)
  const before = `${folder}.before`
  for (let left = TRIES; left > 0; left--) {
    cpSync(folder, before, { recursive: true })
    const isKilled = await pruneUntil(file, isMoment)
    look()
    if (isKilled || left === 1) {
      rmSync(before, { recursive: true })
      return isKilled
    }
    rmSync(folder, { recursive: true })
    renameSync(before, folder)
  }
  return false
}

/** All that the journal and its archive tell: each order and fill as often as they tell it, one order's story, and where the wallet stands. */
function told(file: string) {
  const archive = archiveOf(file)
  const journals = [file, archive]
    .filter(path => existsSync(path))
    .map(path => openJournal(path, { epoch: 0, isReadOnly: true }))
  const { state } = restoreState(journals[0]!)
  const rowsOf = (read: (journal: Journal) => readonly unknown[]): ReadonlySet<string> =>
    new Set(journals.flatMap(journal => read(journal).map(row => toJson(row))))
  const orders = rowsOf(({ rows }) => rows.orders(999_999))
  const fills = rowsOf(({ rows }) => rows.fills(999_999))
  for (const journal of journals) journal.close()
  const story = orderHistory(file, archive, String(OrderId.of(EPOCH, 4)))
  return { orders, fills, story, state: toJson(state), sound: verify(file).problems }
}

/** Moments of a prune, as they show in the sizes of its files. */
const MOMENTS: Readonly<Record<string, (file: string, begun: number) => boolean>> = {
  'a new archive is made': file => existsSync(`${archiveOf(file)}.new`),
  'the archive has its name': file => existsSync(archiveOf(file)),
  'rows are copied': file => sizeOf(`${archiveOf(file)}-wal`) > 60_000,
  'the copy is compared': file => sizeOf(`${archiveOf(file)}-wal`) > 350_000,
  'the copy is whole': file => sizeOf(archiveOf(file)) > 350_000,
  'rows are deleted': file => sizeOf(archiveOf(file)) > 350_000 && sizeOf(`${file}-wal`) > 0,
  'the file is made smaller': (file, begun) => sizeOf(`${file}-wal`) > begun / 3,
}

test(
  'a prune that is killed again and again loses nothing and tells nothing twice, and the last one ends what they began',
  () =>
    inFolder(async home => {
      const file = writeJournal(home)
      const begun = sizeOf(file)
      const before = told(file)
      expect([before.orders.size, before.fills.size, before.sound]).toEqual([ORDERS, ORDERS / 4, []])
      expect(before.story?.entries.map(({ entry }) => entry.kind)).toHaveLength(5)
      const killed: string[] = []
      for (const [moment, isMoment] of Object.entries(MOMENTS)) {
        const look = (): void => expect(told(file), moment).toEqual(before)
        if (await killedAt(file, () => isMoment(file, begun), look)) killed.push(moment)
      }
      expect(killed.length).toBeGreaterThan(2)
      const { code, stdout, stderr } = await oddsmith(prune(home)).ended
      expect(code, stderr).toBe(0)
      expect(JSON.parse(stdout)).toMatchObject({ to: expect.any(Number) })
      expect(told(file)).toEqual(before)
      const after = openJournal(file, { epoch: 0, isReadOnly: true })
      expect(after.rows.orders(999_999).length).toBeLessThan(ORDERS)
      after.close()
      const shown = await oddsmith(['journal', 'orders', '--limit', '999999', '--json', '--home', home]).ended
      expect(JSON.parse(shown.stdout).orders).toHaveLength(ORDERS)
    }),
  180_000,
)
