import { existsSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ExitCode, ExitError } from './exit.js'
import { nearest } from './nearest.js'
import { packageVersion } from './package-manifest.js'
import { pluginFault } from './plugin-fault.js'

/** One sort of code that a user may bring: what it is called, what comes with the package, and what its export must have. */
export interface PluginKind<Definition extends object> {
  /** As messages name it: `strategy`, `feed`, `venue`. */
  readonly noun: string
  /** The name of the export that holds the definition. */
  readonly exportName: string
  readonly builtIn: BuiltInPlugins
  /** The version of the interface that this package takes. Absent: the definition has none. */
  readonly interfaceVersion?: number
  /** Each field that the definition must have. */
  readonly expected: Readonly<Partial<Record<keyof Definition & string, Expectation>>>
  /**
   * Doors of this package whose very values a plugin must get, by the name that it imports, besides `oddsmith` itself. Each is loaded where a plugin
   * imports it.
   */
  readonly doors?: Readonly<Record<string, () => Promise<object>>>
}

/** Plugins that come with the package. */
export interface BuiltInPlugins {
  names(): readonly string[]
  /** The file of one that is there. */
  fileOf(name: string): string
  /** The exports of its module. */
  load(name: string): Promise<unknown>
}

/** What a field of a definition must be, in words and as a check. */
export interface Expectation {
  readonly words: string
  readonly isRight: (value: unknown) => boolean
}

/** This file runs as source under a test runner and as JavaScript everywhere else. */
export const EXTENSION = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
const door = (name: string): string => fileURLToPath(new URL(`../../${name}${EXTENSION}`, import.meta.url))

/**
 * Loads a plugin by the name of a built-in one, by the path of a file, seen from `folder`, or by the name of a package that is installed
 * there. TypeScript is taken as it is, and in it the import `oddsmith` means this very package, wherever the file lies. Rejects with an
 * `ExitError` of code 2 that names the file and says what was expected.
 */
export async function loadPlugin<Definition extends object>(
  kind: PluginKind<Definition>,
  name: string,
  folder: string,
): Promise<Definition> {
  if (isPath(name)) {
    const file = resolve(folder, name)
    if (!existsSync(file)) throw usage(`no ${kind.noun} file at ${file}`)
    return expectDefinition(kind, file, await loadForeign(kind, file, folder))
  }
  if (isBuiltIn(kind, name)) return expectDefinition(kind, kind.builtIn.fileOf(name), await kind.builtIn.load(name))
  return expectDefinition(kind, `package ${name}`, await loadForeign(kind, name, folder))
}

/** Where the code of a plugin lies that can be loaded by this name: a file, or the folder of a package. As stacks show it. */
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
  // A package that is linked from elsewhere has its own folder only.
  return at === -1 ? dirname(file) : file.slice(0, at + `/node_modules/${name}`.length)
}

/** Whether a plugin is named by its file: `mine.ts`, `./mine` and `folder/mine` are files, `@owner/name` is a package. */
export const isPath = (name: string): boolean =>
  isAbsolute(name) || /^\.{1,2}[/\\]|\.[cm]?[jt]s$/.test(name) || (/[/\\]/.test(name) && !name.startsWith('@'))

/** What a text, a function and a zod schema must look like in a definition. */
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
      return await jiti.import(file)
    } catch (error) {
      // A door that it asks for is loaded now, and then the plugin again.
      if (!(await shared.loadAsked())) throw usage(`the ${kind.noun} cannot be loaded: ${await pluginFault(error, file)}`)
    }
}

/**
 * The very instances that run: a second copy would be slow to load, and its values would not be the engine's. A module is handed out at once, and
 * loading one takes time: so one that is asked for and not there yet throws, and `loadAsked` loads it.
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

  /** Says whether there was one to load. */
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

/** What a module's export holds, checked. Throws an `ExitError` of code 2 that says where, what was expected and what was found. */
export function expectDefinition<D extends object>(kind: PluginKind<D>, where: string, exports: unknown): D {
  const { exportName, expected } = kind
  const definition = (exports as Readonly<Record<string, unknown>> | null | undefined)?.[exportName]
  if (typeof definition !== 'object' || definition === null) {
    const others = Object.keys(exports ?? {}).join(', ')
    throw usage(
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
  if (wrong.length > 0) throw usage(`${where}: in "${exportName}" expected ${wrong.join('; ')}`)
  return definition as D
}

/** Asked first: of another version, other fields are right. */
function expectVersion<D extends object>(kind: PluginKind<D>, where: string, definition: object): void {
  const { noun, exportName, interfaceVersion: taken } = kind
  const found = 'version' in definition ? definition.version : undefined
  if (taken === undefined || found === taken) return
  if (typeof found !== 'number')
    throw usage(
      `${where}: in "${exportName}" expected version to be ${taken}, found ${describe(found)}; add "version: ${taken}"`,
    )
  const advice =
    found > taken
      ? `install an oddsmith that takes version ${found}, or a release of the ${noun} that is written for version ${taken}`
      : `install a newer release of the ${noun}, or change it as the changelog of oddsmith says and write "version: ${taken}"`
  throw usage(
    `${where}: this ${noun} is written for version ${found} of the interface, and oddsmith ${packageVersion()} takes version ${taken}; ${advice}`,
  )
}

/** Whether a value is a zod schema, of whichever copy of zod. */
export function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'safeParse' in value && typeof value.safeParse === 'function'
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string' || typeof value === 'number' || value === null) return JSON.stringify(value)
  return typeof value === 'object' ? 'fields' : `a ${typeof value}`
}

function unknownName<D extends object>({ noun, builtIn }: PluginKind<D>, name: string, folder: string): ExitError {
  const names = builtIn.names()
  const meant = nearest(name, names)
  const hint = meant === null ? `built in are: ${names.join(', ')}.` : `did you mean "${meant}"?`
  return usage(
    `there is no ${noun} "${name}"; ${hint} A path to a file is taken too, or a package installed at ${resolve(folder)}.`,
  )
}

const usage = (message: string): ExitError => new ExitError(ExitCode.USAGE, message)
