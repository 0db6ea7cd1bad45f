import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Command } from 'commander'
import type { z } from 'zod'
import { ResearchError } from '../research/research-error.js'
import type { CommandAnswer, CommandDefinition } from './config/command-definition.js'
import { type DescribedParameter, describedParameters } from './config/described-parameters.js'
import { ExitCode, ExitError } from './config/exit.js'
import { A_TEXT, aFunction, isPath, isSchema, loadPlugin, type PluginKind } from './config/load-plugin.js'
import { printText, warnText } from './screen/print-text.js'

type Definition = CommandDefinition<z.ZodType>

const PREFIX = 'oddsmith-command-'
/** `<needed>`, `[optional]`, and the same with dots for several: commander's notation. */
const ARGUMENT = /^(?:<[\w-]+(?:\.\.\.)?>|\[[\w-]+(?:\.\.\.)?\])$/

const reactiveDoor = (): Promise<object> => import('../reactive.js')

const COMMAND: PluginKind<Definition> = {
  noun: 'command',
  exportName: 'command',
  // `runProgram` looks for the commands of the package before it comes here.
  builtIn: { names: () => [], fileOf: name => name, load: async () => undefined },
  interfaceVersion: 1,
  expected: {
    name: A_TEXT,
    description: A_TEXT,
    arguments: {
      words: 'a list such as ["<recording>", "[market]"], or left out',
      isRight: value => value === undefined || (Array.isArray(value) && value.every(each => ARGUMENT.test(String(each)))),
    },
    options: { words: 'a zod schema, or left out', isRight: value => value === undefined || isSchema(value) },
    run: aFunction('does it'),
  },
  doors: {
    'oddsmith/engine': () => import('../engine.js'),
    'oddsmith/exchange': () => import('../exchange.js'),
    'oddsmith/predict': () => import('../predict.js'),
    'oddsmith/reactive': reactiveDoor,
    'oddsmith/research': () => import('../research.js'),
    'oddsmith/testing': () => import('../testing.js'),
    'oddsmith/venue': () => import('../venue.js'),
    rxjs: reactiveDoor,
    'rxjs/operators': reactiveDoor,
  },
}

/**
 * Loads a user's own command by its word on the command line: the path of a file, a package with an owner such as `@me/pack`, or NAME of a package
 * `oddsmith-command-NAME`. `folder`: paths are relative to it, and packages are looked for from it upwards. null: no such package is installed.
 * Rejects with an `ExitError` of code 2 if the command cannot be loaded.
 */
export async function ownCommand(name: string, folder: string, done: (code: ExitCode) => void): Promise<Command | null> {
  const source = isPath(name) || name.startsWith('@') ? name : `${PREFIX}${name}`
  if (!isPath(name) && !isInstalled(source, folder)) return null
  const definition = await loadPlugin(COMMAND, source, folder)
  const options = definition.options === undefined ? [] : describedParameters(definition.options)
  const command = new Command(name).description(definition.description)
  for (const argument of definition.arguments ?? []) command.argument(argument)
  for (const option of options) command.option(flagsOf(option), wordsOf(option))
  command.option('--json', 'print one JSON document')
  if (definition.example !== undefined) command.addHelpText('after', `\nExample:\n  $ ${definition.example}`)
  return command.action(async () => {
    const { json, ...typed } = command.opts<{ json?: boolean }>()
    const call = {
      arguments: command.args,
      options: checkedOptions(definition, options, typed),
      folder: resolve(folder),
      note: (line: string) => warnText(`${line}\n`),
    }
    const answer = (await run(definition, call)) ?? undefined
    if (answer !== undefined) printText(json === true ? `${JSON.stringify(answer.json)}\n` : withNewline(answer.text))
    done(answer?.code ?? ExitCode.DONE)
  })
}

/** In a `node_modules` from the folder upwards, as Node looks for packages. */
function isInstalled(name: string, folder: string): boolean {
  if (!/^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/i.test(name)) return false
  for (let place = resolve(folder); ; place = dirname(place)) {
    if (existsSync(join(place, 'node_modules', name))) return true
    if (place === dirname(place)) return false
  }
}

const isFlag = ({ type }: DescribedParameter): boolean => type === 'true or false'
const dashed = (name: string): string => name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
const flagsOf = (option: DescribedParameter): string =>
  isFlag(option) ? `--${dashed(option.name)}` : `--${dashed(option.name)} <${option.type.replaceAll(/[<>]/g, '')}>`

function wordsOf({ description, range, unit, isRequired, default: usual }: DescribedParameter): string {
  const more = [unit, range, isRequired ? 'needed' : null, usual === undefined ? null : `default ${JSON.stringify(usual)}`]
  const known = more.filter(word => word !== null).join(', ')
  return [description ?? '', known === '' ? '' : `(${known})`].filter(word => word !== '').join(' ')
}

/** Numbers are typed as text. Throws an `ExitError` of code 2 that names the option. */
function checkedOptions(
  { options }: Definition,
  described: readonly DescribedParameter[],
  typed: Readonly<Record<string, unknown>>,
): unknown {
  if (options === undefined) return {}
  const numbers = new Set(described.filter(({ type }) => /\bnumber\b/.test(type)).map(({ name }) => name))
  const given = Object.entries(typed).map(([name, value]) => [name, numbers.has(name) ? numberOf(value) : value])
  const checked = options.safeParse(Object.fromEntries(given))
  if (checked.success) return checked.data
  const { path = [], message = 'they are not as the command takes them' } = checked.error.issues[0] ?? {}
  const name = path.join('.')
  const wrong = described.find(option => option.name === name)
  const words = wrong === undefined ? message : `expected ${expectedOf(wrong)}, found ${foundOf(typed[name])}`
  throw new ExitError(ExitCode.USAGE, name === '' ? words : `--${dashed(name)}: ${words}`)
}

const expectedOf = ({ type, range }: DescribedParameter): string => (range === null ? type : `${type}, ${range}`)
const foundOf = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))

const numberOf = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value)) ? Number(value) : value

/** An error of the research door has a message for people, so it is printed without a stack, as it is for our own commands. */
async function run(definition: Definition, call: Parameters<Definition['run']>[0]): Promise<CommandAnswer | undefined> {
  try {
    return await definition.run(call)
  } catch (error) {
    if (!(error instanceof ResearchError)) throw error
    throw new ExitError(CODES[error.fault], error.message, error)
  }
}

const CODES: Readonly<Record<ResearchError['fault'], ExitCode>> = {
  config: ExitCode.USAGE,
  recording: ExitCode.USAGE,
  locked: ExitCode.REFUSED,
  failed: ExitCode.FAILED,
}

const withNewline = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`)
