import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './root.js'

/** Version 0.1.0. */
const OLD_COMMIT = '9e36f2bb0041e3ece170ef831d20e553fca1daad'
/** What a run of the old version reads. Its source is left out, because tests and linter do not look into caches. */
const KEPT = ['package.json', 'config', 'data', 'dist']

export interface OldVersionOptions {
  readonly commit: string
  /** Where the built tree is kept. */
  readonly folder: string
  readonly note: (text: string) => void
}

/** A built tree, or why there is none. */
export type OldVersion = { readonly kind: 'built'; readonly root: string } | { readonly kind: 'missing'; readonly why: string }

/** The build of version 0.1.0, made once and kept in `node_modules/.cache`. */
export const oldVersion = (note: (text: string) => void): OldVersion =>
  builtVersion({ commit: OLD_COMMIT, folder: join(ROOT, 'node_modules/.cache/oddsmith-v0.1.0'), note })

/** Builds a commit with its own tsconfig and this tree's packages, unless `folder` contains it already. */
export function builtVersion({ commit, folder, note }: OldVersionOptions): OldVersion {
  if (isWhole(folder, commit)) return { kind: 'built', root: folder }
  const at = mkdtempSync(join(tmpdir(), 'oddsmith-old-'))
  try {
    unpack(commit, at)
    note(`building ${commit.slice(0, 7)} …`)
    build(at)
    keep(at, folder, commit)
    return { kind: 'built', root: folder }
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n')
    return {
      kind: 'missing',
      why: `the rows beside v0.1.0 are left out, because commit ${commit.slice(0, 7)} cannot be built: ${reason}`,
    }
  } finally {
    rmSync(at, { recursive: true, force: true })
  }
}

/** The mark is written last, so an interrupted build has none. */
const isWhole = (folder: string, commit: string): boolean => existsSync(join(folder, `whole-${commit}`))

/** `git archive` registers no worktree, so nothing is left behind in the repository. */
function unpack(commit: string, at: string): void {
  const archive = execFileSync('git', ['archive', '--format=tar', commit], {
    cwd: ROOT,
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  execFileSync('tar', ['-x', '-C', at], { input: archive, stdio: ['pipe', 'ignore', 'pipe'] })
}

/** Outside of `node_modules`: inside it, the compiler does not find the package by its own name. */
function build(at: string): void {
  symlinkSync(join(ROOT, 'node_modules'), join(at, 'node_modules'), 'dir')
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: at, stdio: ['ignore', 'pipe', 'pipe'] })
  cpSync(join(at, 'backtest/report/page'), join(at, 'dist/backtest/report/page'), { recursive: true })
}

/** It needs no link to `node_modules`: Node finds this tree's packages above the cache. */
function keep(at: string, folder: string, commit: string): void {
  const half = `${folder}.${process.pid}`
  mkdirSync(half, { recursive: true })
  for (const name of KEPT) cpSync(join(at, name), join(half, name), { recursive: true })
  writeFileSync(join(half, `whole-${commit}`), '')
  rmSync(folder, { recursive: true, force: true })
  renameSync(half, folder)
}
