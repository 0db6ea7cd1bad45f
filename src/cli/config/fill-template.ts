import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PACKAGE_ROOT } from './package-manifest.js'

/** The folder of this package with the files of a new project. */
const PROJECT_TEMPLATES = join(PACKAGE_ROOT, 'templates')

/** Writes a template file with words replaced. Throws if the target exists. */
export function fillTemplate(options: {
  /** Relative to the folder of templates. */
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
