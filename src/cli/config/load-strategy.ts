import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import type { StrategyDefinition } from '../../strategy/strategy.js'
import {
  A_SCHEMA,
  A_TEXT,
  aFunction,
  EXTENSION,
  expectDefinition,
  loadPlugin,
  type PluginKind,
  pluginPlace,
} from './load-plugin.js'

type Definition = StrategyDefinition<z.ZodType>

/** Strategies lie beside this package's code, as source under a test runner and as JavaScript everywhere else. */
const FOLDER = fileURLToPath(new URL('../../../strategies/', import.meta.url))
const fileOf = (name: string): string => join(FOLDER, name + EXTENSION)

/** Names of the strategies that come with the package. */
export const builtInStrategies = (): readonly string[] =>
  readdirSync(FOLDER)
    .filter(file => file.endsWith(EXTENSION) && !file.endsWith('.d.ts'))
    .map(file => basename(file, EXTENSION))
    .toSorted()

/** rxjs is in that door as well: a second copy would run by timers of its own. */
const reactiveDoor = (): Promise<object> => import('../../reactive.js')

const STRATEGY: PluginKind<Definition> = {
  noun: 'strategy',
  exportName: 'strategy',
  builtIn: { names: builtInStrategies, fileOf, load: name => import(fileOf(name)) },
  interfaceVersion: 1,
  expected: {
    name: A_TEXT,
    parameters: A_SCHEMA,
    watches: { words: '"touch" or "depth"', isRight: value => value === 'touch' || value === 'depth' },
    create: aFunction('returns { decide }'),
    references: {
      words: 'a list of names, a function that gives one, or nothing',
      isRight: value => value === undefined || typeof value === 'function' || Array.isArray(value),
    },
  },
  doors: { 'oddsmith/reactive': reactiveDoor, rxjs: reactiveDoor, 'rxjs/operators': reactiveDoor },
}

/** Loads a strategy by name, path or package, seen from `folder`. Rejects with an `ExitError` of code 2. */
export const loadStrategy = (name: string, folder: string): Promise<StrategyDefinition<z.ZodType>> =>
  loadPlugin(STRATEGY, name, folder)

/** A strategy that code handed in, checked as a loaded one is. Throws an `ExitError` of code 2. */
export const checkedStrategy = (strategy: unknown, where: string): Definition =>
  expectDefinition(STRATEGY, where, { [STRATEGY.exportName]: strategy })

/** Where the code of a strategy lies: a file, or the folder of a package. As stacks show it. */
export const strategyPlace = (name: string, folder: string): Promise<string> => pluginPlace(STRATEGY, name, folder)
