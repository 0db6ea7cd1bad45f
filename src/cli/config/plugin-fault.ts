import { readFileSync } from 'node:fs'
import { reasonOf } from '../../model/reason-of.js'

/**
 * The place and reason of a plugin's failure to load. For a syntax error: `file:line:column` from the compiler's message, with the line and a mark
 * below the column. Otherwise: the plugin's own stack frame.
 */
export async function pluginFault(error: unknown, file: string): Promise<string> {
  const lines = reasonOf(error)
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  const [what = 'it gave no reason'] = lines
  const [, path, line, column] = lines.map(each => PLACE.exec(each)).find(found => found !== null) ?? []
  if (path !== undefined)
    return syntaxFault(what.replace(/^ParseError: /, ''), { path, line: Number(line), column: Number(column) + 1 })
  // Imported only after a failure, so that it does not slow down every start.
  const { pluginFrame } = await import('../../runtime/plugin-frame.js')
  const frame = error instanceof Error ? pluginFrame(error.stack ?? '') : null
  return `${frame ?? file}: ${what}`
}

/** The compiler counts lines from 1 and columns from 0. */
const PLACE = /^((?:\/|[A-Za-z]:[\\/]).*):(\d+):(\d+)$/

interface Place {
  readonly path: string
  readonly line: number
  readonly column: number
}

function syntaxFault(what: string, { path, line, column }: Place): string {
  const text = lineOf(path, line)
  const head = `${path}:${line}:${column}: ${what}`
  if (text === null) return head
  // Tabs are kept, so that the mark is below the right column in any terminal.
  const before = text.slice(0, column - 1).replaceAll(/[^\t]/g, ' ')
  return `${head}\n  ${line} | ${text}\n  ${' '.repeat(String(line).length)} | ${before}^`
}

function lineOf(path: string, line: number): string | null {
  try {
    return readFileSync(path, 'utf8').split('\n')[line - 1]?.trimEnd() ?? null
  } catch {
    return null
  }
}
