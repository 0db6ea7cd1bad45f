import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Addition } from './addition.js'
import { edited } from './edited.js'

/** What a copy does without: what is made, and what runs leave behind. */
const NOT_COPIED = new Set(['.git', 'node_modules', 'dist', 'build', 'runs', 'state'])

/** Copies the project from `root` to the empty folder `copy`, and makes all additions there. Throws an Error where an edit has lost its place. */
export function addToCopy(root: string, copy: string, additions: readonly Addition[]): void {
  for (const name of readdirSync(root).filter(each => !NOT_COPIED.has(each)))
    cpSync(join(root, name), join(copy, name), { recursive: true })
  linkPackages(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const { folder, files, edits } of additions) {
    if (folder !== undefined) cpSync(join(copy, folder.from), join(copy, folder.to), { recursive: true, errorOnExist: true })
    for (const [path, text] of Object.entries(files)) create(join(copy, path), text)
    for (const edit of edits) {
      const path = join(copy, edit.file)
      writeFileSync(path, edited(readFileSync(path, 'utf8'), edit))
    }
  }
}

/** A folder of links and no link to the folder: what a build leaves in `node_modules/.cache` then stays in the copy. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to)
  for (const name of readdirSync(from).filter(each => each !== '.cache' && each !== '.vite'))
    symlinkSync(join(from, name), join(to, name))
}

function create(path: string, text: string): void {
  if (existsSync(path)) throw new Error(`expected no file at ${path} before it is added`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
