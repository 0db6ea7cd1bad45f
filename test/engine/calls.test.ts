import { describe, expect, it } from 'vitest'
import { configSchema } from '../../src/cli/config/config-schema.js'
import { PREDICT_LIMITS } from '../../src/model/call-limit.js'
import { pull } from '../../src/model/quote.js'
import { DeskBench, level, market, picture, settings, usdt } from './desk-bench.js'
import { ModelVenue } from './model-venue.js'
import { randomOf } from './random-session.js'

const MARKETS = 20
const STEP_MS = 25

/** What a run has by default. */
const defaults = configSchema.parse({ venue: { name: 'predict', embedded: {} }, strategies: [{ strategy: 'test' }] })

const busyVenue = (seed: number): { venue: ModelVenue; bench: DeskBench } => {
  const bench = new DeskBench({
    decide: ({ book }) => {
      if (book.state !== 'live' || book.touch === null) return pull('dark')
      const { bid, ask } = book.touch
      return book.quote({ bid: level(bid / 10_000, 20), ask: level(ask / 10_000, 20) })
    },
    markets: Array.from({ length: MARKETS }, (_, index) => market(index)),
    settings: settings({
      requote: { ...defaults.requote, orderLifeSeconds: 80 },
      desk: { budget: { ...defaults.budget, windows: PREDICT_LIMITS }, ownInBook: false },
    }),
  })
  bench.open({ cash: usdt(1_000_000) })
  bench.turn({ events: bench.markets.flatMap(({ index }) => picture('ask 0.51 100 / bid 0.49 100', index)) })
  return { bench, venue: new ModelVenue({ bench, random: randomOf(seed), stepMs: STEP_MS }) }
}

describe('twenty markets that move all the time, at the defaults, for five minutes', () => {
  it.each([1, 2])('have no removal refused for calls, and are dark for calls less than 5 % of the time (seed %i)', seed => {
    const { bench, venue } = busyVenue(seed)
    for (let ms = 0; ms < 300_000; ms += STEP_MS) venue.step()
    const { wantedSeconds, darkSeconds } = bench.desk.summary().quoting
    expect(venue.refused).toEqual({ creates: 0, removals: 0 })
    expect(Math.max(...venue.callsByMinute.values())).toBeLessThanOrEqual(480)
    expect(wantedSeconds).toBeGreaterThan(MARKETS * 299)
    expect(darkSeconds.calls / wantedSeconds).toBeLessThan(0.05)
    // The venue's own view, in which an order on its way does not stand yet.
    expect(venue.darkSteps / venue.sideSteps).toBeLessThan(0.08)
  })
})
