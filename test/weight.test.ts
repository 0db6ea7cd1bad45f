import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const read = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'))

/** What a user downloads and keeps. A user who needs more raises a figure here, and says in the commit what for. In MB of 1,000,000 bytes. */
const MOST = { packedMb: 3.1, unpackedMb: 10.5, files: 945, installedMb: 130 }

/** What a process reads before its first line of work, in kB of 1,000 bytes, by the entry in `dist/src`: `cli/main` with `--version`, the doors. */
const READ_KB = { 'cli/main': 125, index: 430, predict: 1_150, exchange: 1_290, venue: 970, engine: 427, research: 1_405 }

interface Locked {
  readonly dev?: boolean
  readonly hasInstallScript?: boolean
}
const locked = Object.entries((read('package-lock.json') as { readonly packages: Readonly<Record<string, Locked>> }).packages)

const sizeOf = (path: string): number => {
  const stat = lstatSync(path)
  if (!stat.isDirectory()) return stat.size
  const names = readdirSync(path).filter(name => name !== 'node_modules')
  return names.reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

test('the package and what an install brings with it weigh no more than they may', () => {
  const told = execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: 'pipe',
  })
  const [pack] = JSON.parse(told) as readonly {
    readonly size: number
    readonly unpackedSize: number
    readonly entryCount: number
  }[]
  const installed = locked.flatMap(([path, { dev }]) =>
    path === '' || dev === true || !existsSync(join(ROOT, path)) ? [] : path,
  )
  const bytes = installed.reduce((sum, path) => sum + sizeOf(join(ROOT, path)), 0)
  const found = {
    packedMb: Math.round((pack?.size ?? Number.NaN) / 1e4) / 100,
    unpackedMb: Math.round((pack?.unpackedSize ?? Number.NaN) / 1e4) / 100,
    files: pack?.entryCount ?? Number.NaN,
    installedMb: Math.round(bytes / 1e5) / 10,
  }
  console.log(
    `the package: ${found.packedMb} MB packed, ${found.unpackedMb} MB in ${found.files} files; its ${installed.length} dependencies: ${found.installedMb} MB`,
  )
  for (const [what, most] of Object.entries(MOST)) {
    const weight = found[what as keyof typeof MOST]
    expect(weight, what).toBeGreaterThan(0)
    expect(weight, what).toBeLessThanOrEqual(most)
  }
})

test('a process reads no more at its start than it may', () => {
  for (const [entry, most] of Object.entries(READ_KB)) {
    const read = readAtStart(join(ROOT, 'dist/src', `${entry}.js`))
    expect(read / 1_000, entry).toBeLessThanOrEqual(most)
    // Limits that are far off hold nothing.
    expect(read / 1_000, entry).toBeGreaterThan(most * 0.8)
  }
})

/** The bytes of a module and of all that its static imports lead to. */
function readAtStart(entry: string): number {
  const files = new Set([entry])
  let bytes = 0
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    bytes += text.length
    for (const [, path] of text.matchAll(/^(?:import|export)\b[^;]*?"(\.{1,2}\/[^"]+)";$/gm))
      files.add(resolve(dirname(file), path ?? ''))
  }
  return bytes
}

const runProgram = (text: string): string =>
  execFileSync(process.execPath, ['--input-type=module', '-e', text], { cwd: ROOT, encoding: 'utf8' })

test('the wires of a venue leave the agent of Node’s own fetch alone', () => {
  const program = `
    await import('./dist/src/venue.js')
    process.stdout.write(String(globalThis[Symbol.for('undici.globalDispatcher.1')]))`
  expect(runProgram(program)).toBe('undefined')
})

test('the languages of zod are read when the first of them is asked for', () => {
  const program = `
    import { createRequire } from 'node:module'
    import { z } from './dist/src/index.js'
    const read = () => Object.keys(createRequire(import.meta.url).cache).filter(file => file.endsWith('languages.cjs')).length
    const wrong = () => z.string().safeParse(1).error.issues[0].message
    const told = [read(), wrong()]
    z.config(z.locales.de())
    process.stdout.write(JSON.stringify([...told, read(), wrong()]))`
  const told = runProgram(program)
  const [english, german] = [
    'Invalid input: expected string, received number',
    'Ungültige Eingabe: erwartet string, erhalten Zahl',
  ]
  expect(JSON.parse(told)).toEqual([0, english, 1, german])
})

test('no dependency runs a script at an install that was not decided on, and none that tells others of it', () => {
  const { allowScripts, scarfSettings } = read('package.json') as {
    readonly allowScripts: Readonly<Record<string, boolean>>
    readonly scarfSettings: { readonly enabled: boolean }
  }
  const scripted = locked.filter(([, { hasInstallScript }]) => hasInstallScript === true)
  const names = scripted.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  expect(names.filter(name => allowScripts[name] === undefined && name !== 'fsevents')).toEqual([])
  expect(allowScripts['@scarf/scarf']).toBe(false)
  // What it goes by where a client of registries runs every script; a user's install does not have it at all.
  expect(scarfSettings.enabled).toBe(false)
  expect(locked.filter(([path, { dev }]) => path.includes('@scarf/') && dev !== true)).toEqual([])
})
