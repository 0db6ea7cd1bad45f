#!/usr/bin/env node
import { existsSync } from 'node:fs'

// The command of the package. It stands in the repository, beside what is built, because npm links a command once: where it did so before the
// first build, a link to a built file would lead nowhere for ever.

// While the program of an exchange loads there is nothing to close: asked to end, it is done. `askedToStop` takes over from here.
if (process.argv[2] === 'exchange') for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => process.exit(0))

const main = new URL('../dist/src/cli/main.js', import.meta.url)
if (existsSync(main)) await import(main.href)
else {
  process.stderr.write('oddsmith: it is not built yet; run "npm ci", or "npm run build" where its packages are installed\n')
  process.exitCode = 1
}
