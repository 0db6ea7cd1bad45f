import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../../..')

/** A folder for projects that a test makes, with the commands of a user. */
export class OwnProject {
  /** Where projects are made; it is empty at first. */
  readonly home = mkdtempSync(join(tmpdir(), 'oddsmith-own-'))

  /** `oddsmith ...args` of this package as it is built, in a folder below `home`. */
  oddsmith(args: readonly string[], folder = '.', changes: NodeJS.ProcessEnv = {}): SpawnSyncReturns<string> {
    const environment = { ...process.env, NO_COLOR: '1', ...changes }
    const command = [join(ROOT, 'bin/oddsmith.js'), ...args]
    return spawnSync(process.execPath, command, { cwd: join(this.home, folder), env: environment, encoding: 'utf8' })
  }

  /** A command line of a shell, as a user types it. */
  shell(command: string, folder: string): SpawnSyncReturns<string> {
    // A test runner tells those below it that it is one.
    const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|npm_|NODE_ENV|TEST$|DEV$|PROD$|MODE$)/.test(name))
    const environment = { ...Object.fromEntries(own), NO_COLOR: '1', CI: '1' }
    return spawnSync(command, { cwd: join(this.home, folder), env: environment, encoding: 'utf8', shell: true })
  }

  /** In the place of `npm install`: the packages of this repository, and this package itself, by links. */
  link(folder: string): void {
    const modules = join(this.home, folder, 'node_modules')
    mkdirSync(join(modules, '.bin'), { recursive: true })
    const installed = join(ROOT, 'node_modules')
    for (const name of readdirSync(installed))
      if (!name.startsWith('.')) symlinkSync(join(installed, name), join(modules, name))
    for (const name of ['tsc', 'vitest']) symlinkSync(join(installed, '.bin', name), join(modules, '.bin', name))
    symlinkSync(ROOT, join(modules, 'oddsmith'))
    symlinkSync(join(ROOT, 'bin/oddsmith.js'), join(modules, '.bin/oddsmith'))
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true })
  }
}
