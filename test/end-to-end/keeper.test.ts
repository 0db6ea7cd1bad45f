import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAcceptance } from '../is-acceptance.js'
import { daemonPid } from './daemon.js'
import { breakStrategy, keptRun, type Seats, startExchange } from './kept-run.js'

/** Once in every test run, twenty times for acceptance. */
const ROUNDS = Array.from({ length: isAcceptance ? 20 : 1 }, (_, round) => round)
/** `unattendedMaxMs` and two seconds, and the quarter of a second between two looks. */
const BOUND_MS = 7_250
/** Starting a run takes most of a minute where five start at once on a busy machine. What counts is measured from the fault on. */
const TIMEOUT_MS = 180_000

let seats: Seats
beforeAll(() => {
  seats = startExchange(8)
})
afterAll(() => seats.close())

describe.concurrent('whatever happens to the processes of a run, its orders do not rest unattended', {
  timeout: TIMEOUT_MS,
}, () => {
  test.each(ROUNDS)('a killed daemon: the keeper removes its orders at once, round %i', () =>
    keptRun(seats, {}, async ({ run, lookout }) => {
      const at = performance.now()
      process.kill(daemonPid(run), 'SIGKILL')
      expect(await lookout.emptyAfter(at)).toBeLessThan(BOUND_MS)
      const { code, stdout, stderr } = await run.ended
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toMatch(/the daemon \(process \d+\) ended by SIGKILL/)
      expect(stderr).toMatch(/the keeper removed [1-9]\d* orders?; the venue's list was seen twice without one of ours/)
    }),
  )

  test.each(ROUNDS)('a stopped daemon: the keeper kills it and removes its orders, round %i', () =>
    keptRun(seats, {}, async ({ run, lookout }) => {
      const at = performance.now()
      process.kill(daemonPid(run), 'SIGSTOP')
      expect(await lookout.emptyAfter(at)).toBeLessThan(BOUND_MS)
      const { code, stderr } = await run.ended
      expect(code, stderr).toBe(1)
      expect(stderr).toMatch(/the daemon sent no message for 5 s; the daemon \(process \d+\) is killed/)
    }),
  )

  // The parts that this relies on: cli/trade/keeper-log.test.ts and journal/lease.test.ts.
  test.runIf(isAcceptance).each(['SIGKILL', 'SIGSTOP'] as const)(
    'a daemon that gets %s after its folders were deleted: the keeper removes its orders all the same',
    signal =>
      keptRun(seats, {}, async ({ run, lookout, home }) => {
        for (const name of ['runs', 'state']) rmSync(join(home, name), { recursive: true })
        const at = performance.now()
        process.kill(daemonPid(run), signal)
        expect(await lookout.emptyAfter(at)).toBeLessThan(BOUND_MS)
        const { code, stderr } = await run.ended
        expect(code, stderr).toBe(1)
        expect(stderr).toContain('the log of the run cannot be continued in its file')
        expect(stderr).toMatch(/the keeper removed \d+ orders?; the venue's list was seen twice without one of ours/)
      }),
  )

  // How it is seen: journal/watch-files.test.ts.
  test.runIf(isAcceptance)('a wallet folder that was moved away under its run: the daemon removes its orders and stops', () =>
    keptRun(seats, {}, async ({ run, lookout, home }) => {
      const at = performance.now()
      renameSync(join(home, 'state'), join(home, 'elsewhere'))
      expect(await lookout.emptyAfter(at)).toBeLessThan(BOUND_MS)
      const { code, stdout, stderr } = await run.ended
      expect(code, stderr).toBe(1)
      expect(stderr).toContain('was deleted, moved or replaced while this run had it open')
      expect(JSON.parse(stdout)).toMatchObject({ openOrdersAtExit: 0 })
    }),
  )

  test.each(ROUNDS)('a killed keeper: the daemon removes its orders and stops, round %i', () =>
    keptRun(seats, {}, async ({ run, lookout }) => {
      const at = performance.now()
      run.child.kill('SIGKILL')
      expect(await lookout.emptyAfter(at)).toBeLessThan(BOUND_MS)
      // Ends when the daemon does, which holds the pipes open.
      const { stdout, stderr } = await run.ended
      expect(stderr).toContain('the keeper is gone')
      expect(JSON.parse(stdout)).toMatchObject({ openOrdersAtExit: 0 })
    }),
  )

  test.each(ROUNDS)('a stopped keeper: the daemon removes its orders and stops, round %i', () =>
    keptRun(seats, {}, async ({ run, lookout }) => {
      const at = performance.now()
      run.child.kill('SIGSTOP')
      // Looked at while it stands still: it removes nothing itself.
      expect(await lookout.emptyAfter(at)).toBeLessThan(BOUND_MS)
      run.child.kill('SIGCONT')
      const { code, stdout, stderr } = await run.ended
      expect(code, stderr).toBe(1)
      expect(stderr).toContain('the keeper has not answered for 5 s: it is stopped or hangs')
      expect(JSON.parse(stdout)).toMatchObject({ openOrdersAtExit: 0 })
    }),
  )

  test.each(ROUNDS)('a strategy that never comes back: it is named, and its orders are removed, round %i', () =>
    keptRun(seats, { fault: 'loop' }, async ({ run, lookout, home }) => {
      // No word of this comes after: the loop that would say it hangs.
      const at = performance.now()
      breakStrategy(home)
      // It is asked within moments; the bound counts from then.
      expect(await lookout.emptyAfter(at)).toBeLessThan(BOUND_MS + 1_000)
      const { code, stderr } = await run.ended
      expect(code, stderr).toBe(1)
      expect(stderr).toMatch(/strategy \.\/far\.ts did not return from \\"decide\\" in market \d+ for 5 s/)
    }),
  )

  test('a killed keeper whose daemon hangs: the daemon ends as well, and the wallet is free again', () =>
    keptRun(seats, { fault: 'loop' }, async ({ run, home, command }) => {
      breakStrategy(home)
      await pause(2_000)
      const at = performance.now()
      run.child.kill('SIGKILL')
      // Ends when the daemon does, which holds the pipes open.
      await run.ended
      expect(performance.now() - at).toBeLessThan(BOUND_MS)
      const [id = ''] = readdirSync(join(home, 'runs'))
      const log = readFileSync(join(home, 'runs', id, 'log'), 'utf8')
      expect(JSON.parse(log.trim().split('\n').at(-1) ?? '')).toMatchObject({
        level: 50,
        msg: expect.stringContaining('the keeper is gone, and this daemon hangs'),
      })
      // Its orders rest until they expire, or until a person does this.
      const { code, stderr } = await command('cancel-all').ended
      expect(code, stderr).toBe(0)
    }))

  test('a venue that answers nothing while a run stops: the daemon gives up in time, and the keeper goes on until the list is empty', () =>
    keptRun(seats, {}, async ({ run, rest }) => {
      rest.set({ kind: 'swallow', way: 'both' })
      const at = performance.now()
      run.child.kill('SIGTERM')
      await run.says(/the keeper removes its orders/)
      // Nine seconds, and what it takes to close files on a busy machine.
      expect(performance.now() - at).toBeLessThan(12_500)
      rest.set({ kind: 'none' })
      rest.reset()
      const { code, stdout, stderr } = await run.ended
      expect(code, stderr).toBe(0)
      expect(JSON.parse(stdout)).toMatchObject({ openOrdersAtExit: null })
      expect(stderr).toMatch(/the keeper removed \d+ orders?; the venue's list was seen twice without one of ours/)
    }))

  // The parts of this: keeper/remove-ours.test.ts and keeper/removal-text.test.ts; a keeper that ends with code 4: cli/trade/keep-daemon.test.ts.
  test.runIf(isAcceptance)('a venue that is gone for good: the run ends with code 4 once every order has expired', () =>
    keptRun(seats, { config: { requote: { requoteEveryMs: 1_000, orderLifeSeconds: 15 } } }, async ({ run, rest }) => {
      rest.set({ kind: 'cut' })
      rest.reset()
      process.kill(daemonPid(run), 'SIGKILL')
      const { code, stderr } = await run.ended
      expect(code, stderr).toBe(4)
      expect(stderr).toContain('the venue could not be asked what is open; each order of ours should have expired by now')
    }),
  )

  test('a run waits while the keeper of an earlier one removes its orders, and is refused while it trades', () =>
    keptRun(seats, {}, async ({ run, again, command }) => {
      const refused = await again().ended
      expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('one wallet has one writer')])
      process.kill(daemonPid(run), 'SIGKILL')
      await run.says(/the keeper removes its orders/)
      const [next, cancel] = await Promise.all([again('--for', '1s').ended, command('cancel-all').ended])
      // Both wait, and one of them comes first: the other is refused where it meets it, and works where the first is done by then.
      expect(next.stderr + cancel.stderr).toContain('waiting: an earlier run of this wallet is removing its orders')
      const codes = [next.code, cancel.code].toSorted((a, b) => Number(a) - Number(b))
      expect(codes[0]).toBe(0)
      expect([0, 3]).toContain(codes[1])
    }))
})
