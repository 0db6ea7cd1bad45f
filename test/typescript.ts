import { createRequire } from 'node:module'
import type ts from 'typescript'

/** The compiler, for tests. Asked for by `require`: before an `import` Node reads its nine megabytes twice more, to find the names in them. */
export default createRequire(import.meta.url)('typescript') as typeof ts
