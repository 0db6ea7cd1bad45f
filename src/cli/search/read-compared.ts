import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import type { ComparedResult } from '../../../backtest/compare/compared-result.js'
import { reasonOf } from '../../model/reason-of.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { readComparedBacktest } from './read-compared-backtest.js'
import { readComparedRun } from './read-compared-run.js'

/**
 * Reads a result to compare: the folder of a backtest or a run, or its `summary.json`. `model`: the fill model; null: the headline one. Rejects with
 * an `ExitError` of code 2 if it is no result.
 */
export async function readCompared(path: string, model: string | null): Promise<ComparedResult> {
  const file = summaryIn(path)
  const summary = parsed(file)
  const folder = resolve(dirname(file))
  const at = { name: basename(folder), folder }
  if (isOf(summary, 'headline')) return readComparedBacktest(summary, model, at)
  if (isOf(summary, 'run')) return readComparedRun(summary, at)
  throw noResult(path, `${file} is the summary of something else`)
}

function summaryIn(path: string): string {
  if (!existsSync(path)) throw noResult(path, 'there is nothing of that name')
  if (!statSync(path).isDirectory()) return path
  const file = join(path, 'summary.json')
  if (existsSync(file)) return file
  if (existsSync(join(path, 'sweep.json')))
    throw noResult(path, 'it is that of a sweep; its folders trial-… hold results of backtests')
  if (existsSync(join(path, 'manifest.json')) || existsSync(join(path, 'input.ndjson.gz')))
    throw noResult(path, 'it holds a recording without a summary: run a backtest over it, and compare what that leaves')
  throw noResult(path, 'it has no summary.json')
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw noResult(file, reasonOf(error))
  }
}

const isOf = (summary: unknown, field: string): boolean => z.looseObject({ [field]: z.string() }).safeParse(summary).success

const noResult = (path: string, why: string): ExitError =>
  new ExitError(ExitCode.USAGE, `${path}: expected the folder of a backtest (--out) or of a run (runs/…): ${why}`)
