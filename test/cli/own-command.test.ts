import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { ExitCode, ExitError } from '../../src/cli/config/exit.js'
import { ownCommand } from '../../src/cli/own-command.js'

const ROOT = resolve(import.meta.dirname, '../..')
const home = mkdtempSync(join(tmpdir(), 'own-command-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const GREET = `import { ExitCode, ExitError, z } from 'oddsmith'
import { ResearchError } from 'oddsmith/research'
const options = z.strictObject({ times: z.number().int().positive().default(1).describe('how often'), isLoud: z.boolean().default(false) })
export const command = {
  name: 'greet', version: 1, description: 'greets', arguments: ['<name>', '[others...]'], options, example: 'oddsmith ./greet.ts you',
  run({ arguments: names, options: { times, isLoud }, folder, note }) {
    if (names[0] === 'unsafe') throw new ExitError(ExitCode.REFUSED, 'that is not safe')
    if (names[0] === 'lost') throw new ResearchError('recording', 'there is no recording')
    note('greeting')
    const text = Array.from({ length: times }, () => names.join(' and ')).join(', ')
    return { text: isLoud ? text.toUpperCase() : text, json: { names, folder }, code: ExitCode.ORDERS_OPEN }
  },
}
`
writeFileSync(join(home, 'greet.ts'), GREET)

/** Runs a command of one's own in this process. */
async function called(name: string, ...args: readonly string[]): Promise<{ code: ExitCode | null; out: string; err: string }> {
  const said = { out: '', err: '' }
  const into = (key: 'out' | 'err') => (text: string | Uint8Array) => {
    said[key] += String(text)
    return true
  }
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(into('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(into('err')),
  ]
  try {
    let code: ExitCode | null = null
    const command = await ownCommand(name, home, ended => {
      code = ended
    })
    await command?.exitOverride().parseAsync(['node', 'oddsmith', ...args])
    return { code, ...said }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

test('a file is a command: its arguments, its options as flags, its text or its document, its code', async () => {
  expect(await called('./greet.ts', 'you', 'me', '--times', '2', '--is-loud')).toEqual({
    code: ExitCode.ORDERS_OPEN,
    out: 'YOU AND ME, YOU AND ME\n',
    err: 'greeting\n',
  })
  const { out } = await called('./greet.ts', 'you', '--json')
  expect(JSON.parse(out)).toEqual({ names: ['you'], folder: home })
  expect((await ownCommand('./greet.ts', home, () => undefined))?.helpInformation()).toMatch(
    /greet\.ts \[options\] <name> \[others\.\.\.\][^]*--times <whole number> +how often \(above 0, default 1\)/,
  )
})

test.each([
  [['you', '--times', 'x'], ExitCode.USAGE, '--times: expected whole number, above 0, found "x"'],
  [['you', '--times', '-1'], ExitCode.USAGE, '--times: expected whole number, above 0, found "-1"'],
  [['unsafe'], ExitCode.REFUSED, 'that is not safe'],
  [['lost'], ExitCode.USAGE, 'there is no recording'],
] as const)('what is wrong with %j ends it with code %i and a sentence', async (args, code, words) => {
  await expect(called('./greet.ts', ...args)).rejects.toEqual(new ExitError(code, words))
})

test('a package that is not installed is an unknown command, with an owner or without', async () => {
  for (const name of ['missing', '@owner/missing']) expect(await ownCommand(name, home, () => undefined)).toBeNull()
})

test('a file that is no command is refused with all that it lacks', async () => {
  writeFileSync(join(home, 'half.ts'), `export const command = { name: 'half', version: 1, arguments: ['name'], options: 3 }`)
  await expect(called('./half.ts')).rejects.toThrow(
    /half\.ts: in "command" expected description to be a text, found nothing; arguments to be a list such as .*; options to be a zod schema, or left out, found 3; run to be a function/,
  )
  writeFileSync(join(home, 'next.ts'), `export const command = { name: 'next', version: 2 }`)
  await expect(called('./next.ts')).rejects.toThrow('this command is written for version 2 of the interface')
  await expect(called('./gone.ts')).rejects.toThrow(/no command file at .*gone\.ts/)
  expect(await ownCommand('gone', home, () => undefined)).toBeNull()
})

test('a package is a command by the rest of its name, and the example of the repository runs as one', () => {
  const folder = join(home, 'node_modules/oddsmith-command-spread')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'oddsmith-command-spread', exports: './spread.ts' }))
  writeFileSync(join(folder, 'spread.ts'), `export { command } from '${join(ROOT, 'examples/commands/spread.js')}'`)
  const args = [join(ROOT, 'bin/oddsmith.js'), 'spread', join(ROOT, 'data/sample/harbour.ndjson.gz'), '--json']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: home, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  const rows = JSON.parse(stdout) as readonly { readonly id: string; readonly narrowPercent: number }[]
  expect(rows.map(({ id }) => id).toSorted()).toEqual(['1001', '1002', '1003'])
  for (const { narrowPercent } of rows) expect(narrowPercent).toBeGreaterThan(0)
})

test('the command of the guide works as it stands there', async () => {
  const guide = readFileSync(join(ROOT, 'docs/commands.md'), 'utf8')
  writeFileSync(join(home, 'gaps.ts'), /^```ts\n([^]*?)^```$/m.exec(guide)?.[1] ?? '')
  const { out } = await called('./gaps.ts', join(ROOT, 'data/sample/harbour.ndjson.gz'), '--json')
  expect(JSON.parse(out)).toEqual({ gaps: 0, longest: 0 })
})
