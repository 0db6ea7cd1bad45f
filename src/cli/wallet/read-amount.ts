import { Wei } from '../../model/money.js'
import { weiOfDigits } from '../../protocol/exact-digits.js'
import { ExitCode, ExitError } from '../config/exit.js'

/** Reads an amount above 0 of a flag. `what`: the expected amount in words, with an example. Throws an `ExitError` of code 2. */
export function readAmount(flag: string, text: string, what: string): Wei {
  const amount = /^\d{1,12}(\.\d{1,18})?$/.test(text) ? weiOfDigits(text) : Wei.ZERO
  if (amount > 0n) return amount
  throw new ExitError(ExitCode.USAGE, `${flag}: expected ${what}, found ${text}`)
}
