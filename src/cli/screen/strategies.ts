import { reasonOf } from '../../model/reason-of.js'
import { type DescribedParameter, describedParameters } from '../config/described-parameters.js'
import { drawStrategy, type PictureFlags } from '../config/draw-strategy.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { type FoundStrategy, foundStrategies } from '../config/found-strategies.js'
import { loadStrategy } from '../config/load-strategy.js'
import { printText } from './print-text.js'
import { textTable } from './text-table.js'

/** Options of the command. */
export interface StrategiesFlags extends PictureFlags {
  readonly json?: boolean
}

/** A strategy of the list. */
export interface ListedStrategy extends FoundStrategy {
  readonly name: string
  readonly watches: 'touch' | 'depth'
  readonly watchesGroup: boolean
  /** Names of references that it always reads; null: they depend on its parameters. */
  readonly references: readonly string[] | null
  readonly parameters: readonly DescribedParameter[]
}

/** A strategy that cannot be loaded, with the reason. */
export interface BrokenStrategy extends FoundStrategy {
  readonly error: string
}

/**
 * Prints the strategies that a config in the working folder may name, or only one of them, and draws its picture if asked. A strategy that cannot be
 * loaded is listed with the reason; if it is the one asked for, this throws an `ExitError` of code 2.
 */
export async function listStrategies(only: string | undefined, flags: StrategiesFlags): Promise<ExitCode> {
  if (only === undefined && flags.picture !== undefined)
    throw new ExitError(
      ExitCode.USAGE,
      'a picture is of one strategy: name it, as in "oddsmith strategies ladder --picture ladder.svg"',
    )
  if (only !== undefined) await drawStrategy(only, flags)
  const found = foundStrategies('.').filter(({ use }) => only === undefined || use === only)
  const strategies: (ListedStrategy | BrokenStrategy)[] = []
  for (const each of found.length === 0 && only !== undefined ? [named(only)] : found) strategies.push(await listed(each))
  printText(flags.json === true ? `${JSON.stringify({ strategies })}\n` : `${strategies.map(textOf).join('\n\n')}\n`)
  return ExitCode.DONE
}

/** A strategy that was named and is not in the list: a file or a package elsewhere. */
const named = (use: string): FoundStrategy => ({ from: /\.[cm]?[jt]s$/.test(use) ? 'file' : 'package', use })

async function listed(found: FoundStrategy): Promise<ListedStrategy | BrokenStrategy> {
  try {
    const { name, watches, watchesGroup = false, references = [], parameters } = await loadStrategy(found.use, '.')
    const names = typeof references === 'function' ? null : references
    return { ...found, name, watches, watchesGroup, references: names, parameters: describedParameters(parameters) }
  } catch (error) {
    return { ...found, error: reasonOf(error) }
  }
}

function textOf(strategy: ListedStrategy | BrokenStrategy): string {
  const head = `${strategy.use}  (${strategy.from})`
  if ('error' in strategy) return `${head}\n  cannot be used: ${strategy.error}`
  const { watches, watchesGroup, references, parameters } = strategy
  const reads =
    references === null
      ? ', reads references by its parameters'
      : references.length === 0
        ? ''
        : `, reads ${references.join(', ')}`
  const rows = parameters.map(rowOf)
  const table =
    rows.length === 0 ? 'it takes no parameters' : textTable(['parameter', 'default', 'unit', 'range', 'what'], rows)
  return `${head}  watches the ${watches}${watchesGroup ? ' in all of its group' : ''}${reads}\n${table.replaceAll(/^/gm, '  ')}`
}

const rowOf = ({
  name,
  type,
  isRequired,
  default: preset,
  unit,
  range,
  description,
}: DescribedParameter): readonly string[] => [
  name,
  preset === undefined ? (isRequired ? 'required' : '-') : clipped(JSON.stringify(preset)),
  unit ?? '-',
  [type === 'number' && range !== null ? null : type, range].filter(word => word !== null).join(', '),
  description ?? '',
]

const DEFAULT_MAX = 32
/** Shortened for the table; the JSON document has all of it. */
const clipped = (text: string): string => (text.length > DEFAULT_MAX ? `${text.slice(0, DEFAULT_MAX - 1)}…` : text)
