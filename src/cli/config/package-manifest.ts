import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_ROOT } from './package-root.js'

/** What a new project takes over of this package's manifest. */
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
