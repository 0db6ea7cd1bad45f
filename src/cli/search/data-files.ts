import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { oldestPart } from '../../recording/log/log-parts.js'
import { INPUT_LOG } from '../../recording/open-by-content.js'
import { ExitCode, ExitError } from '../config/exit.js'

const DATA = /\.(?:ndjson|jsonl|csv)(?:\.gz)?$/

/**
 * The files a path stands for: itself; of a run's folder the first part of its input log, which leads to the others; of any other folder all market data in it and below, by name.
 * Throws an `ExitError` of code 2 where there is nothing.
 */
export function dataFiles(path: string): readonly string[] {
  if (!existsSync(path)) throw new ExitError(ExitCode.USAGE, `there is no file ${path}`)
  if (!statSync(path).isDirectory()) return [path]
  const first = oldestPart(join(path, INPUT_LOG))
  if (first !== null) return [first]
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter(name => DATA.test(name))
  if (names.length > 0) return names.toSorted().map(name => join(path, name))
  throw new ExitError(
    ExitCode.USAGE,
    `${path} holds no market data: expected files that end with .ndjson, .jsonl or .csv, plain or with .gz`,
  )
}
