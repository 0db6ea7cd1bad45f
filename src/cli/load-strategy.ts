import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import type { StrategyDefinition } from '../strategy/strategy.js'
import { ExitCode, ExitError, reasonOf } from './exit.js'
import { nearest } from './nearest.js'

type Definition = StrategyDefinition<z.ZodType>

/** This file runs as source under a test runner and as JavaScript everywhere else; strategies lie beside it the same way. */
const EXTENSION = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
const BUILT_IN = fileURLToPath(new URL('../../strategies/', import.meta.url))
const door = (name: string): string => fileURLToPath(new URL(`../${name}${EXTENSION}`, import.meta.url))

/** Names of the strategies that come with the package. */
export const builtInStrategies = (): readonly string[] =>
  readdirSync(BUILT_IN)
    .filter(file => file.endsWith(EXTENSION) && !file.endsWith('.d.ts'))
    .map(file => basename(file, EXTENSION))
    .toSorted()

/**
 * Loads a strategy by the name of a built-in one, by the path of a file, seen from `folder`, or by the name of a package that is installed
 * there. TypeScript is taken as it is, and in it the import `oddsmith` means this very package, wherever the file lies. Throws an
 * `ExitError` with code 2 that names the file and says what was expected.
 */
export async function loadStrategy(name: string, folder: string): Promise<Definition> {
  if (isPath(name)) {
    const file = resolve(folder, name)
    if (!existsSync(file)) throw usage(`no strategy file at ${file}`)
    return expectDefinition(file, await loadForeign(file, folder))
  }
  const builtIn = join(BUILT_IN, name + EXTENSION)
  if (isBuiltIn(name)) return expectDefinition(builtIn, await import(builtIn))
  return expectDefinition(`package ${name}`, await loadForeign(name, folder))
}

/** Where the code of a strategy lies that can be loaded by this name: a file, or the folder of a package. As stacks show it. */
export async function strategyPlace(name: string, folder: string): Promise<string> {
  if (isPath(name)) return realpathSync(resolve(folder, name))
  if (isBuiltIn(name)) return join(BUILT_IN, name + EXTENSION)
  const { createJiti } = await import('jiti')
  const entry = createJiti(join(resolve(folder), 'config.js')).esmResolve(name)
  const file = realpathSync(entry.startsWith('file:') ? fileURLToPath(entry) : entry)
  const at = file.lastIndexOf(`/node_modules/${name}/`)
  // A package that is linked from elsewhere has its own folder only.
  return at === -1 ? dirname(file) : file.slice(0, at + `/node_modules/${name}`.length)
}

/** Whether a strategy is named by its file: `mine.ts`, `./mine` and `folder/mine` are files, `@owner/name` is a package. */
export const isPath = (name: string): boolean =>
  isAbsolute(name) || /^\.{1,2}[/\\]|\.[cm]?[jt]s$/.test(name) || (/[/\\]/.test(name) && !name.startsWith('@'))

const isBuiltIn = (name: string): boolean => /^[a-z0-9-]+$/.test(name) && existsSync(join(BUILT_IN, name + EXTENSION))

async function loadForeign(file: string, folder: string): Promise<unknown> {
  const { createJiti } = await import('jiti')
  const jiti = createJiti(join(resolve(folder), 'config.js'), {
    // The very instance that runs: a second copy would be slow to load, and its values would not be the engine's.
    virtualModules: { oddsmith: await import('../index.js') },
    alias: Object.fromEntries(['predict', 'exchange', 'testing'].map(name => [`oddsmith/${name}`, door(name)])),
    moduleCache: false,
    fsCache: false,
  })
  if (!isAbsolute(file) && jiti.esmResolve(file, { try: true }) === undefined) throw unknownName(file, folder)
  try {
    return await jiti.import(file)
  } catch (error) {
    throw usage(`the strategy cannot be loaded: ${await loadFault(error, file)}`)
  }
}

/** Where and what: `file:line:column` of a syntax error, as the compiler writes it below its complaint; else the strategy's own frame. */
async function loadFault(error: unknown, file: string): Promise<string> {
  const lines = reasonOf(error)
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  const [what = 'it gave no reason'] = lines
  const place = lines.find(line => /^(?:\/|[A-Za-z]:[\\/]).*:\d+:\d+$/.test(line))
  if (place !== undefined) return `${place}: ${what.replace(/^ParseError: /, '')}`
  // Needed where something is wrong, and not at every start.
  const { pluginFrame } = await import('../runtime/plugin-frame.js')
  const frame = error instanceof Error ? pluginFrame(error.stack ?? '') : null
  return `${frame ?? file}: ${what}`
}

function expectDefinition(where: string, exports: unknown): Definition {
  const { strategy } = exports as { readonly strategy?: unknown }
  if (typeof strategy !== 'object' || strategy === null) {
    const others = Object.keys(exports ?? {}).join(', ')
    throw usage(`${where}: expected an export named "strategy", found ${others === '' ? 'no exports' : `exports ${others}`}`)
  }
  const wrong = Object.entries(EXPECTED).flatMap(([field, { words, isRight }]) => {
    const value = (strategy as Readonly<Record<string, unknown>>)[field]
    return isRight(value) ? [] : [`${field} to be ${words}, found ${describe(value)}`]
  })
  if (wrong.length > 0) throw usage(`${where}: in "strategy" expected ${wrong.join('; ')}`)
  return strategy as Definition
}

interface Expectation {
  readonly words: string
  readonly isRight: (value: unknown) => boolean
}

const EXPECTED: Readonly<Record<keyof Definition, Expectation>> = {
  name: { words: 'a text', isRight: value => typeof value === 'string' && value !== '' },
  version: { words: '1', isRight: value => value === 1 },
  parameters: { words: 'a zod schema', isRight: isSchema },
  watches: { words: '"touch" or "depth"', isRight: value => value === 'touch' || value === 'depth' },
  create: { words: 'a function that returns { decide }', isRight: value => typeof value === 'function' },
}

function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'safeParse' in value && typeof value.safeParse === 'function'
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string' || typeof value === 'number' || value === null) return JSON.stringify(value)
  return typeof value === 'object' ? 'fields' : `a ${typeof value}`
}

function unknownName(name: string, folder: string): ExitError {
  const names = builtInStrategies()
  const meant = nearest(name, names)
  const hint = meant === null ? `built in are: ${names.join(', ')}.` : `did you mean "${meant}"?`
  return usage(
    `there is no strategy "${name}"; ${hint} A path to a file is taken too, or a package installed at ${resolve(folder)}.`,
  )
}

const usage = (message: string): ExitError => new ExitError(ExitCode.USAGE, message)
