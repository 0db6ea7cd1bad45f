import { execSync } from 'node:child_process'
import { existsSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { join, sep } from 'node:path'

// Builds the package where npm installs or packs it. The first `npx oddsmith` in a clone comes here too: npm links the clone into its cache of
// commands and prepares it again. That call starts what is built, because a second build would take a minute without a word. A call that is
// interrupted while npm links leaves a link without a package.json behind, and every later call fails; so an install takes such a link away and
// makes a whole one, and no call has to link.

const ROOT = realpathSync(import.meta.dirname)
const { npm_command: command = '', npm_config_cache: cache, npm_config_global: isGlobal } = process.env
const commands = cache === undefined ? null : join(cache, '_npx')

const isBroken = entry => {
  const link = join(entry, 'node_modules/oddsmith')
  return existsSync(link) && realpathSync(link) === ROOT && !existsSync(join(entry, 'package.json'))
}

const removeBroken = () => {
  if (commands === null || !existsSync(commands)) return
  for (const name of readdirSync(commands)) {
    const entry = join(commands, name)
    if (isBroken(entry)) rmSync(entry, { recursive: true, force: true })
  }
}

/** A clone that npm made in its cache to pack it is gone soon, and a global install has a command of its own. */
const isClone = () =>
  /^(?:ci|install|link)/.test(command) &&
  isGlobal !== 'true' &&
  !(cache !== undefined && existsSync(cache) && ROOT.startsWith(realpathSync(cache) + sep))

const link = () => {
  try {
    execSync('npm exec --yes oddsmith -- --version', { cwd: ROOT, stdio: 'ignore' })
  } catch {
    process.stderr.write('"npx oddsmith" could not be tried; the install itself is done\n')
  }
}

if (command !== 'exec') {
  removeBroken()
  execSync('npm run build', { cwd: ROOT, stdio: 'inherit' })
  if (isClone()) link()
}
