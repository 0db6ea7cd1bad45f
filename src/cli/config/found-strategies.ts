import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { builtInStrategies } from './load-strategy.js'

/** A strategy that a config in this folder can name. */
export interface FoundStrategy {
  readonly from: 'built in' | 'package' | 'file'
  /** Its name or path, relative to the searched folder. */
  readonly use: string
}

/** Names of packages that contain a strategy, with or without an owner. */
const PACKAGE = /^oddsmith-strategy-[a-z0-9._-]+$/

/** Strategies of this package, of installed packages that `folder` can reach, and of the files in its `strategies/`. */
export const foundStrategies = (folder: string): readonly FoundStrategy[] => [
  ...builtInStrategies().map(use => ({ from: 'built in', use }) as const),
  ...installed(folder).map(use => ({ from: 'package', use }) as const),
  ...files(folder).map(use => ({ from: 'file', use }) as const),
]

/** Searches each `node_modules` from the folder upwards, as Node does. */
function installed(folder: string): readonly string[] {
  const names = new Set<string>()
  for (let place = resolve(folder); ; place = dirname(place)) {
    const modules = join(place, 'node_modules')
    for (const name of namesIn(modules)) {
      if (PACKAGE.test(name)) names.add(name)
      if (name.startsWith('@'))
        for (const inner of namesIn(join(modules, name))) if (PACKAGE.test(inner)) names.add(`${name}/${inner}`)
    }
    if (place === dirname(place)) return [...names].toSorted()
  }
}

const namesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : [])

/** The files of this package's own `strategies/` are the built-in ones. */
function files(folder: string): readonly string[] {
  const builtIn = new Set(builtInStrategies())
  const isOurs = existsSync(join(folder, 'src/cli/main.ts'))
  return namesIn(join(folder, 'strategies'))
    .filter(name => /\.[cm]?[jt]s$/.test(name) && !/\.(test|spec|d)\.[cm]?ts$/.test(name))
    .filter(name => !isOurs || !builtIn.has(name.replace(/\.ts$/, '')))
    .toSorted()
    .map(name => `./strategies/${name}`)
}
