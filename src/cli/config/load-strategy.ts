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

/** Built-in strategies are beside this package's code: source in tests and JavaScript otherwise. */
const FOLDER = fileURLToPath(new URL('../../../strategies/', import.meta.url))
const fileOf = (name: string): string => join(FOLDER, name + EXTENSION)

/** Names of this package's strategies. */
export const builtInStrategies = (): readonly string[] =>
  readdirSync(FOLDER)
    .filter(file => file.endsWith(EXTENSION) && !file.endsWith('.d.ts'))
    .map(file => basename(file, EXTENSION))
    .toSorted()

/** The door also provides rxjs: a second copy of it would use its own timers. */
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
    watchesGroup: { words: 'true, false or nothing', isRight: value => value === undefined || typeof value === 'boolean' },
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

/** Checks a strategy that code passed in, like a loaded one. Throws an `ExitError` of code 2. */
export const checkedStrategy = (strategy: unknown, where: string): Definition =>
  expectDefinition(STRATEGY, where, { [STRATEGY.exportName]: strategy })

/** Whether the code at a location is a strategy of this package. */
export const isBuiltInPlace = (place: string): boolean => place.startsWith(FOLDER)

/** The location of a strategy's code as stacks show it: a file, or the folder of a package. */
export const strategyPlace = (name: string, folder: string): Promise<string> => pluginPlace(STRATEGY, name, folder)
