import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadFaults } from '../../../src/cli/config/load-world.js'

const folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (text: string): string => {
  const name = join(folder, 'faults.yaml')
  writeFileSync(name, text)
  return name
}

test('faults are read from YAML and JSON', () => {
  const faults = [{ kind: 'status', status: 503, when: { route: 'POST /v1/orders', probability: 0.1 } }]
  expect(loadFaults(file('- kind: status\n  status: 503\n  when: { route: POST /v1/orders, probability: 0.1 }\n'))).toEqual(
    faults,
  )
  expect(loadFaults(file(JSON.stringify(faults)))).toEqual(faults)
})

test('what is wrong with them is told with file and line', () => {
  expect(() => loadFaults(join(folder, 'none'))).toThrow(/--faults: .*none could not be read/)
  expect(() => loadFaults(file('- kind: silence\n- kind: delay-answer\n  byMs: soon\n'))).toThrow(
    /faults\.yaml:3: 1\.byMs: expected a number, found "soon"/,
  )
  expect(() => loadFaults(file('- kind: [\n'))).toThrow(/faults\.yaml:\d/)
})
