import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
/** Another Python than the one on the path, such as that of a virtual environment with the packages. */
const PYTHON = process.env['ODDSMITH_PYTHON'] ?? 'python3'
const READERS = ['polars', 'duckdb']

const run = (command: string, args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8' })
  return { status, stdout, stderr }
}

const missing = new Set(READERS.filter(name => run(PYTHON, ['-c', `import ${name}`]).status !== 0))
const sentence = (reader: string, name: string): string =>
  `leaves tables that ${reader} reads${missing.has(name) ? ` (left out: ${PYTHON} has no ${name})` : ''}`
const hasPython = run(PYTHON, ['--version']).status === 0

const out = mkdtempSync(join(tmpdir(), 'oddsmith-research-'))
afterAll(() => rmSync(out, { recursive: true, force: true }))

describe('the example of research', () => {
  let made = { status: null as number | null, stdout: '', stderr: '' }
  beforeAll(() => {
    made = run(process.execPath, [join(ROOT, 'node_modules/jiti/lib/jiti-cli.mjs'), 'examples/research.ts', out])
  }, 180_000)

  test('reads a recording, backtests it, searches it, and says what came of it', () => {
    expect(made.status, made.stderr).toBe(0)
    expect(made.stdout).toMatch(/pessimistic: \d+ fills, [\d.-]+ USDT/)
    expect(made.stdout).toContain('No verdict: 0 independent resolution events')
  })

  test('leaves tables for Python, whose script names what is not installed', ctx => {
    ctx.skip(!hasPython, `${PYTHON} does not start`)
    const read = run(PYTHON, ['examples/read_results.py', out])
    expect(read.status, read.stderr).toBe(0)
    for (const name of READERS)
      expect(read.stdout.includes(`${name} is not installed, its part is left out`)).toBe(missing.has(name))
  })

  test.skipIf(missing.has('polars'))(sentence('Polars', 'polars'), () => {
    const { fills } = JSON.parse(readFileSync(join(out, 'backtest/summary.json'), 'utf8'))
    const { stdout } = run(PYTHON, ['examples/read_results.py', out])
    expect(stdout).toMatch(new RegExp(`pessimistic +┆ ${fills.pessimistic} +┆`))
    expect(stdout).toMatch(new RegExp(`pessimistic +┆ two-sided +┆ ${fills.pessimistic} +┆`))
  })

  test.skipIf(missing.has('duckdb'))(sentence('DuckDB', 'duckdb'), () => {
    const { table } = JSON.parse(readFileSync(join(out, 'sweep/sweep.json'), 'utf8'))
    const { parameters, fills } = table[0]
    const { stdout } = run(PYTHON, ['examples/read_results.py', out])
    const row = `^1 ${parameters.halfSpreadTicks} ${parameters.leanTicks}\\.0 [\\d.-]+ ${fills}$`
    expect(stdout).toMatch(new RegExp(row, 'm'))
    expect(stdout).toMatch(/^two-sided \S+ bid [\d.]+$/m)
  })
})
