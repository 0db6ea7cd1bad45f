import type { Addition } from '../addition.js'

const COMMAND = `import { type CommandDefinition, z } from 'oddsmith'

const options = z.strictObject({ times: z.number().int().positive().default(1).describe('how often') })

/** Says its argument. */
export const command = {
  name: 'say',
  version: 1,
  description: 'say something',
  arguments: ['<text>'],
  options,
  run: ({ arguments: [text = ''], options: { times } }) => ({ text: text.repeat(times), json: { text, times } }),
} satisfies CommandDefinition<typeof options>
`

const PROOF = `import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('a command in a file of its own runs by its path', () => {
  const args = ['bin/oddsmith.js', './examples/additions/say.ts', 'ho', '--times', '2']
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('hoho\\n')
})
`

export const ownCommand: Addition = {
  what: 'a command of your own',
  isNew: 'one file',
  beginWith: '[docs/commands.md](docs/commands.md)',
  sourceMax: 0,
  files: { 'examples/additions/say.ts': COMMAND, 'test/additions/own-command.test.ts': PROOF },
  edits: [],
  proofs: ['test/additions/own-command.test.ts'],
}
