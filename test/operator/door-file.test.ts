import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDoorFile, removeDoorFile } from '../../src/operator/door-file.js'

test('a file that cannot be deleted is no reason for the end of a run to fail', () => {
  const folder = mkdtempSync(join(tmpdir(), 'oddsmith-door-'))
  mkdirSync(join(folder, 'door.json', 'within'), { recursive: true })
  removeDoorFile(folder)
  expect(readDoorFile(folder)).toBeNull()
  rmSync(folder, { recursive: true })
})
