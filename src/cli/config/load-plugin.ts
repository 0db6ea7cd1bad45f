import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ExitError, usageError } from './exit.js'
import { nearest } from './nearest.js'
import { packageVersion } from './package-manifest.js'
import { pluginFault } from './plugin-fault.js'

/** A kind of plugin: its name, the built-in ones, and what its export must have. */
export interface PluginKind<Definition extends object> {
  /** The kind's name in messages: `strategy`, `feed`, `venue`. */
  readonly noun: string
  /** The name of the export with the definition. */
  readonly exportName: string
  readonly builtIn: BuiltInPlugins
  /** Words that are taken in place of a name. Here they are only suggested. */
  readonly otherWords?: readonly string[]
  /** The version of the interface that this package supports. Absent: definitions have no version. */
  readonly interfaceVersion?: number
  /** Checks of the definition's fields. */
  readonly expected: Readonly<Partial<Record<keyof Definition & string, Expectation>>>
  /**
   * Doors of this package, by import name, that a plugin must share with the running program, besides `oddsmith` itself. Each is loaded when a plugin
   * imports it.
   */
  readonly doors?: Readonly<Record<string, () => Promise<object>>>
}

/** The plugins of this package. */
export interface BuiltInPlugins {
  names(): readonly string[]
  /** The file of an existing one. */
  fileOf(name: string): string
  /** Loads its module. */
  load(name: string): Promise<unknown>
}

/** What a field of a definition must be, in words and as a check. */
export interface Expectation {
  readonly words: string
  readonly isRight: (value: unknown) => boolean
}

/** This file runs as source in tests and as JavaScript otherwise. */
export const EXTENSION = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
const door = (name: string): string => fileURLToPath(new URL(`../../${name}${EXTENSION}`, import.meta.url))

/**
 * Loads a plugin: by the name of a built-in one, by the path of a file relative to `folder`, or by the name of a package that is installed there.
 * TypeScript is loaded directly, and its import of `oddsmith` resolves to this running package, wherever the file is. Rejects with an `ExitError` of
 * code 2 that names the file and what was expected.
 */
export async function loadPlugin<Definition extends object>(
  kind: PluginKind<Definition>,
  name: string,
  folder: string,
): Promise<Definition> {
  if (isPath(name)) {
    const file = resolve(folder, name)
    if (!existsSync(file)) throw usageError(`no ${kind.noun} file at ${file}`)
    if (statSync(file).isDirectory()) throw usageError(`expected the file of a ${kind.noun}, found the folder ${file}`)
    return expectDefinition(kind, file, await loadForeign(kind, file, folder))
  }
  if (isBuiltIn(kind, name)) return expectDefinition(kind, kind.builtIn.fileOf(name), await kind.builtIn.load(name))
  return expectDefinition(kind, `package ${name}`, await loadForeign(kind, name, folder))
}

/** The location of a plugin's code as stacks show it: a file, or the folder of a package. The plugin must exist. */
export async function pluginPlace<Definition extends object>(
  kind: PluginKind<Definition>,
  name: string,
  folder: string,
): Promise<string> {
  if (isPath(name)) return realpathSync(resolve(folder, name))
  if (isBuiltIn(kind, name)) return kind.builtIn.fileOf(name)
  const { createJiti } = await import('jiti')
  const entry = createJiti(join(resolve(folder), 'config.js')).esmResolve(name)
  const file = realpathSync(entry.startsWith('file:') ? fileURLToPath(entry) : entry)
  const at = file.lastIndexOf(`/node_modules/${name}/`)
  // A linked package is identified by its own folder.
  return at === -1 ? dirname(file) : file.slice(0, at + `/node_modules/${name}`.length)
}

/** Whether a plugin is given by its file: `mine.ts`, `./mine` and `folder/mine` are files, `@owner/name` is a package. */
export const isPath = (name: string): boolean =>
  isAbsolute(name) || /^\.{1,2}[/\\]|\.[cm]?[jt]s$/.test(name) || (/[/\\]/.test(name) && !name.startsWith('@'))

/**
 * The folder from which code that an input log names is loaded; null: it is built in or an installed package. A run records full paths. Any other
 * would be seen from the working folder, and so could be a file that came with a log of others. Throws an `ExitError`.
 */
export function folderOfLogged(name: string, folder: string | null): string {
  const isFull = folder === null ? !isPath(name) : isAbsolute(folder)
  if (isFull) return folder ?? '.'
  throw usageError(
    `the input log names the code ${JSON.stringify(name)} without its full path, which no run does; it is not loaded`,
  )
}

/** Checks for a text, a function and a zod schema in a definition. */
export const A_TEXT: Expectation = { words: 'a text', isRight: value => typeof value === 'string' && value !== '' }
export const A_SCHEMA: Expectation = { words: 'a zod schema', isRight: isSchema }
export const aFunction = (that: string): Expectation => ({
  words: `a function that ${that}`,
  isRight: value => typeof value === 'function',
})

const isBuiltIn = <D extends object>({ builtIn }: PluginKind<D>, name: string): boolean => builtIn.names().includes(name)

async function loadForeign<D extends object>(kind: PluginKind<D>, file: string, folder: string): Promise<unknown> {
  const { createJiti } = await import('jiti')
  const shared = new SharedModules(await import('../../index.js'), kind.doors ?? {})
  const others = ['predict', 'exchange', 'testing'].filter(name => !Object.hasOwn(shared.modules, `oddsmith/${name}`))
  const jiti = createJiti(join(resolve(folder), 'config.js'), {
    virtualModules: shared.modules,
    alias: Object.fromEntries(others.map(name => [`oddsmith/${name}`, door(name)])),
    moduleCache: false,
    fsCache: false,
  })
  if (!isAbsolute(file) && jiti.esmResolve(file, { try: true }) === undefined) throw unknownName(kind, file, folder)
  for (;;)
    try {
      return await inTime(kind, file, jiti.import(file))
    } catch (error) {
      if (error instanceof ExitError) throw error
      // Loads a door that the plugin imports, then loads the plugin again.
      if (!(await shared.loadAsked())) throw usageError(`the ${kind.noun} cannot be loaded: ${await pluginFault(error, file)}`)
    }
}

/** The time that a plugin's modules may take to load. */
const LOAD_MAX_MS = 30_000

/** An `await` at the top level of a module that never ends would stop a command without a word. */
async function inTime<D extends object>({ noun }: PluginKind<D>, file: string, loading: Promise<unknown>): Promise<unknown> {
  let timeout: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const why = `${file}: it did not finish within ${LOAD_MAX_MS / 1_000} s; look for an "await" outside of its functions`
    timeout = setTimeout(() => reject(usageError(`the ${noun} cannot be loaded: ${why}`)), LOAD_MAX_MS)
  })
  try {
    return await Promise.race([loading, late])
  } finally {
    clearTimeout(timeout)
  }
}

/**
 * Shares the running modules with plugins: a second copy would load slowly, and its values would differ from the engine's. jiti needs a module
 * synchronously, but loading is asynchronous. So an import of a module that is not loaded throws, `loadAsked` loads it, and the plugin is loaded
 * again.
 */
class SharedModules {
  readonly modules: Record<string, object>
  readonly #doors: Readonly<Record<string, () => Promise<object>>>
  readonly #asked = new Set<string>()

  constructor(main: object, doors: Readonly<Record<string, () => Promise<object>>>) {
    this.#doors = doors
    this.modules = { oddsmith: main }
    for (const name of Object.keys(doors))
      Object.defineProperty(this.modules, name, { configurable: true, enumerable: true, get: () => this.#ask(name) })
  }

  /** Returns whether a module had to be loaded. */
  async loadAsked(): Promise<boolean> {
    const names = [...this.#asked]
    this.#asked.clear()
    for (const name of names) Object.defineProperty(this.modules, name, { value: await this.#doors[name]?.() })
    return names.length > 0
  }

  #ask(name: string): never {
    this.#asked.add(name)
    throw new Error(`"${name}" is loaded for the first time`)
  }
}

/** The checked export of a module. Throws an `ExitError` of code 2 that says where, what was expected and what was found. */
export function expectDefinition<D extends object>(kind: PluginKind<D>, where: string, exports: unknown): D {
  const { exportName, expected } = kind
  const definition = (exports as Readonly<Record<string, unknown>> | null | undefined)?.[exportName]
  if (typeof definition !== 'object' || definition === null) {
    const others = Object.keys(exports ?? {}).join(', ')
    throw usageError(
      `${where}: expected an export named "${exportName}", found ${others === '' ? 'no exports' : `exports ${others}`}`,
    )
  }
  expectVersion(kind, where, definition)
  const wrong = Object.entries<Expectation | undefined>(expected).flatMap(([field, expectation]) => {
    const value = (definition as Readonly<Record<string, unknown>>)[field]
    return expectation === undefined || expectation.isRight(value)
      ? []
      : [`${field} to be ${expectation.words}, found ${describe(value)}`]
  })
  if (wrong.length > 0) throw usageError(`${where}: in "${exportName}" expected ${wrong.join('; ')}`)
  return definition as D
}

/** The version is checked first: another version may need other fields. */
function expectVersion<D extends object>(kind: PluginKind<D>, where: string, definition: object): void {
  const { noun, exportName, interfaceVersion: taken } = kind
  const found = 'version' in definition ? definition.version : undefined
  if (taken === undefined || found === taken) return
  if (typeof found !== 'number')
    throw usageError(
      `${where}: in "${exportName}" expected version to be ${taken}, found ${describe(found)}; add "version: ${taken}"`,
    )
  const advice =
    found > taken
      ? `install an oddsmith that takes version ${found}, or a release of the ${noun} that is written for version ${taken}`
      : `install a newer release of the ${noun}, or change it as the changelog of oddsmith says and write "version: ${taken}"`
  throw usageError(
    `${where}: this ${noun} is written for version ${found} of the interface, and oddsmith ${packageVersion()} takes version ${taken}; ${advice}`,
  )
}

/** Whether a value is a zod schema, of any copy of zod. */
export function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'safeParse' in value && typeof value.safeParse === 'function'
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string' || typeof value === 'number' || value === null) return JSON.stringify(value)
  return typeof value === 'object' ? 'fields' : `a ${typeof value}`
}

function unknownName<D extends object>(
  { noun, builtIn, otherWords = [] }: PluginKind<D>,
  name: string,
  folder: string,
): ExitError {
  const names = [...builtIn.names(), ...otherWords]
  const meant = nearest(name, names)
  const hint = meant === null ? `built in are: ${names.join(', ')}.` : `did you mean "${meant}"?`
  return usageError(
    `there is no ${noun} "${name}"; ${hint} A path to a file works too, or a package installed at ${resolve(folder)}.`,
  )
}
