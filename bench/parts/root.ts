import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this package, both from its source and from its build. */
export const ROOT = packageFolder(dirname(fileURLToPath(import.meta.url)))

function packageFolder(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : packageFolder(dirname(folder))
}
