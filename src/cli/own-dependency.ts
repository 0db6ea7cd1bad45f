import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { ExitCode, ExitError, reasonOf } from './exit.js'
import { packageManifest } from './package-manifest.js'
import { PACKAGE_ROOT } from './package-root.js'

const VENDOR = 'vendor'

/**
 * How a new project depends on this package: by its version where a registry brought it here; else by a tarball that is packed into the project, as it is
 * built now, because no other computer could install a version. Rejects with an `ExitError` where npm cannot pack it.
 */
export async function ownDependency(project: string): Promise<string> {
  const { version } = packageManifest()
  if (isFromRegistry()) return `^${version}`
  mkdirSync(join(project, VENDOR), { recursive: true })
  return `file:${VENDOR}/${await pack(join(project, VENDOR))}`
}

/** A clone lies in no `node_modules`; what npm installed from a file or a folder it notes as such. */
function isFromRegistry(): boolean {
  const root = PACKAGE_ROOT.replace(/[/\\]$/, '')
  const { name } = packageManifest()
  if (!root.endsWith(`${sep}node_modules${sep}${name}`)) return false
  const notes = join(dirname(root), '.package-lock.json')
  if (!existsSync(notes)) return true
  const { packages = {} } = JSON.parse(readFileSync(notes, 'utf8')) as Notes
  return !(packages[`node_modules/${name}`]?.resolved ?? '').startsWith('file:')
}

interface Notes {
  readonly packages?: Readonly<Record<string, { readonly resolved?: string }>>
}

async function pack(folder: string): Promise<string> {
  try {
    // Its scripts would build it anew, which takes a minute.
    const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
    const { stdout } = await promisify(execFile)('npm', args, { cwd: PACKAGE_ROOT, shell: process.platform === 'win32' })
    return tarballIn(JSON.parse(stdout))
  } catch (error) {
    throw new ExitError(ExitCode.FAILED, `npm cannot pack ${PACKAGE_ROOT}: ${reasonOf(error)}`, error)
  }
}

/** npm tells a list, and from its version 12 on fields by package. */
function tarballIn(told: unknown): string {
  const [first] = Object.values(told as object) as { readonly filename: string }[]
  if (first === undefined) throw new Error('it named no file')
  return first.filename
}
