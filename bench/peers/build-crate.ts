import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** Where peers are built and installed, outside of the tree. */
export const CACHE = join(ROOT, 'node_modules/.cache/peers')

export const say = (text: string): void => void process.stderr.write(`peers: ${text}\n`)

/** Builds the programs of `bench/peers/rust` and returns their folder; null, after a note, if that is not possible. */
export function buildCrate(): string | null {
  if (!isThere('cargo')) return none('cargo is not on this machine: the Rust crate is left out')
  const folder = join(CACHE, 'rust')
  cpSync(join(ROOT, 'bench/peers/rust'), folder, { recursive: true })
  say('building the Rust crate …')
  try {
    execFileSync('cargo', ['build', '--release', '--quiet'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  } catch {
    return none('the Rust crate could not be built: it is left out')
  }
  return join(folder, 'target/release')
}

/** Reports why something is left out. */
export function none(why: string): null {
  say(why)
  return null
}

/** Whether a program is on this machine. */
export function isThere(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
