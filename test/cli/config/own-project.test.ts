import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Ended } from '../../end-to-end/daemon.js'
import { inProcess } from '../in-process.js'
import { OwnProject } from './own-project.js'

const own = new OwnProject()
afterAll(() => own.remove())

const read = (file: string): string => readFileSync(join(own.home, file), 'utf8')

describe('oddsmith init', () => {
  test('makes a project that depends on the package that runs, and says what to do next', () => {
    const { status, stdout, stderr } = own.oddsmith(['init', 'My Bot'])
    expect(status, stderr).toBe(0)
    expect(stdout).toContain(`cd 'My Bot'\n  npm install\n  npm test\n  npx oddsmith backtest config/bot.yaml`)
    const manifest = JSON.parse(read('My Bot/package.json')) as { readonly dependencies: { readonly oddsmith: string } }
    expect(manifest).toMatchObject({ name: 'my-bot', private: true, type: 'module' })
    const [, tarball = ''] = /^file:(vendor\/oddsmith-.*\.tgz)$/.exec(manifest.dependencies.oddsmith) ?? []
    const listed = own.shell(`tar -tzf ${tarball}`, 'My Bot').stdout
    for (const file of [
      'dist/src/reactive.js',
      'dist/src/testing.js',
      'templates/strategies/my-maker.ts',
      'templates/project/gitignore',
      'data/sample/harbour.ndjson.gz',
      'docs/writing-a-strategy.md',
      'bin/oddsmith.js',
    ])
      expect(listed).toContain(`package/${file}\n`)
    expect(read('My Bot/README.md')).toMatch(/^# my-bot\n/)
    for (const file of [
      '.gitignore',
      '.github/workflows/test.yml',
      'tsconfig.json',
      'strategies/my-maker.ts',
      'data/harbour.ndjson.gz',
    ])
      expect(existsSync(join(own.home, 'My Bot', file)), file).toBe(true)
  })

  test('shows control characters of the name of a folder, which a terminal would obey', () => {
    // The package is packed above; here its tarball is there at once.
    const folder = join(own.home, 'programs')
    mkdirSync(folder)
    const tarball = join(own.home, 'My Bot/vendor', readdirSync(join(own.home, 'My Bot/vendor'))[0] ?? '')
    writeFileSync(join(folder, 'npm'), `#!/bin/sh\nfor last; do :; done\ncp '${tarball}' "$last"\n`, { mode: 0o755 })
    const { status, stdout } = own.oddsmith(['init', "rings\u0007it's"], '.', { PATH: `${folder}:${process.env['PATH']}` })
    expect(status).toBe(0)
    expect(stdout).not.toContain('\u0007')
    expect(stdout).toContain(String.raw`cd 'rings\u0007it'\''s'`)
  })

  test('leaves nothing behind where npm cannot pack', () => {
    const { status, stderr } = own.oddsmith(['init', 'without-npm'], '.', { PATH: own.home })
    expect([status, stderr]).toEqual([1, expect.stringMatching(/npm cannot pack .*ENOENT/)])
    expect(existsSync(join(own.home, 'without-npm'))).toBe(false)
  })

  test('refuses a folder that is not empty, is a file, or names no package', async () => {
    mkdirSync(join(own.home, 'full'))
    writeFileSync(join(own.home, 'full/notes.txt'), 'mine')
    const refused = async (folder: string): Promise<string> => {
      const { code, stderr } = await inProcess(['init', join(own.home, folder)])
      expect(code).toBe(2)
      return stderr
    }
    expect(await refused('full')).toContain('full is not empty: it has notes.txt; name a folder that is new or empty')
    expect(await refused('full/notes.txt')).toContain('notes.txt is a file')
    expect(await refused('123')).toContain('expected a name that begins with a letter')
    expect(await refused('oddsmith')).toContain('is not "oddsmith"')
    expect(existsSync(join(own.home, '123'))).toBe(false)
    expect(read('full/notes.txt')).toBe('mine')
  })
})

describe('oddsmith new-strategy', () => {
  const project = 'made'
  /** It works in the working folder. */
  const made = async (...args: readonly string[]): Promise<Ended> => {
    const before = process.cwd()
    process.chdir(join(own.home, project))
    try {
      return await inProcess(['new-strategy', ...args])
    } finally {
      process.chdir(before)
    }
  }

  test('writes a strategy and its test under a name that is checked', async () => {
    mkdirSync(join(own.home, project))
    expect((await made('wide')).stderr).toMatch(
      /there is no package\.json in .*made; run this in a project, or make one by "oddsmith init DIR"/,
    )
    writeFileSync(join(own.home, project, 'package.json'), '{"name":"made"}')
    expect((await made('wide')).stderr).toMatch(/does not depend on oddsmith; install it there first/)
    writeFileSync(join(own.home, project, 'package.json'), '{"name":"made","dependencies":{"oddsmith":"*"}}')
    // This once as a user calls it.
    const { status, stdout } = own.oddsmith(['new-strategy', 'wide', '--json'], project)
    expect([status, JSON.parse(stdout)]).toEqual([0, { name: 'wide', files: ['strategies/wide.ts', 'test/wide.test.ts'] }])
    expect(read('made/strategies/wide.ts')).toContain("name: 'wide'")
    expect(read('made/test/wide.test.ts')).toContain("from '../strategies/wide.js'")
    expect(read('made/test/wide.test.ts')).not.toContain('my-maker')
  })

  test.each([
    ['wide', 'strategies/wide.ts exists already; take another name, or remove it'],
    ['Wide', 'a strategy is named in small letters, digits and dashes'],
    ['../wide', 'a strategy is named in small letters'],
    ['wide-', 'a strategy is named in small letters'],
    ['a'.repeat(41), 'at most 40'],
    ['two-sided', '"two-sided" is a strategy of the package; take another name'],
  ])('refuses %s', async (name, why) => {
    const { code, stderr } = await made(name)
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)])
  })
})
