import { resolve } from 'node:path'
import { drawMarket, strategyContract } from 'oddsmith/testing'
import { describe, test } from 'vitest'
import { builtInStrategies, loadStrategy } from '../../src/cli/config/load-strategy.js'
import { declaredReferences } from '../../src/strategy/declared-references.js'

const definitions = await Promise.all(builtInStrategies().map(name => loadStrategy(name, '.')))

describe.each(definitions.map(strategy => [strategy.name, strategy] as const))(
  '%s keeps the contract of strategies: it',
  (name, strategy) => {
    const declared = declaredReferences(strategy, strategy.parameters.parse({}), drawMarket())
    const references = Object.fromEntries(declared.map(reference => [reference, 60_000]))
    for (const { name: promise, run } of strategyContract({ strategy, references, file: resolve('strategies', `${name}.ts`) }))
      test(promise, run)
  },
)
