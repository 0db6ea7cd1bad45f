import { ExitCode, ExitError } from './exit.js'
import { builtInStrategies } from './load-strategy.js'

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const LENGTH_MAX = 40

/** Checks the name of a new strategy. Throws an `ExitError` of code 2 that says what a name may be. */
export function expectStrategyName(name: string): void {
  if (!NAME.test(name) || name.length > LENGTH_MAX)
    throw usage(
      `a strategy is named in small letters, digits and dashes, at most ${LENGTH_MAX}, such as "wide-maker"; found "${name}"`,
    )
  if (builtInStrategies().includes(name)) throw usage(`"${name}" is a strategy of the package; take another name`)
}

const usage = (message: string): ExitError => new ExitError(ExitCode.USAGE, message)
