import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const PROGRAM = join(ROOT, 'dist/src/cli/main.js')

test.runIf(spawnSync('script', ['--version']).status === 0)(
  'the list of commands fits a terminal of 80 columns, without cutting words (skipped where script is missing)',
  () => {
    const command = `stty cols 80; '${process.execPath}' '${PROGRAM}' --help`
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], { cwd: ROOT, encoding: 'utf8' })
    const lines = stripVTControlCharacters(stdout).split(/\r?\n/)
    expect(lines.some(line => line.includes('walk-forward [options]'))).toBe(true)
    expect(lines.filter(line => line.length > 80)).toEqual([])
  },
)
