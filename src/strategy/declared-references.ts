import type { z } from 'zod'
import { frozenCopy } from '../model/frozen-copy.js'
import type { Market } from '../model/market.js'
import type { StrategyDefinition } from './strategy.js'

type Declaring = Pick<StrategyDefinition<z.ZodType>, 'name' | 'references'>

/** The names of the references that a strategy reads in a market. Throws a TypeError if it returns anything but names. */
export function declaredReferences({ name, references }: Declaring, parameters: unknown, market: Market): readonly string[] {
  const names: unknown =
    typeof references === 'function' ? references(frozenCopy(parameters), frozenCopy(market)) : (references ?? [])
  if (!Array.isArray(names) || !names.every(each => typeof each === 'string' && each !== ''))
    throw new TypeError(`expected "references" of "${name}" to be a list of names, or a function that gives one`)
  return names
}
