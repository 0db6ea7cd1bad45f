#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { JournalError } from '../journal/journal-error.js'
import { VenueError } from '../venues/venue-error.js'
import { exchangeCommand } from './exchange.js'
import { ExitCode, ExitError, reasonOf } from './exit.js'
import { runCommand } from './run.js'

/** This file is `src/cli/main.ts` as source and `dist/src/cli/main.js` as a program. */
const PACKAGE = new URL(import.meta.url.endsWith('.ts') ? '../../package.json' : '../../../package.json', import.meta.url)

await leave(await command(process.argv))

/** Runs one command and says how it ended. */
async function command(argv: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = ExitCode.DONE
  const done = (ended: ExitCode): void => {
    code = ended
  }
  const program = new Command('oddsmith')
    .description('makes markets on prediction markets: on paper, live, or over recorded time')
    .version(versionOf(PACKAGE))
    .showHelpAfterError('(--help says more)')
  for (const sub of [runCommand(done), exchangeCommand(done)]) program.addCommand(sub)
  for (const each of [program, ...program.commands]) each.exitOverride()
  try {
    await program.parseAsync([...argv])
    return code
  } catch (error) {
    return failed(error)
  }
}

function failed(error: unknown): ExitCode {
  // Commander has said it already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.DONE : ExitCode.USAGE
  const isExpected = error instanceof ExitError || error instanceof VenueError || error instanceof JournalError
  const text = isExpected || !(error instanceof Error) ? reasonOf(error) : (error.stack ?? error.message)
  process.stderr.write(`oddsmith: ${text}\n`)
  return error instanceof ExitError ? error.code : ExitCode.FAILED
}

/** Leaves once stdout is drained: a pipe takes its time, and an open socket somewhere shall not keep the process. */
async function leave(code: ExitCode): Promise<void> {
  await new Promise<void>(resolve => process.stdout.write('', () => resolve()))
  process.exit(code)
}

function versionOf(file: URL): string {
  const found: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return typeof found === 'object' && found !== null && 'version' in found ? String(found.version) : 'unknown'
}
