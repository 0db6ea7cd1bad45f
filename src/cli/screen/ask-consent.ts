import { createInterface } from 'node:readline/promises'
import { ExitCode, ExitError } from '../config/exit.js'
import { visibleText } from './print-text.js'

/**
 * Asks a person to type `yes`. `isGiven`: consent was given on the command line. Rejects with an `ExitError`: with code 3 for any other answer, with
 * code 2 if there is no terminal.
 */
export async function askConsent(question: string, { isGiven }: { readonly isGiven: boolean }): Promise<void> {
  if (isGiven) return
  if (!process.stdin.isTTY) throw new ExitError(ExitCode.USAGE, `${question}\nthere is no terminal to ask at; --yes agrees`)
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await lines.question(`${visibleText(question)}\nType yes to go on: `)
    if (answer.trim().toLowerCase() !== 'yes') throw new ExitError(ExitCode.REFUSED, 'nothing was done')
  } finally {
    lines.close()
  }
}
