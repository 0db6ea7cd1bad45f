import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
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
      /\.map$|^docs\/.*\.png$|\.tsbuildinfo$|^(?:src|test|bench|build|backtest)\/|^(?:build|parts-in-use|prepare)\.js$|^dist\/strategies\/.*\.d\.ts$/
    expect(files.filter(file => ofMaking.test(file))).toEqual([])
  })
})

test('a dependency that would tell of each install is silent, also where its script runs', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('{}')
  })
  await new Promise<void>(open => server.listen(0, '127.0.0.1', open))
  const { port } = server.address() as AddressInfo
  const script = join(ROOT, 'node_modules/@scarf/scarf/report.js')
  const environment = { ...process.env, INIT_CWD: ROOT, SCARF_LOCAL_PORT: String(port), SCARF_VERBOSE: 'true' }
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [script], { cwd: ROOT, env: environment })
    expect(`${stdout}${stderr}`).toContain('Scarf has been disabled via a package.json in the dependency chain.')
    expect(asked).toEqual([])
  } finally {
    server.close()
  }
})
