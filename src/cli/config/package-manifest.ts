import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this package. This file is in `src/cli/config/` as source and in `dist/src/cli/config/` when built. */
export const PACKAGE_ROOT = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../' : '../../../../', import.meta.url),
)

/** The fields of this package's manifest that a new project uses. */
export interface PackageManifest {
  readonly name: string
  readonly version: string
  readonly engines: Readonly<Record<string, string>>
  readonly allowScripts: Readonly<Record<string, boolean>>
  readonly devDependencies: Readonly<Record<string, string>>
}

/** The manifest of this package. */
export const packageManifest = (): PackageManifest =>
  JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as PackageManifest

/** The version of this package. */
export const packageVersion = (): string => packageManifest().version
