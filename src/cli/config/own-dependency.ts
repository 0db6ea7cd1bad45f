import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { reasonOf } from '../../model/reason-of.js'
import { ExitCode, ExitError } from './exit.js'
import { PACKAGE_ROOT, packageManifest } from './package-manifest.js'

const VENDOR = 'vendor'

/**
 * How a new project depends on this package: by its version if it was installed from a registry; otherwise by a tarball of the current build that is
 * packed into the project, because another computer could not install that version. Rejects with an `ExitError` if npm cannot pack it.
 */
export async function ownDependency(project: string): Promise<string> {
  const { version } = packageManifest()
  if (isFromRegistry()) return `^${version}`
  mkdirSync(join(project, VENDOR), { recursive: true })
  return `file:${VENDOR}/${await pack(join(project, VENDOR))}`
}

/** A clone is not in a `node_modules`; npm records packages that it installed from a file or a folder. */
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

/** Returns the name of the tarball. */
async function pack(folder: string): Promise<string> {
  try {
    // Its scripts would build the package again, which takes a minute.
    const args = ['pack', '--ignore-scripts', '--pack-destination', folder]
    await promisify(execFile)('npm', args, { cwd: PACKAGE_ROOT, shell: process.platform === 'win32' })
  } catch (error) {
    throw new ExitError(ExitCode.FAILED, `npm cannot pack ${PACKAGE_ROOT}: ${reasonOf(error)}`, error)
  }
  const tarball = readdirSync(folder).find(name => name.endsWith('.tgz'))
  if (tarball === undefined) throw new ExitError(ExitCode.FAILED, `npm packed ${PACKAGE_ROOT} and left no tarball in ${folder}`)
  return tarball
}
