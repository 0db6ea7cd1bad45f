import { createHash, type Hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isPath } from '../config/load-plugin.js'

/** Trials always run from the build, even if the caller runs from source. */
const BUILT = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../../../dist/' : '../../../', import.meta.url))
const ROOMS = ['src', 'backtest', 'strategies']

/**
 * A hash of the code that decides a result: this package's build, the strategy's file with what it imports by path, and the major version of Node.
 */
export function codeHash(strategy: string, folder: string): string {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0] ?? '')
  for (const room of ROOMS) addFiles(hash, BUILT, builtFiles(join(BUILT, room)))
  if (isPath(strategy)) addFiles(hash, folder, withImports(resolve(folder, strategy)))
  else for (const root of packageFolders(strategy, folder)) addFiles(hash, root, codeUnder(root))
  return hash.digest('hex')
}

function builtFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) throw new Error(`${folder} is missing: the package is not built; npm run build makes it`)
  return codeUnder(folder)
}

const codeUnder = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && CODE.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => !relative(folder, file).includes('node_modules'))
    .toSorted()

const CODE = /(?<!\.d)\.[cm]?[jt]s$|\.json$/

/** The folder where a package of this name is installed, as seen from a folder; none: the strategy is built in. */
function packageFolders(name: string, folder: string): readonly string[] {
  for (let place = resolve(folder); ; place = dirname(place)) {
    const found = join(place, 'node_modules', name)
    if (existsSync(found)) return [found]
    if (place === dirname(place)) return []
  }
}

/** File names are hashed too, so that exchanging two files is noticed. */
function addFiles(hash: Hash, root: string, files: readonly string[]): void {
  for (const file of files)
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
}

const BY_PATH = /(?:from|import|require)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g
const ENDINGS = ['', '.ts', '.js', '.mts', '.mjs', '/index.ts', '/index.js']

/** A file and all files that it imports by path, in the order of discovery. */
function withImports(entry: string): readonly string[] {
  const found = new Set([entry])
  for (const file of found)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(BY_PATH)) {
      const target = fileAt(resolve(dirname(file), path))
      if (target !== null) found.add(target)
    }
  return [...found]
}

/** TypeScript imports name a `.ts` file with the ending `.js`. */
function fileAt(path: string): string | null {
  const bare = path.replace(/\.(m?)js$/, '')
  const places = [path, ...ENDINGS.map(ending => bare + ending)]
  return places.find(place => CODE.test(place) && existsSync(place)) ?? null
}
