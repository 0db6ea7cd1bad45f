import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openJournal } from '../../src/journal/journal.js'
import { MEMORY } from '../../src/operator/alerts/run-alerts.js'
import { openReceiver, type Receiver } from '../operator/alerts/receiver.js'
import { walletFolder } from './daemon.js'
import { keptRun, type Seats, startExchange } from './kept-run.js'

/** Gives a folder a disk of its own, of some megabytes. */
const mount = (folder: string, mb: number): void => {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mb}m`, 'tmpfs', folder], { stdio: 'ignore' })
}
const unmount = (folder: string): void => void execFileSync('umount', ['-l', folder], { stdio: 'ignore' })

const CAN_MOUNT = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'oddsmith-mount-'))
  try {
    mount(folder, 1)
    unmount(folder)
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})()

let seats: Seats
let receiver: Receiver
beforeAll(async () => {
  seats = startExchange(2)
  receiver = await openReceiver()
})
afterAll(() => Promise.all([seats.close(), receiver.close()]))

const freeMb = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return (bavail * bsize) / 1e6
}

/** Takes all room that is left, to the last block. */
function fill(folder: string): void {
  for (let bytes = 1_048_576, at = 0; bytes >= 4_096; at++)
    try {
      writeFileSync(join(folder, `filler-${at}`), Buffer.alloc(bytes, 1))
    } catch {
      bytes /= 2
    }
}

test.skipIf(!CAN_MOUNT)(
  'a disk that is really full rings once, no order leaves without the journal, and the next run with room resolves it (skipped where no file system may be mounted)',
  async () => {
    const config = {
      alerts: [{ url: receiver.url, severityMin: 'info' }],
      alertWhen: { diskFreeMinMb: 4, resolveAfterSeconds: 0 },
    }
    const prepare = (home: string): (() => void) => {
      mount(join(home, 'state'), 24)
      return () => unmount(join(home, 'state'))
    }
    await keptRun(seats, { config, prepare }, async ({ run, again, lookout, home }) => {
      const { folder } = walletFolder(home)
      const told = () =>
        receiver
          .alerts()
          .filter(({ kind }) => kind === 'disk')
          .map(({ state, severity }) => `${state} ${severity}`)
      expect(told()).toEqual([])
      // The first look has been written down.
      await expect.poll(() => existsSync(join(folder, MEMORY)), { timeout: 30_000 }).toBe(true)
      fill(folder)
      expect(freeMb(folder)).toBeLessThan(0.01)
      const { code, stderr } = await run.ended
      expect([code, stderr]).toEqual([1, expect.stringContaining('the disk is full; make room and start again')])
      expect(lookout.looks.at(-1)?.open).toBe(0)
      expect(told()).toEqual(['firing critical'])
      for (let at = 0; at < 40; at++) rmSync(join(folder, `filler-${at}`), { force: true })
      const next = await again('--for', '3s').ended
      expect(next.code, next.stderr).toBe(0)
      expect(JSON.parse(next.stdout)).toMatchObject({ openOrdersAtExit: 0, isEqualToVenue: true })
      expect(told()).toEqual(['firing critical', 'resolved critical'])
      // An order at the venue that the journal did not know would have been a stranger to the next run.
      expect(next.stderr).not.toContain('not ours')
      const journal = openJournal(join(folder, 'journal.db'), { epoch: 0, isReadOnly: true })
      expect(journal.rows.orders(9_999).length).toBeGreaterThan(0)
      journal.close()
    })
  },
  120_000,
)
