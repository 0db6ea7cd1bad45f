import { type ConfigSource, keyLine } from './config-error.js'
import { ExitCode, ExitError } from './exit.js'
import { type ConfigKind, tellingField } from './telling-field.js'

const KINDS: Readonly<Record<ConfigKind, { readonly is: string; readonly like: string; readonly command: string }>> = {
  run: { is: 'the config of a run', like: 'venue and strategies, as config/paper.yaml', command: 'run' },
  backtest: { is: 'the config of a backtest', like: 'recording and strategy, as config/backtest.yaml', command: 'backtest' },
  world: { is: 'the world file of an exchange', like: 'markets, as config/world.yaml', command: 'exchange --world' },
}

/**
 * Refuses a file of another kind in one line that names the command for it, in place of a line for each field. Throws an `ExitError` with code 2. A
 * file without a telling field passes: its schema says what it lacks.
 */
export function expectKind(source: ConfigSource, wanted: ConfigKind): void {
  const told = tellingField(source)
  if (told === null || told.kind === wanted) return
  const { is, command } = KINDS[told.kind]
  const { is: expected, like } = KINDS[wanted]
  const what = `this is ${is}, which "oddsmith ${command} ${source.file}" takes; expected ${expected}, with ${like}`
  throw new ExitError(ExitCode.USAGE, `${keyLine(source, [], told.field)}: ${told.field}: ${what}`)
}
