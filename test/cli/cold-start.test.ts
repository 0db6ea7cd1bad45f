import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const DIST = join(ROOT, 'dist')
const MAIN = join(DIST, 'src/cli/main.js')

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cold-start-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The modules of a bundle by their path in the repository, as its map has them. A bundle that only names others has none. */
function modulesIn(bundle: string): readonly string[] {
  if (!existsSync(`${bundle}.map`)) return []
  const { sources } = JSON.parse(readFileSync(`${bundle}.map`, 'utf8')) as { readonly sources: readonly string[] }
  return sources.map(source => relative(ROOT, resolve(bundle, '..', source)))
}

/** The modules that a command of the built program imports: its own by the path of their source, others by their package. */
function importedBy(...args: readonly string[]): readonly string[] {
  const list = join(folder, 'modules')
  const note = `import { appendFileSync } from 'node:fs'
    export const load = (url, context, next) => { appendFileSync(${JSON.stringify(list)}, url + '\\n'); return next(url, context) }`
  const hook = join(folder, 'hook.mjs')
  const hooks = `data:text/javascript,${encodeURIComponent(note)}`
  writeFileSync(hook, `import { register } from 'node:module'\nregister(${JSON.stringify(hooks)})\n`)
  writeFileSync(list, '')
  execFileSync(process.execPath, ['--import', hook, MAIN, ...args], { cwd: ROOT })
  const files = readFileSync(list, 'utf8').split('\n')
  const modules = files.flatMap(url => (url.startsWith(`${pathToFileURL(DIST).href}/`) ? modulesIn(fileURLToPath(url)) : url))
  return [...new Set(modules.map(nameOf))].filter(name => name !== '')
}

/** Of viem, the three files that read and write exact amounts are named apart: all of it would take longer than a short backtest. */
const nameOf = (module: string): string => {
  if (module.includes('/viem/_esm/utils/unit/')) return 'viem/utils/unit'
  const [, name] = /(?:^|\/)node_modules\/(?!.*\/node_modules\/)((?:@[^/]+\/)?[^/]+)/.exec(module) ?? []
  return name ?? (/^(?:src|backtest|strategies)\//.test(module) ? module : '')
}

const packagesIn = (modules: readonly string[]): readonly string[] =>
  modules.filter(name => !/^(?:src|backtest|strategies)\//.test(name)).toSorted()

test('a backtest of a raw recording imports what it uses and nothing else', () => {
  const modules = importedBy('backtest', 'config/backtest.yaml', '--out', join(folder, 'report'))
  expect(packagesIn(modules)).toEqual(['@duckdb/node-bindings', 'commander', 'viem/utils/unit', 'yaml', 'zod'])
  expect(modules.filter(name => FOR_OTHERS.test(name))).toEqual([])
})

test('a strategy of one’s own imports what compiles it, and rxjs only where it is made of streams', () => {
  const config = join(folder, 'mine.yaml')
  const packagesOf = (strategy: string): readonly string[] => {
    writeFileSync(join(folder, 'mine.ts'), strategy)
    writeFileSync(config, `recording: ${join(ROOT, 'data/sample/harbour.ndjson.gz')}\nstrategy: ./mine.ts\nmarkets: [1001]\n`)
    return packagesIn(importedBy('backtest', config, '--out', join(folder, 'report')))
  }
  const head = `name: 'mine', version: 1, watches: 'touch', parameters: z.strictObject({}),`
  const plain = `import { keep, z } from 'oddsmith'\nexport const strategy = { ${head} create: () => ({ decide: keep }) }\n`
  expect(packagesOf(plain)).toEqual(['@duckdb/node-bindings', 'commander', 'jiti', 'viem/utils/unit', 'yaml', 'zod'])
  const streams = `import { z } from 'oddsmith'\nimport { NEVER, reactive } from 'oddsmith/reactive'\nexport const strategy = reactive({ ${head} build: () => NEVER })\n`
  expect(packagesOf(streams)).toContain('rxjs')
})

/** What only a live run, the embedded exchange's server, an import, a search or threads need. */
const FOR_OTHERS =
  /^src\/(?:chain|journal\/(?!journal-error)|runtime\/(?!choose-markets|dark-text|plugin-frame)|exchange\/server\/(?!markets\/|prices\/)|venues\/predict\/(?!timings)|recording\/(?:columns\/parquet-(?:read|write)|read-threads|text\/csv|formats\/(?:kalshi|format-(?!input-log))))|^src\/cli\/(?:search\/(?:model-threads|run-trials)|trade\/)|^backtest\/calibrate/

test('help and version import no schema, no recording and no engine', () => {
  for (const flag of ['--version', '--help']) {
    const modules = importedBy(flag)
    expect(packagesIn(modules)).toEqual(['commander'])
    expect(
      modules.filter(
        name => name.startsWith('src/') && !/^src\/(?:cli\/|model\/reason-of|\w+\/(?:\w+\/)?[\w-]+-error)/.test(name),
      ),
    ).toEqual([])
  }
})

test('no module stands in two bundles, so that all who import it share its values', () => {
  const bundles = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.js'))
  const modules = bundles.flatMap(file => modulesIn(join(DIST, file)))
  expect(modules).toEqual(expect.arrayContaining(['src/model/money.ts', 'src/cli/main.ts', 'strategies/two-sided.ts']))
  expect(modules.filter((module, at) => modules.indexOf(module) !== at)).toEqual([])
})
