#!/usr/bin/env node
import { existsSync } from 'node:fs'

/** As `engines` of package.json says. */
const LEAST_NODE = [20, 19]

// The command of the package. It stands in the repository, beside what is built, because npm links a command once: where it did so before the
// first build, a link to a built file would lead nowhere for ever.

// While the program of an exchange loads there is nothing to close: asked to end, it is done. `askedToStop` takes over from here.
if (process.argv[2] === 'exchange') for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => process.exit(0))

const main = new URL('../dist/src/cli/main.js', import.meta.url)
const why = whyNot()
if (why === null) await import(main.href)
else {
  process.stderr.write(`oddsmith: ${why}\n`)
  process.exitCode = 1
}

/** Why it cannot start; null: it can. An older Node lacks functions that are called, and npm only warns of it. */
function whyNot() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [leastMajor, leastMinor] = LEAST_NODE
  if (major < leastMajor || (major === leastMajor && minor < leastMinor))
    return `it needs Node ${LEAST_NODE.join('.')} or newer, found Node ${process.versions.node}`
  return existsSync(main) ? null : 'it is not built yet; run "npm ci", or "npm run build" where its packages are installed'
}
