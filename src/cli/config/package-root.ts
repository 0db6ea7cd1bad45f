import { fileURLToPath } from 'node:url'

/** The folder of this package. This file is `src/cli/config/` as source and `dist/src/cli/config/` as a program. */
export const PACKAGE_ROOT = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../' : '../../../../', import.meta.url),
)
