import { existsSync, readdirSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import type { StrategyDefinition } from '../strategy/strategy.js'
import { ExitCode, ExitError, reasonOf } from './exit.js'
import { nearest } from './nearest.js'

type Definition = StrategyDefinition<z.ZodType>

/** This file runs as source under a test runner and as JavaScript everywhere else; strategies lie beside it the same way. */
const EXTENSION = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
const BUILT_IN = fileURLToPath(new URL('../../strategies/', import.meta.url))
const DOOR = fileURLToPath(new URL(`../index${EXTENSION}`, import.meta.url))

/** Names of the strategies that come with the package. */
export const builtInStrategies = (): readonly string[] =>
  readdirSync(BUILT_IN)
    .filter(file => file.endsWith(EXTENSION) && !file.endsWith('.d.ts'))
    .map(file => basename(file, EXTENSION))
    .toSorted()

/**
 * Loads a strategy by the name of a built-in one or by the path of a file, TypeScript as it is. In such a file the import `oddsmith` means
 * this very package, wherever the file lies. Throws an `ExitError` with code 2 that says what was expected.
 */
export async function loadStrategy(name: string, folder: string): Promise<Definition> {
  const isPath = /[/\\]|\.[cm]?[jt]s$/.test(name)
  const file = isPath ? resolve(folder, name) : resolve(BUILT_IN, name + EXTENSION)
  if (!existsSync(file)) throw isPath ? usage(`no strategy file at ${file}`) : unknownName(name)
  const exports = await load(file, isPath)
  if (isDefinition(exports.strategy)) return exports.strategy
  throw usage(`${file}: expected an export named "strategy" with name, version 1, parameters, watches and create`)
}

async function load(file: string, isPath: boolean): Promise<{ readonly strategy?: unknown }> {
  try {
    if (!isPath) return await import(file)
    const { createJiti } = await import('jiti')
    return await createJiti(import.meta.url, { alias: { oddsmith: DOOR }, moduleCache: false }).import(file)
  } catch (error) {
    throw usage(`the strategy ${file} cannot be loaded: ${reasonOf(error)}`)
  }
}

function isDefinition(value: unknown): value is Definition {
  if (typeof value !== 'object' || value === null) return false
  const { name, version, parameters, watches, create } = value as Partial<Definition>
  const hasSchema = typeof parameters === 'object' && typeof parameters.safeParse === 'function'
  const isAwake = watches === 'touch' || watches === 'depth'
  return typeof name === 'string' && version === 1 && hasSchema && isAwake && typeof create === 'function'
}

function unknownName(name: string): ExitError {
  const names = builtInStrategies()
  const meant = nearest(name, names)
  const hint = meant === null ? `built in are: ${names.join(', ')}` : `did you mean "${meant}"?`
  return usage(`there is no strategy "${name}"; ${hint} A path to a file is taken too.`)
}

const usage = (message: string): ExitError => new ExitError(ExitCode.USAGE, message)
