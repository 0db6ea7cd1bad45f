import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { configSchema } from '../../src/cli/config/config-schema.js'
import { venue as predict } from '../../src/venues/predict/definition.js'

interface Node {
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
}

/** Every field of a config, including those inside lists and objects. */
const fieldsOf = ({ properties = {}, items }: Node): readonly string[] => [
  ...Object.entries(properties).flatMap(([name, inner]) => [name, ...fieldsOf(inner)]),
  ...(items === undefined ? [] : fieldsOf(items)),
]

/** The guide, and the page that it sends its readers to for alerts. */
const PAGES = ['running.md', 'alerts.md']

test('the guide to running names every field of a config', () => {
  const guide = PAGES.map(page => readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8')).join('\n')
  const schemas = [configSchema, predict.config]
  const fields = schemas.flatMap(schema => fieldsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node))
  expect(fields.length).toBeGreaterThan(40)
  expect(fields.filter(field => !new RegExp(`\\b${field}\\b`).test(guide))).toEqual([])
})

test('the guide to running has every command of the program', () => {
  const guide = readFileSync(new URL('../../docs/running.md', import.meta.url), 'utf8')
  const [, table = ''] = /^## Commands\n(.*?)^## /ms.exec(guide) ?? []
  const help = execFileSync(process.execPath, ['bin/oddsmith.js', '--help'], { encoding: 'utf8' })
  const [, list = ''] = /^Commands:\n(.*?)^$/ms.exec(help) ?? []
  const names = [...list.matchAll(/^ {2}([a-z][a-z-]+)/gm)].map(found => found[1] ?? '').filter(name => name !== 'help')
  expect(names.length).toBeGreaterThan(25)
  expect(names.filter(name => !new RegExp(`\`(?:oddsmith )?${name}\\b`).test(table))).toEqual([])
})

/** The sections with a table of fields and their defaults, each with the field that the rows are in. */
const SECTIONS = { requote: 'requote.', limits: 'limits.', feed: 'feed.', 'The rest': '' }

test('the guide to running has the defaults that there are', () => {
  const guide = readFileSync(new URL('../../docs/running.md', import.meta.url), 'utf8')
  const config: unknown = configSchema.parse({ venue: { name: 'predict' }, strategies: [{ strategy: 'two-sided' }] })
  const valueOf = (path: string): unknown =>
    path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], config)
  const rows = Object.entries(SECTIONS).flatMap(([title, within]) => {
    const [, section = ''] = new RegExp(`^### ${title}\n(.*?)^##`, 'ms').exec(`${guide}\n##`) ?? []
    return [...section.matchAll(/^\| `([\w.]+)` \| ([^|]+) \|/gm)].map(([, name = '', told = '']) => ({
      path: within + name,
      told,
    }))
  })
  const numbers = rows.filter(({ told }) => /^\d+$/.test(told))
  expect(numbers.length).toBeGreaterThan(25)
  expect(numbers.map(({ path }) => [path, valueOf(path)])).toEqual(numbers.map(({ path, told }) => [path, Number(told)]))
  const none = rows.filter(({ told }) => told === 'none').filter(({ path }) => !isNone(valueOf(path)))
  expect(none).toEqual([])
})

const isNone = (value: unknown): boolean => value == null || (typeof value === 'object' && Object.keys(value).length === 0)
