import { z } from 'zod'
import type { MarketLook } from '../../../engine/desk-look.js'
import type { ParametersChange } from '../../../model/batch.js'
import type { StrategyCopy } from '../../../operator/schemas-run.js'
import type { Stanza } from '../../config/load-stanzas.js'
import { flatten } from './changed-paths.js'
import { pathNames } from './path-names.js'

/** The strategies of a run by number, each with its present parameters. */
export interface StrategySettings {
  readonly stanzas: readonly Stanza[]
  readonly parameters: readonly ParametersChange[]
}

/** Creates the copies of a run's strategies: markets, parameters, and differing parameters of single markets. */
export function createStrategyCopier(
  settings: () => StrategySettings,
): (markets: readonly MarketLook[]) => readonly StrategyCopy[] {
  const { stanzas } = settings()
  const names = pathNames(stanzas)
  const schemas = stanzas.map(({ definition }) => schemaOf(definition.parameters))
  let of: StrategySettings | null = null
  let parameters: readonly Parameters[] = []
  return markets => {
    const now = settings()
    // The planner creates new settings only when a person changes one.
    if (now !== of) parameters = now.parameters.map(each => ({ all: plainRecord(each.parameters), own: ownOf(each) }))
    of = now
    return stanzas.map(({ definition }, place) => {
      const ids = markets.filter(({ stanza }) => stanza === place).map(({ market }) => market.id)
      const { all = {}, own = [] } = parameters[place] ?? {}
      return {
        ...{ name: definition.name, path: names[place] ?? String(place), place },
        ...{ parameters: all, schema: schemas[place] ?? {}, markets: ids },
        own: own.filter(({ market }) => ids.some(id => id === market)),
      }
    })
  }
}

interface Parameters {
  readonly all: StrategyCopy['parameters']
  readonly own: StrategyCopy['own']
}

/** Markets with their own parameters, each with those that differ from the strategy's. */
function ownOf({ parameters, markets }: ParametersChange): StrategyCopy['own'] {
  const general = flatten(plainRecord(parameters))
  return Object.entries(markets).flatMap(([market, whole]) => {
    const own = plainRecord(whole)
    const differs = [...flatten(own)].flatMap(([name, value]) =>
      JSON.stringify(value) === JSON.stringify(general.get(name)) ? [] : [{ name, value, general: general.get(name) ?? null }],
    )
    return differs.length === 0 ? [] : [{ market, parameters: own, differs }]
  })
}

const schemaOf = (schema: z.ZodType): StrategyCopy['schema'] => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })

/** Parameters as JSON; values that are not data are left out. */
const plainRecord = (value: unknown): StrategyCopy['parameters'] =>
  JSON.parse(
    JSON.stringify(value ?? {}, (_, each: unknown) => (typeof each === 'bigint' ? each.toString() : each)),
  ) as StrategyCopy['parameters']
