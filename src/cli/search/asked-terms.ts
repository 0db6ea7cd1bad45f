import type { z } from 'zod'
import { backtestTerms, type WrittenTerms } from '../config/backtest-terms.js'
import { ExitCode, ExitError } from '../config/exit.js'

/** Terms of a backtest from the command line. */
export interface TermFlags {
  readonly fund?: string
  readonly latency?: string
  readonly settlement?: string
  readonly profile?: string
  readonly usdtPerPoint?: string
}

/** The terms that a command line sets beside a config. Throws an `ExitError` of code 2 that names the flag. */
export function askedTerms({ fund, latency, settlement, profile, usdtPerPoint }: TermFlags): WrittenTerms {
  const way = latency === undefined ? undefined : numberOf('--latency', latency)
  return {
    ...(fund !== undefined && checked('--fund', fund, { fundUsdt: numberOf('--fund', fund) })),
    ...(latency !== undefined && checked('--latency', latency, { latency: { entryMs: way, answerMs: way } })),
    ...(settlement !== undefined &&
      checked('--settlement', settlement, { settlement: { delayMs: numberOf('--settlement', settlement) } })),
    ...(profile !== undefined && checked('--profile', profile, { profile })),
    ...(usdtPerPoint !== undefined &&
      checked('--usdt-per-point', usdtPerPoint, { rewards: { usdtPerPoint: numberOf('--usdt-per-point', usdtPerPoint) } })),
  }
}

function numberOf(flag: string, text: string): number {
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text)) return Number(text)
  throw wrong(flag, text, 'a number')
}

/** Checked by the config's own schema, so errors read the same. */
function checked(flag: string, text: string, asked: unknown): WrittenTerms {
  const { error } = backtestTerms.safeParse(asked)
  if (error !== undefined) throw wrong(flag, text, wordsOf(error))
  return asked as WrittenTerms
}

function wordsOf({ issues }: z.ZodError): string {
  const [issue] = issues
  if (issue?.code === 'too_big') return `at most ${issue.maximum}`
  if (issue?.code === 'too_small') return `${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`
  return 'predict, kalshi or polymarket'
}

const wrong = (flag: string, text: string, expected: string): ExitError =>
  new ExitError(ExitCode.USAGE, `${flag}: expected ${expected}, found "${text}"`)
