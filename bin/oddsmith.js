#!/usr/bin/env node
import { existsSync } from 'node:fs'

// The command of the package. It stands in the repository, beside what is built, because npm links a command once: where it did so before the
// first build, a link to a built file would lead nowhere for ever.

const main = new URL('../dist/src/cli/main.js', import.meta.url)
if (existsSync(main)) await import(main.href)
else {
  process.stderr.write('oddsmith: it is not built yet; run "npm ci", or "npm run build" where its packages are installed\n')
  process.exitCode = 1
}
