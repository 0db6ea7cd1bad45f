import { readFileSync } from 'node:fs'
import { LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { fault, type WrittenFault } from '../../protocol/api/schemas-faults.js'
import { checked } from './config.js'
import { ExitCode, ExitError, reasonOf } from './exit.js'

/** Reads a list of faults. What is wrong is an `ExitError` with code 2 that names file, line, what was expected and what was found. */
export function loadFaults(file: string): readonly WrittenFault[] {
  const lines = new LineCounter()
  const text = readText(file)
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const wrong = document.errors.map(error => `${file}:${lines.linePos(error.pos[0]).line}: ${error.message}`)
  if (wrong.length > 0) throw new ExitError(ExitCode.USAGE, wrong.join('\n'))
  return checked({ file, text, document, lines }, z.array(fault), document.toJS(), [])
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ExitError(ExitCode.USAGE, `--faults: ${file} could not be read: ${reasonOf(error)}`)
  }
}
