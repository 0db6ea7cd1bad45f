import { expect, test } from 'vitest'
import { kalshiEvents } from '../kalshi-events.js'
import { sameResults } from './same-results.js'

const { files, isSkipped, why } = kalshiEvents

/** After a change that shall change results: ODDSMITH_ACCEPTANCE=1 and -u, see same-results.test.ts. */
test.skipIf(isSkipped)(
  `18 Kalshi markets come to the same fills, profit, samples, quotes and counts${why}`,
  { timeout: 240_000 },
  async () => expect(await sameResults(files)).toMatchSnapshot(),
)
