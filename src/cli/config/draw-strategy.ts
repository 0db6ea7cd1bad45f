import { writeFileSync } from 'node:fs'
import { reasonOf } from '../../model/reason-of.js'
import { picture } from '../../testing/book-picture.js'
import { quotePicture } from '../../testing/quote-picture.js'
import { checked, parseSource } from './config.js'
import { usageError } from './exit.js'
import { loadStrategy } from './load-strategy.js'

/** Options of a picture. */
export interface PictureFlags {
  /** The file to write; absent: no picture. */
  readonly picture?: string
  /** As YAML; absent: the defaults of the strategy. */
  readonly parameters?: string
  readonly book?: string
}

/** Loads a strategy, and writes the picture of its quotes if a file is named. Throws an `ExitError` of code 2 for a wrong option. */
export async function drawStrategy(name: string, { picture: file, parameters: text, book }: PictureFlags): Promise<void> {
  if (file !== undefined && !file.toLowerCase().endsWith('.svg'))
    throw usageError(`--picture: expected a file whose name ends with .svg, found "${file}"`)
  const definition = await loadStrategy(name, '.')
  if (book !== undefined) expectBook(book)
  // A list needs no values: a strategy may have parameters without a default.
  if (file === undefined && text === undefined) return
  const source = parseSource('--parameters', text ?? '{}')
  const parameters: unknown = source.document.toJS() ?? {}
  if (typeof parameters !== 'object' || Array.isArray(parameters))
    throw usageError(`--parameters: expected fields with values, such as "{ sizeShares: 10 }", found "${text}"`)
  checked(source, definition.parameters, parameters, [])
  if (file === undefined) return
  const svg = quotePicture(definition, { parameters, ...(book !== undefined && { book }) })
  try {
    writeFileSync(file, svg)
  } catch (error) {
    throw usageError(`${file}: the picture cannot be written: ${reasonOf(error)}`)
  }
}

function expectBook(text: string): void {
  try {
    if (picture(text).length > 0) return
  } catch (error) {
    throw usageError(`--book: ${reasonOf(error)}`)
  }
  throw usageError('--book: expected levels such as "ask 0.55 20 / bid 0.52 15", found none')
}
