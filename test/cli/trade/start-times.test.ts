import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createStartTimes } from '../../../src/cli/trade/start-times.js'

test('a file that can be neither written nor deleted is no reason for a run to fail', () => {
  const file = mkdtempSync(join(tmpdir(), 'oddsmith-starts-'))
  mkdirSync(join(file, 'within'))
  const starts = createStartTimes(file)
  expect(starts.note(1_000, 60_000)).toBe(1)
  starts.forget()
  rmSync(file, { recursive: true })
})
