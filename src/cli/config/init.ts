import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { usageError } from './exit.js'
import { fillTemplate } from './fill-template.js'
import { intoFolder } from './into-folder.js'
import { ownDependency } from './own-dependency.js'
import { PACKAGE_ROOT, type PackageManifest, packageManifest } from './package-manifest.js'

/** Options beside the folder. */
export interface InitFlags {
  readonly json?: boolean
}

/** Target of each template. */
const FILES: Readonly<Record<string, string>> = {
  'project/config/bot.yaml': 'config/bot.yaml',
  'project/README.md': 'README.md',
  'project/ci.yml': '.github/workflows/test.yml',
  'project/gitignore': '.gitignore',
  'project/tsconfig.json': 'tsconfig.json',
  'strategies/my-maker.ts': 'strategies/my-maker.ts',
  'test/my-maker.test.ts': 'test/my-maker.test.ts',
}
const SAMPLE = 'data/harbour.ndjson.gz'

/**
 * Creates a project with a strategy, its test, a config, a recording and a CI workflow, and answers with what to print. Rejects with an `ExitError` of
 * code 2 if the folder is not empty or its name cannot become a package name.
 */
export async function writeProject(folder: string, flags: InitFlags): Promise<string> {
  const root = resolve(folder)
  const name = packageName(root)
  expectEmpty(root)
  const dependency = await dependencyOf(root)
  for (const [from, to] of Object.entries(FILES)) fillTemplate({ from, to: join(root, to), words: { 'my-bot': name } })
  mkdirSync(join(root, 'data'))
  cpSync(join(PACKAGE_ROOT, 'data/sample/harbour.ndjson.gz'), join(root, SAMPLE))
  const manifest = manifestOf(name, dependency, packageManifest())
  writeFileSync(join(root, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const files = ['package.json', ...Object.values(FILES), SAMPLE]
  return flags.json === true ? `${JSON.stringify({ name, folder: root, dependency, files })}\n` : textOf(root, dependency)
}

/** Removes everything it made if it fails, so that it can be run again. */
async function dependencyOf(root: string): Promise<string> {
  const isNew = !existsSync(root)
  await intoFolder(root, () => mkdirSync(root, { recursive: true }))
  try {
    return await ownDependency(root)
  } catch (error) {
    rmSync(isNew ? root : join(root, 'vendor'), { recursive: true, force: true })
    throw error
  }
}

/** The package name made from the folder's name. */
function packageName(root: string): string {
  const name = basename(root)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  if (/^[a-z]/.test(name) && name !== 'oddsmith') return name
  throw usageError(
    `the folder names the project: expected a name that begins with a letter and is not "oddsmith", found "${basename(root)}"`,
  )
}

/** A folder with only a fresh git repository counts as empty. */
function expectEmpty(root: string): void {
  if (!existsSync(root)) return
  if (!statSync(root).isDirectory()) throw usageError(`${root} is a file; name a folder that is new or empty`)
  const first = readdirSync(root).find(entry => entry !== '.git')
  if (first !== undefined) throw usageError(`${root} is not empty: it has ${first}; name a folder that is new or empty`)
}

/** The project gets the versions of test runner and compiler that this package is tested with. */
const manifestOf = (name: string, dependency: string, { engines, allowScripts, devDependencies }: PackageManifest): object => ({
  name,
  private: true,
  type: 'module',
  engines,
  scripts: {
    test: 'tsc && vitest run',
    backtest: 'oddsmith backtest config/bot.yaml',
    start: 'oddsmith run config/bot.yaml',
  },
  // Entries with false are for tools of this repository only.
  allowScripts: Object.fromEntries(Object.entries(allowScripts).filter(([, isAllowed]) => isAllowed)),
  dependencies: { oddsmith: dependency },
  devDependencies: { typescript: devDependencies['typescript'], vitest: devDependencies['vitest'] },
})

function textOf(root: string, dependency: string): string {
  const place = relative('.', root)
  const packed = dependency.startsWith('file:') ? dependency.slice('file:'.length) : null
  return `made a project in ${root}; it depends on oddsmith ${packed === null ? dependency : `as packed into ${packed}`}

next:
${place === '' ? '' : `  cd ${/^[\w./-]+$/.test(place) ? place : quoted(place)}\n`}  npm install
  npm test
  npx oddsmith backtest config/bot.yaml        over the recording in data/
  npx oddsmith run config/bot.yaml --for 30s   on paper
  npx oddsmith strategies                      which strategies there are, with their parameters

README.md says what each file is.
`
}

/** For a shell: a name with a space is two words. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
