import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { OPERATIONS } from '../src/protocol/api/operations.js'
import { OAUTH_OPERATIONS } from '../src/protocol/api/operations-oauth.js'

const ROOT = resolve(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** The sources of the doors that a program imports. */
const doors = (): readonly string[] => {
  const { exports } = JSON.parse(read('package.json')) as {
    readonly exports: Readonly<Record<string, { readonly default?: string }>>
  }
  return Object.values(exports).flatMap(({ default: file }) =>
    file === undefined ? [] : file.replace('./dist/', '').replace(/\.js$/, '.ts'),
  )
}

test('the reference and the types are made for each door of the package', () => {
  const { entryPoints } = JSON.parse(read('typedoc.json')) as { readonly entryPoints: readonly string[] }
  const { files } = JSON.parse(read('tsconfig.build.json')) as { readonly files: readonly string[] }
  expect(doors().length).toBeGreaterThan(7)
  expect(entryPoints.toSorted()).toEqual(doors().toSorted())
  expect(files.toSorted()).toEqual(doors().toSorted())
})

test('each door says first what it is for', () => {
  for (const door of doors()) expect(read(door), door).toMatch(/^\/\*\*[^]{40,}?\*\/\n/)
})

test('an operation says in the editor what it says at the exchange’s page', () => {
  const sources = `${read('src/protocol/api/operations.ts')}${read('src/protocol/api/operations-oauth.ts')}`
  const all = { ...OPERATIONS, ...OAUTH_OPERATIONS }
  const said = Object.entries(all).filter(([name, { summary }]) => !sources.includes(`  /** ${summary}. */\n  ${name}: {`))
  expect(said.map(([name]) => name)).toEqual([])
})
