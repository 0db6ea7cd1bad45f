import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeHash } from '../../../src/cli/search/code-hash.js'
import { inFolder } from '../../end-to-end/daemon.js'

test('code is another one once a file changes that the strategy imports by path, however far away', () =>
  inFolder(async folder => {
    mkdirSync(join(folder, 'parts'))
    writeFileSync(join(folder, 'mine.ts'), `import { half } from './parts/half.js'\nexport const strategy = { half }`)
    writeFileSync(join(folder, 'parts/half.ts'), `export { half } from './ticks.ts'`)
    writeFileSync(join(folder, 'parts/ticks.ts'), 'export const half = 1')
    writeFileSync(join(folder, 'parts/other.ts'), 'export const other = 1')
    const before = codeHash('./mine.ts', folder)
    writeFileSync(join(folder, 'parts/other.ts'), 'export const other = 2')
    expect(codeHash('./mine.ts', folder)).toBe(before)
    writeFileSync(join(folder, 'parts/ticks.ts'), 'export const half = 2')
    expect(codeHash('./mine.ts', folder)).not.toBe(before)
  }))

test('code of a package is all of its own', () =>
  inFolder(async folder => {
    const own = join(folder, 'node_modules/@me/mine')
    mkdirSync(join(own, 'lib'), { recursive: true })
    writeFileSync(join(own, 'package.json'), '{"name":"@me/mine","exports":"./lib/main.js"}')
    writeFileSync(join(own, 'lib/main.js'), 'export const strategy = 1')
    const before = codeHash('@me/mine', folder)
    expect(codeHash('@me/mine', folder)).toBe(before)
    expect(codeHash('two-sided', folder)).not.toBe(before)
    writeFileSync(join(own, 'lib/main.js'), 'export const strategy = 2')
    expect(codeHash('@me/mine', folder)).not.toBe(before)
  }))
