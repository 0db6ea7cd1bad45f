import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { BrokenStrategy, ListedStrategy } from '../../../src/cli/screen/strategies.js'

const MAIN = resolve(import.meta.dirname, '../../../dist/src/cli/main.js')
const home = mkdtempSync(join(tmpdir(), 'oddsmith-strategies-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const strategy = (name: string, version = 1): string => `import { keep, z } from 'oddsmith'
export const strategy = {
  name: '${name}', version: ${version}, watches: 'depth', references: ['coin'],
  parameters: z.strictObject({ waitMs: z.number().min(5).default(250).describe('how long it waits') }),
  create: () => ({ decide: () => keep() }),
}
`

function install(name: string, source: string, main = 'main.js'): void {
  const folder = join(home, 'node_modules', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, type: 'module', exports: `./${main}` }))
  writeFileSync(join(folder, main), source)
}

test('lists what is built in, what is installed by its name, and what lies in strategies/, broken ones with the reason', () => {
  install('oddsmith-strategy-plain', strategy('plain'))
  install('@owner/oddsmith-strategy-own', `const typed: number = 1\n${strategy('own')}`, 'main.ts')
  install('@owner/other', strategy('other'))
  install('oddsmith-strategy-next', strategy('next', 2))
  const project = join(home, 'project')
  mkdirSync(join(project, 'strategies'), { recursive: true })
  writeFileSync(join(project, 'strategies/mine.ts'), strategy('mine'))
  writeFileSync(join(project, 'strategies/mine.test.ts'), 'throw new Error("a test is no strategy")')
  writeFileSync(join(project, 'strategies/half.ts'), 'export const strategy = {\n')
  const run = (...flags: readonly string[]) =>
    spawnSync(process.execPath, [MAIN, 'strategies', ...flags], { cwd: project, encoding: 'utf8' })
  const { status, stdout, stderr } = run('--json')
  expect(status, stderr).toBe(0)
  const { strategies } = JSON.parse(stdout) as { readonly strategies: readonly (ListedStrategy | BrokenStrategy)[] }
  const used = (from: string) => strategies.filter(each => each.from === from).map(({ use }) => use)
  expect(used('built in')).toContain('two-sided')
  expect(used('package')).toEqual(['@owner/oddsmith-strategy-own', 'oddsmith-strategy-next', 'oddsmith-strategy-plain'])
  expect(used('file')).toEqual(['./strategies/half.ts', './strategies/mine.ts'])
  const named = (use: string) => strategies.find(each => each.use === use)
  expect(named('@owner/oddsmith-strategy-own')).toEqual({
    from: 'package',
    use: '@owner/oddsmith-strategy-own',
    name: 'own',
    watches: 'depth',
    watchesGroup: false,
    references: ['coin'],
    parameters: [
      {
        ...{ name: 'waitMs', type: 'number', isRequired: false, default: 250, unit: 'ms', range: 'at least 5' },
        description: 'how long it waits',
      },
    ],
  })
  expect(named('oddsmith-strategy-next')).toMatchObject({
    error: expect.stringContaining('is written for version 2 of the interface'),
  })
  expect(named('./strategies/half.ts')).toMatchObject({ error: expect.stringMatching(/half\.ts:2:1: Unexpected token/) })
  const text = run().stdout
  expect(text).toContain('two-sided  (built in)  watches the touch\n  parameter')
  expect(text).toContain('group  (built in)  watches the touch in all of its group\n  parameter')
  expect(text).toMatch(
    /\.\/strategies\/mine\.ts {2}\(file\) {2}watches the depth, reads coin\n.*\n {2}waitMs +250 +ms +at least 5 +how long it waits/,
  )
  expect(text).toContain('./strategies/half.ts  (file)\n  cannot be used: the strategy cannot be loaded')
})
