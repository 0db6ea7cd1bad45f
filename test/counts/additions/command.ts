import type { Addition } from '../addition.js'

const COMMAND = `import { Command } from 'commander'
import { ExitCode } from '../config/exit.js'

/** \`oddsmith echo\`: prints its argument. */
export const echoCommand = (done: (code: ExitCode) => void): Command =>
  new Command('echo')
    .description('print a text')
    .argument('<text>')
    .action((text: string) => {
      process.stdout.write(\`\${text}\\n\`)
      done(ExitCode.DONE)
    })
`

const PROOF = `import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('a command of the package runs by its name', () =>
  expect(execFileSync(process.execPath, ['bin/oddsmith.js', 'echo', 'ho'], { encoding: 'utf8' })).toBe('ho\\n'))
`

export const command: Addition = {
  what: 'a command that comes with the package',
  isNew: '`src/cli/commands/NAME.ts` and its test',
  beginWith: 'any short command',
  sourceMax: 1,
  files: { 'src/cli/commands/echo.ts': COMMAND, 'test/additions/command.test.ts': PROOF },
  edits: [
    {
      file: 'src/cli/main.ts',
      after: "import { doorCommand } from './commands/door.js'\n",
      put: "import { echoCommand } from './commands/echo.js'\n",
    },
    { file: 'src/cli/main.ts', after: '\n  doorCommand,', put: '\n  echoCommand,' },
    {
      file: 'docs/running.md',
      after: '| `oddsmith ./mine.ts` | a command of your own: [commands](commands.md) |\n',
      put: '| `oddsmith echo TEXT` | prints a text |\n',
    },
  ],
  // The guide must name each command.
  proofs: ['test/additions/command.test.ts', 'test/cli/running-guide.test.ts'],
}
