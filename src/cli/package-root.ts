import { fileURLToPath } from 'node:url'

/** The folder of this package. This file is `src/cli/` as source and `dist/src/cli/` as a program. */
export const PACKAGE_ROOT = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../../' : '../../../', import.meta.url))
