import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSupervisorNotice } from '../../../src/cli/trade/supervisor-notice.js'

/** A `systemd-notify` of its own, first on the path. */
const bin = mkdtempSync(join(tmpdir(), 'oddsmith-notify-'))
const file = join(bin, 'words')
writeFileSync(join(bin, 'systemd-notify'), `#!/bin/sh\necho "$*" >> '${file}'\n`, { mode: 0o755 })

const SUPERVISED = { NOTIFY_SOCKET: '/run/none', WATCHDOG_USEC: '30000000' }
const words = (): readonly string[] => {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').filter(Boolean)
  } catch {
    return []
  }
}
const notice = (environment: Record<string, string>, onProblem: (text: string) => void = () => undefined) =>
  createSupervisorNotice({ environment, onProblem })

beforeEach(() => {
  writeFileSync(file, '')
  vi.stubEnv('PATH', `${bin}:${process.env['PATH']}`)
})
afterEach(() => vi.unstubAllEnvs())

test('systemd is told once that a run is ready and that it stops, and that it is well no more often than it asks', async () => {
  const service = notice(SUPERVISED)
  service.ready('quotes')
  service.ready('quotes')
  service.well()
  service.well()
  service.stopping()
  service.stopping()
  await expect.poll(() => words()).toHaveLength(3)
  expect(new Set(words())).toEqual(
    new Set(['--ready --status=quotes', 'WATCHDOG=1', 'STOPPING=1 --status=stopping: every order is removed']),
  )
})

test('nothing is told where nothing supervises, and nothing of being well where the watchdog is for another process', async () => {
  const alone = notice({ WATCHDOG_USEC: '30000000' })
  alone.ready('quotes')
  alone.well()
  const other = notice({ ...SUPERVISED, WATCHDOG_PID: '1' })
  other.well()
  other.stopping()
  await expect.poll(() => words()).toHaveLength(1)
  expect(words()[0]).toMatch(/^STOPPING=1/)
})

test('a computer without systemd-notify is told of once', async () => {
  vi.stubEnv('PATH', join(bin, 'none'))
  const problems: string[] = []
  const service = notice(SUPERVISED, text => void problems.push(text))
  service.ready('quotes')
  service.well()
  service.stopping()
  await expect.poll(() => problems).toHaveLength(1)
  expect(problems[0]).toContain('systemd-notify does not start')
})
