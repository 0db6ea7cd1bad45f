import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')

let folder: string
let tarball: string
let files: readonly string[]

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'oddsmith-package-'))
  const told = run('npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', folder)
  const [packed] = JSON.parse(told) as { readonly filename: string; readonly files: readonly { readonly path: string }[] }[]
  tarball = join(folder, packed?.filename ?? '')
  files = packed?.files.map(({ path }) => path) ?? []
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

describe('the package (needs the build)', () => {
  test('has no fault that publint knows', () => {
    expect(run(join(ROOT, 'node_modules/.bin/publint'), tarball, '--strict')).toContain('All good!')
  })

  test('has types for each door, as a program in modules finds them', () => {
    const told = run(join(ROOT, 'node_modules/.bin/attw'), tarball, '--profile', 'esm-only', '--format', 'ascii', '--no-color')
    expect(told).toMatch(/"oddsmith\/testing"[^]*node16 \(from ESM\): 🟢/)
  })

  test('holds what a user needs and nothing of its making', () => {
    expect(files).toEqual(expect.arrayContaining(['bin/oddsmith.js', 'dist/src/cli/main.js', 'dist/LICENSES.txt', 'LICENSE']))
    const ofMaking =
      /\.map$|\.tsbuildinfo$|^(?:src|test|bench|build|backtest)\/|^(?:build|prepare)\.js$|^dist\/strategies\/.*\.d\.ts$/
    expect(files.filter(file => ofMaking.test(file))).toEqual([])
  })
})
