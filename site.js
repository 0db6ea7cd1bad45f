import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createJiti } from 'jiti'
import { Application, Converter } from 'typedoc'
import { z } from 'zod'

// Makes the site of the documentation in build/site: the pages of docs/, every command and every field of a config as the code has them, and the reference
// of the doors. Any server of files can publish it. `npm run build` comes first, since the commands are asked for their help.

const ROOT = import.meta.dirname
const MADE = join(ROOT, 'build/pages')

/** Sections of the site, and their pages in the order in which one reads them. */
const SECTIONS = {
  Run: ['running', 'coming-from', 'orders-and-risk', 'door', 'alerts', 'metrics', 'going-live', 'operating', 'failure-modes'],
  Study: ['backtest', 'data', 'calibrate', 'research', 'strategies'],
  Extend: ['writing-a-strategy', 'writing-a-venue', 'writing-a-feed', 'commands', 'drivers'],
  'The exchange': ['exchange', 'signing'],
  'The code': ['architecture', 'simulation'],
}

const help = (...words) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/oddsmith.js', ...words, '--help'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`oddsmith ${words.join(' ')} --help ended with code ${status}: ${stderr}`)
  return stdout
}

const commandsIn = text =>
  [...(/^Commands:\n(.*?)(^$|$(?![^]))/ms.exec(text)?.[1] ?? '').matchAll(/^ {2}([a-z][a-z-]+)/gm)]
    .map(found => found[1])
    .filter(name => name !== 'help')

/** Every command with its own help, the inner ones of `journal` and `keys` too. */
function commandsPage() {
  const parts = [
    '# Every command',
    'Each as it explains itself; exit codes and what the commands are for stand in [running](../../docs/running.md#commands).',
  ]
  const tell = words => {
    const text = help(...words)
    if (words.length > 0) parts.push(`## oddsmith ${words.join(' ')}`, `\`\`\`text\n${text.trim()}\n\`\`\``)
    for (const name of commandsIn(text)) tell([...words, name])
  }
  tell([])
  return parts.join('\n\n')
}

const cell = text => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ')

function typeOf(node) {
  if (node.const !== undefined) return JSON.stringify(node.const)
  if (node.enum !== undefined) return node.enum.map(value => JSON.stringify(value)).join(' or ')
  const either = node.anyOf ?? node.oneOf
  if (either !== undefined) return [...new Set(either.map(typeOf))].join(' or ')
  if (node.type === 'array') return `list of ${typeOf(node.items ?? {})}`
  return node.type === 'object' ? 'map' : (node.type ?? 'anything')
}

const limitsOf = ({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }) =>
  [
    minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? null : `from ${minimum}`,
    exclusiveMinimum === undefined ? null : `more than ${exclusiveMinimum}`,
    maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? null : `to ${maximum}`,
    exclusiveMaximum === undefined ? null : `less than ${exclusiveMaximum}`,
  ]
    .filter(text => text !== null)
    .join(' ')

/** A row for each field, those of inner maps behind it. */
function rowsOf(node, path = '') {
  const required = new Set(node.required ?? [])
  const own = Object.entries(node.properties ?? {}).flatMap(([name, inner]) => {
    const at = path === '' ? name : `${path}.${name}`
    const usual = inner.default === undefined ? (required.has(name) ? 'needed' : '') : `\`${JSON.stringify(inner.default)}\``
    const row = `| \`${at}\` | ${cell(typeOf(inner))} | ${limitsOf(inner)} | ${cell(usual.length > 60 ? '' : usual)} |`
    return [row, ...rowsOf(inner, at)]
  })
  const inner = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.items === undefined ? [] : [node.items])]
  const open = typeof node.additionalProperties === 'object' ? rowsOf(node.additionalProperties, `${path}.NAME`) : []
  return [...new Set([...own, ...inner.flatMap(each => rowsOf(each, path)), ...open])]
}

/** Every field of a config of a run, with the fields of the venue that comes with the package. */
async function configPage() {
  const jiti = createJiti(import.meta.url)
  const { configSchema } = await jiti.import(join(ROOT, 'src/cli/config/config-schema.ts'))
  const { venue } = await jiti.import(join(ROOT, 'src/venues/predict/definition.ts'))
  const table = (schema, path) => [
    '| field | is | range | default |\n| --- | --- | --- | --- |',
    ...rowsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), path),
  ]
  return [
    '# Every field of a config',
    'As the schema has them. [Running](../../docs/running.md#config) says what each is for; fields of a list have the name of the list in front of them.',
    `## Of a run\n\n${table(configSchema, '').join('\n')}`,
    `## Of the venue predict\n\n${table(venue.config, 'venue').join('\n')}`,
  ].join('\n\n')
}

const GROUPS = new Map(Object.entries(SECTIONS).flatMap(([group, names]) => names.map(name => [name, group])))

/** Pages are called by their first heading, and stand in the section that this file gives them. */
function arrange(app) {
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => {
    const file = basename(document.name, '.md')
    const text = document.content.map(part => part.text).join('')
    document.frontmatter['group'] ??= GROUPS.get(file) ?? 'The code'
    document.name = /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? document.name
  })
}

/** A wide table scrolls by itself, and a page whose text begins with its heading has that one alone. */
const STYLE = `
.tsd-typography table { display: block; overflow-x: auto; font-size: 0.875rem; }
.tsd-page-title:has(+ .tsd-panel > h1:first-child) { display: none; }
`

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M2 11h4V5h4v6h4" fill="none" stroke="#1a73c7" stroke-width="2"/></svg>`

mkdirSync(MADE, { recursive: true })
writeFileSync(join(MADE, 'icon.svg'), ICON)
writeFileSync(join(MADE, 'site.css'), STYLE)
writeFileSync(join(MADE, 'every-command.md'), withGroup(commandsPage(), 'Run'))
writeFileSync(join(MADE, 'every-field.md'), withGroup(await configPage(), 'Run'))

/** The front matter that TypeDoc sorts pages by. */
function withGroup(text, group) {
  return `---\ngroup: ${group}\n---\n\n${text}\n`
}

const app = await Application.bootstrap({
  options: join(ROOT, 'typedoc.json'),
  plugin: [],
  name: 'oddsmith',
  readme: join(ROOT, 'README.md'),
  projectDocuments: [
    ...[...GROUPS.keys()].map(name => join(ROOT, `docs/${name}.md`)),
    join(MADE, 'every-command.md'),
    join(MADE, 'every-field.md'),
    join(ROOT, 'CONTRIBUTING.md'),
    join(ROOT, 'SECURITY.md'),
    join(ROOT, 'CHANGELOG.md'),
  ],
  searchInDocuments: true,
  searchInComments: false,
  groupOrder: [...Object.keys(SECTIONS), '*'],
  navigation: { includeGroups: true },
  highlightLanguages: [
    'typescript',
    'javascript',
    'json',
    'yaml',
    'shell',
    'bash',
    'python',
    'sql',
    'toml',
    'docker',
    'text',
    'console',
  ],
  sortEntryPoints: false,
  hideGenerator: true,
  customCss: join(MADE, 'site.css'),
  favicon: join(MADE, 'icon.svg'),
})
arrange(app)
const project = await app.convert()
if (project === undefined) process.exit(1)
await app.generateDocs(project, join(ROOT, 'build/site'))
process.exitCode = app.logger.hasErrors() || app.logger.hasWarnings() ? 1 : 0
