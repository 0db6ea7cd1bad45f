import { readFileSync } from 'node:fs'

/** This file is `src/cli/config/` as source and `dist/src/cli/config/` as a program. */
const PACKAGE = new URL(import.meta.url.endsWith('.ts') ? '../../../package.json' : '../../../../package.json', import.meta.url)

/** The version of this package. */
export function packageVersion(): string {
  const found: unknown = JSON.parse(readFileSync(PACKAGE, 'utf8'))
  return typeof found === 'object' && found !== null && 'version' in found ? String(found.version) : 'unknown'
}
