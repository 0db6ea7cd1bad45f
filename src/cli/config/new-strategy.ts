import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ExitCode, ExitError } from './exit.js'
import { fillTemplate } from './fill-template.js'
import { builtInStrategies } from './load-strategy.js'

/** Options beside the name. */
export interface NewStrategyFlags {
  readonly reactive?: boolean
  readonly json?: boolean
}

/** Writes a strategy and its test into the project in the working folder, and answers with what to print. Throws an `ExitError` of code 2. */
export function writeStrategy(name: string, flags: NewStrategyFlags): string {
  expectStrategyName(name)
  expectProject()
  const template = flags.reactive === true ? 'my-stream' : 'my-maker'
  const files = [`strategies/${name}.ts`, `test/${name}.test.ts`] as const
  for (const file of files)
    if (existsSync(file)) throw new ExitError(ExitCode.USAGE, `${file} exists already; take another name, or remove it`)
  const words = { [template]: name }
  fillTemplate({ from: `strategies/${template}.ts`, to: files[0], words })
  fillTemplate({ from: `test/${template}.test.ts`, to: files[1], words })
  return flags.json === true ? `${JSON.stringify({ name, files })}\n` : textOf(name, files)
}

const textOf = (name: string, files: readonly string[]): string =>
  `made ${files.join(' and ')}

next:
  npm test                                     its scenarios, and the contract of strategies
  ${`strategy: ../strategies/${name}.ts`.padEnd(43)}  in a file of config/, to run it
`

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const LENGTH_MAX = 40

/** Checks the name of a new strategy. Throws an `ExitError` of code 2 that says which names are allowed. */
function expectStrategyName(name: string): void {
  if (!NAME.test(name) || name.length > LENGTH_MAX)
    throw new ExitError(
      ExitCode.USAGE,
      `a strategy is named in small letters, digits and dashes, at most ${LENGTH_MAX}, such as "wide-maker"; found "${name}"`,
    )
  if (builtInStrategies().includes(name))
    throw new ExitError(ExitCode.USAGE, `"${name}" is a strategy of the package; take another name`)
}

/** Checks that the folder is a project that can import this package: its manifest depends on it, or is this package's own. */
function expectProject(): void {
  if (!existsSync('package.json'))
    throw new ExitError(
      ExitCode.USAGE,
      `there is no package.json in ${process.cwd()}; run this in a project, or make one by "oddsmith init DIR"`,
    )
  const manifest = JSON.parse(readFileSync(join('package.json'), 'utf8')) as Manifest
  const names = [manifest.name, ...Object.keys(manifest.dependencies ?? {}), ...Object.keys(manifest.devDependencies ?? {})]
  if (!names.includes('oddsmith'))
    throw new ExitError(
      ExitCode.USAGE,
      `the project in ${process.cwd()} does not depend on oddsmith; install it there first, or make a project by "oddsmith init DIR"`,
    )
}

interface Manifest {
  readonly name?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}
