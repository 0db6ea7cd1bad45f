import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../src/cli/config/config.js'
import { expectPossible } from '../../src/cli/config/expect-possible.js'
import { loadStanzas } from '../../src/cli/config/load-stanzas.js'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const manifest = JSON.parse(read('package.json')) as { readonly bin: object; readonly files: readonly string[] }

describe('the unit of systemd', () => {
  const unit = read('deploy/oddsmith.service')
  const has = spawnSync('systemd-analyze', ['--version']).status === 0

  test.runIf(has)('is one that systemd reads without a complaint, and notices a word that is none', () => {
    expect(complaints(unit)).toEqual([])
    expect(complaints(unit.replace('KillMode=mixed', 'KillMode=mixt'))).toEqual([expect.stringContaining('mixt')])
  })

  test('has the keeper as its main process, hears its children, and gives it time to remove every order', () => {
    const settings = new Map(
      unit.split('\n').flatMap(line => (/^[A-Z]/.test(line) ? [line.split(/=(.*)/s) as [string, string]] : [])),
    )
    const of = (name: string): string | undefined => settings.get(name)
    expect([of('Type'), of('NotifyAccess'), of('KillMode'), of('NoNewPrivileges')]).toEqual(['notify', 'all', 'mixed', 'yes'])
    expect(of('ExecStart')).toMatch(/^\S+\/oddsmith run \S+\.yaml --home \/var\/lib\/oddsmith$/)
    // The life of an order of config/live.example.yaml, two minutes of clocks that differ, and what the keeper's looks take.
    expect(Number(of('TimeoutStopSec'))).toBeGreaterThan(60)
    expect(Number(of('WatchdogSec'))).toBeGreaterThanOrEqual(10)
    expect(of('RestartPreventExitStatus')).toBe('2 3')
  })
})

/** What systemd says of a unit, with a program and a user that this computer has. */
function complaints(unit: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'oddsmith-unit-'))
  const file = join(folder, 'oddsmith.service')
  const here = unit.replace('/usr/local/bin/oddsmith', process.execPath).replace(/^(User|Group)=.*$/gm, '$1=daemon')
  writeFileSync(file, here)
  const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
  return stderr.split('\n').filter(line => line.includes('oddsmith.service'))
}

describe('the Dockerfile', () => {
  const lines = read('deploy/Dockerfile').replaceAll('\\\n', ' ').split('\n')
  const of = (word: string): readonly string[] =>
    lines.flatMap(line => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []))

  test('copies what there is, and nothing that its own list leaves out', () => {
    const ignored = new Set(read('deploy/Dockerfile.dockerignore').trim().split('\n'))
    const sources = of('COPY')
      .filter(copy => !copy.startsWith('--from'))
      .flatMap(copy => copy.split(' ').slice(0, -1))
    expect(sources).toContain('package-lock.json')
    for (const source of sources)
      expect([source, existsSync(join(ROOT, source)), ignored.has(source)]).toEqual([source, true, false])
    for (const file of manifest.files.filter(name => !/^(!|dist$)/.test(name)))
      expect([file, ignored.has(file.split('/')[0] ?? '')]).toEqual([file, false])
    expect(manifest.files).toContain('deploy')
  })

  test('runs the command of the package by a user that is not root', () => {
    expect(of('USER')).toEqual(['10001:10001'])
    const [program] = JSON.parse(of('ENTRYPOINT')[0] ?? '[]') as string[]
    expect(Object.keys(manifest.bin)).toContain(program)
    const [command, config, flag, home] = JSON.parse(of('CMD').at(-1) ?? '[]') as string[]
    expect([command, flag, home]).toEqual(['run', '--home', of('VOLUME')[0]])
    expect(config).toMatch(/\.yaml$/)
  })

  test('has a check of health that passes while a log grows, and fails where it stands still or there is none', () => {
    const data = mkdtempSync(join(tmpdir(), 'oddsmith-health-'))
    const check = / CMD (test .*)$/.exec(lines.find(line => line.startsWith('HEALTHCHECK')) ?? '')?.[1] ?? ''
    const isWell = (): boolean => spawnSync('sh', ['-c', check.replaceAll('/data', data)]).status === 0
    expect(isWell()).toBe(false)
    const log = join(data, 'runs', '20260101-000000', 'log')
    mkdirSync(join(log, '..'), { recursive: true })
    writeFileSync(log, '{}')
    expect(isWell()).toBe(true)
    utimesSync(log, new Date(0), new Date(0))
    expect(isWell()).toBe(false)
  })
})

describe('config/live.example.yaml', () => {
  test('is a config of a run that can quote, with secrets by name alone and a limit of each kind of loss', async () => {
    const loaded = await loadConfig(join(ROOT, 'config/live.example.yaml'))
    expectPossible(loaded, await loadStanzas(loaded))
    const { limits, makerOnly } = loaded.config
    for (const limit of [
      'positionMaxUsdt',
      'openNotionalMaxUsdt',
      'worstCaseLossMaxUsdt',
      'lossPerDayMaxUsdt',
      'drawdownMaxUsdt',
    ] as const)
      expect([limit, limits[limit] ?? Number.POSITIVE_INFINITY]).toEqual([
        limit,
        expect.toSatisfy(value => Number(value) <= 20),
      ])
    expect(makerOnly).toBe(true)
    expect(loaded.own).toMatchObject({
      keystore: 'wallet.json',
      apiKey: { credential: 'oddsmith-api-key' },
      passphrase: { credential: 'oddsmith-passphrase' },
    })
    for (const [, name] of read('config/live.example.yaml').matchAll(/\{ credential: (oddsmith-\S+) \}/g))
      expect(read('deploy/oddsmith.service')).toContain(`LoadCredentialEncrypted=${name}:`)
  })
})
