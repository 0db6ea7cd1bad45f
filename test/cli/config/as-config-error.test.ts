import { afterAll, beforeAll, expect, test } from 'vitest'
import { asConfigError } from '../../../src/cli/config/as-config-error.js'
import { type LoadedConfig, parseConfig } from '../../../src/cli/config/config.js'
import { type RunningExchange, startExchange } from '../../../src/exchange.js'
import { createSystemClock } from '../../../src/runtime/system-clock.js'
import { createPredictVenue, type PredictVenue } from '../../../src/venues/predict/predict-venue.js'

let exchange: RunningExchange
let venue: PredictVenue
beforeAll(async () => {
  exchange = await startExchange({ crowd: { kind: 'none' } })
  venue = createPredictVenue({ ...exchange, clock: createSystemClock() })
})
afterAll(async () => {
  venue.close()
  await exchange.close()
})

const naming = (id: string): Promise<LoadedConfig> =>
  parseConfig(
    'run.yaml',
    `venue: {name: predict, embedded: {}}\nstrategies:\n  - strategy: two-sided\n    markets: [1001, ${id}]\n`,
  )
const errorOf = (id: string): Promise<unknown> => venue.markets({ ids: ['1001', id] }).catch((thrown: unknown) => thrown)

test.each([
  ['a market that the venue does not have', '9999'],
  ['an id that no market can have', 'rain'],
])('what only the venue can prove wrong is told with file and line: %s', async (_, id) => {
  const told = asConfigError(await errorOf(id), await naming(id))
  expect(told).toMatchObject({ code: 2, message: `run.yaml:4: strategies.0.markets.1: the venue has no market ${id}` })
})

test('a market that the config does not name is no fault of the config', async () => {
  const error = await errorOf('9999')
  expect(asConfigError(error, await naming('9998'))).toBe(error)
})
