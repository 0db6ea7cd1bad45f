import { resolve } from 'node:path'
import { styleText } from 'node:util'
import type { Finding, Grade } from '../../venues/finding.js'
import { durationOf } from '../config/duration.js'
import { ExitCode } from '../config/exit.js'
import { printText } from '../screen/print-text.js'
import { examineSetup } from './examine-setup.js'

/** Options beside the config. */
export interface DoctorFlags {
  readonly home: string
  readonly listen: string
  readonly spend?: boolean
  readonly yes?: boolean
  readonly json?: boolean
}

/** Checks everything that a run of a config needs, and prints the findings. Rejects with an `ExitError` if `--spend` is not agreed to. */
export async function runDoctor(file: string, flags: DoctorFlags): Promise<ExitCode> {
  const { json, spend, yes } = flags
  const isJson = json === true
  const print = (finding: Finding): void => void (isJson || printText(`${lineOf(finding)}\n`))
  const findings = await examineSetup(file, {
    home: resolve(flags.home),
    listenMs: durationOf('--listen', flags.listen, { max: '1h' }),
    spend: spend === true ? { isAgreed: yes === true } : null,
    onFinding: print,
  })
  const count = (grade: Grade): number => findings.filter(found => found.grade === grade).length
  const counts = { ok: count('ok'), warn: count('warn'), fail: count('fail') }
  printText(isJson ? `${JSON.stringify({ config: file, ...counts, findings })}\n` : `${wordsOf(counts)}\n`)
  return counts.fail === 0 ? ExitCode.DONE : ExitCode.FAILED
}

const STYLES = { ok: 'green', warn: 'yellow', fail: 'red' } as const

function lineOf({ check, grade, found, remedy }: Finding): string {
  const isColoured = process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === ''
  const word = grade.padEnd(5)
  const line = `${isColoured ? styleText(STYLES[grade], word) : word} ${check.padEnd(11)} ${found}`
  return remedy === null ? line : `${line}\n${' '.repeat(18)}→ ${remedy}`
}

function wordsOf({ ok, warn, fail }: Readonly<Record<Grade, number>>): string {
  const counts = `${ok} well, ${warn} to look at, ${fail} failed`
  if (fail > 0) return `\n${counts}: start no run before what failed is repaired`
  return `\n${counts}: a run can start`
}
