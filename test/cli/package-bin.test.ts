import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

interface Manifest {
  readonly version: string
  readonly engines: { readonly node: string }
  readonly bin: { readonly oddsmith: string }
  readonly scripts: Readonly<Record<string, string>>
}

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/**
 * A clone with its own npm cache. Its build only leaves a note in `built`, so that a test sees whether npm built; what is built is this
 * package's own `dist`.
 */
const clone = ({ isBuilt }: { readonly isBuilt: boolean }) => {
  const folder = mkdtempSync(join(tmpdir(), 'oddsmith-clone-'))
  folders.push(folder)
  const [root, cache] = [join(folder, 'clone'), join(folder, 'cache')]
  mkdirSync(root)
  const scripts = { ...manifest.scripts, build: 'echo built >> built' }
  writeFileSync(join(root, 'package.json'), JSON.stringify({ ...manifest, scripts }))
  for (const file of ['bin', 'prepare.js', '.npmrc']) cpSync(join(ROOT, file), join(root, file), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  if (isBuilt) symlinkSync(join(ROOT, 'dist'), join(root, 'dist'))
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))
  return {
    root,
    cache,
    env: { ...env, npm_config_cache: cache, npm_config_offline: 'true', npm_config_update_notifier: 'false' },
  }
}

const run = ({ root, env }: ReturnType<typeof clone>, command: string, changes: Readonly<Record<string, string>> = {}) => {
  const { status, stdout, stderr } = spawnSync(command, {
    cwd: root,
    env: { ...env, ...changes },
    encoding: 'utf8',
    shell: true,
  })
  return { status, stdout: stdout.trim(), stderr }
}

const NPX = 'npx oddsmith --version'
const STARTED = { status: 0, stdout: manifest.version }

/** What npm does at the end of an install: `prepare`, told which of its commands runs it. */
const install = (made: ReturnType<typeof clone>) =>
  run(made, 'node prepare.js', { npm_command: 'ci', npm_config_cache: made.cache })

test('the command may be run, as npx runs it in a clone', () => {
  expect(() => accessSync(resolve(ROOT, manifest.bin.oddsmith), constants.X_OK)).not.toThrow()
})

test('a Node that is too old is refused with the version that is needed', () => {
  const made = clone({ isBuilt: true })
  const [, least = ''] = /^>=(.*)$/.exec(manifest.engines.node) ?? []
  const [major = 0, minor = 0] = least.split('.').map(Number)
  for (const version of [`${major}.${minor - 1}.9`, `${major - 2}.20.8`]) {
    writeFileSync(join(made.root, 'old.mjs'), `Object.defineProperty(process.versions, 'node', { value: '${version}' })\n`)
    const { status, stdout, stderr } = run(made, 'node --import ./old.mjs bin/oddsmith.js --version')
    expect([status, stdout, stderr]).toEqual([1, '', `oddsmith: it needs Node ${least} or newer, found Node ${version}\n`])
  }
})

test('npx in a clone starts what is built and builds nothing, at its first call and later', () => {
  const made = clone({ isBuilt: true })
  for (const _call of [1, 2]) expect(run(made, NPX)).toMatchObject(STARTED)
  expect(existsSync(join(made.root, 'built'))).toBe(false)
})

test('npx in a clone that is not built says what to do, and works once it is built', () => {
  const made = clone({ isBuilt: false })
  const first = run(made, NPX)
  expect([first.status, first.stderr]).toEqual([1, expect.stringContaining('it is not built yet; run "npm ci"')])
  symlinkSync(join(ROOT, 'dist'), join(made.root, 'dist'))
  expect(run(made, NPX)).toMatchObject(STARTED)
})

test('no call of npx that is interrupted after an install breaks a later one', async () => {
  const made = clone({ isBuilt: true })
  expect(install(made).status).toBe(0)
  for (const afterMs of [150, 350, 500]) {
    const call = spawn('npx', ['oddsmith', '--version'], { cwd: made.root, env: made.env, detached: true, stdio: 'ignore' })
    const gone = once(call, 'exit')
    await pause(afterMs)
    if (call.exitCode === null && call.pid !== undefined) process.kill(-call.pid, 'SIGINT')
    await gone
    expect([afterMs, run(made, NPX)]).toMatchObject([afterMs, STARTED])
  }
})

test('an install builds, and repairs what an interrupted call left in the cache of npm', () => {
  const made = clone({ isBuilt: true })
  expect(run(made, NPX)).toMatchObject(STARTED)
  const commands = join(made.cache, '_npx')
  const [name = ''] = readdirSync(commands)
  rmSync(join(commands, name, 'package.json'))
  expect(run(made, NPX).status).not.toBe(0)
  mkdirSync(join(commands, 'other', 'node_modules'), { recursive: true })
  expect(install(made).status).toBe(0)
  expect(readFileSync(join(made.root, 'built'), 'utf8').trim()).toBe('built')
  expect(readdirSync(commands).toSorted()).toEqual([name, 'other'].toSorted())
  expect(run(made, NPX)).toMatchObject(STARTED)
})

test('a package that is packed is built first, and holds the command and not what prepares it', () => {
  const made = clone({ isBuilt: false })
  writeFileSync(join(made.root, 'README.md'), '# oddsmith\n')
  const [packed] = JSON.parse(run(made, 'npm pack --dry-run --json').stdout.replace(/^[^[]*/, '')) as {
    readonly files: readonly { readonly path: string }[]
  }[]
  expect(existsSync(join(made.root, 'built'))).toBe(true)
  expect(packed?.files.map(({ path }) => path).toSorted()).toEqual(['README.md', manifest.bin.oddsmith, 'package.json'])
})
