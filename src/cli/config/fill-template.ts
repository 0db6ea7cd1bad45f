import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PACKAGE_ROOT } from './package-manifest.js'

/** Where what a new project begins with lies in this package. */
export const PROJECT_TEMPLATES = join(PACKAGE_ROOT, 'templates')

/** Writes a file of the templates, with words replaced. Throws where the file is there already. */
export function fillTemplate(options: {
  /** Below the folder of templates. */
  readonly from: string
  readonly to: string
  readonly words: Readonly<Record<string, string>>
}): void {
  const { from, to, words } = options
  let text = readFileSync(join(PROJECT_TEMPLATES, from), 'utf8')
  for (const [word, value] of Object.entries(words)) text = text.replaceAll(word, value)
  mkdirSync(dirname(to), { recursive: true })
  writeFileSync(to, text, { flag: 'wx' })
}
