import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { keep } from '../../src/model/quote.js'
import { RealisedVolatility } from '../../src/strategy/estimators/realised-volatility.js'
import { gaugeFields, TouchGauge } from '../../src/strategy/touch-gauge.js'
import { DeskBench, picture, rows } from '../engine/desk-bench.js'

const gaugeOf = (given: object = {}) => {
  const parameters = z.strictObject(gaugeFields).parse(given)
  const volatility = new RealisedVolatility({ clockMs: 1_000, halfLifeSeconds: 60, of: 'price' })
  return { volatility, gauge: new TouchGauge({ parameters, tick: 100, priorPerSecond: 1, priorPerTick: 2, volatility }) }
}

/** Shows a gauge the views of a desk whose books come a second apart. */
function shown(books: readonly string[], { volatility, gauge } = gaugeOf()) {
  const seen: (number | null)[] = []
  const bench = new DeskBench({
    decide: view => {
      seen.push(gauge.look(view)?.touch.bid ?? null)
      return keep()
    },
  })
  bench.open()
  for (const book of books) bench.turn({ events: picture(book), timer: true, afterMs: 1_000 })
  return { seen, volatility, gauge }
}

describe('a gauge of the touch', () => {
  it('answers the touch, and null where a side is empty', () => {
    const two = 'ask 0.52 10 / bid 0.50 10'
    expect(shown([two, 'ask 0.52 10', two]).seen).toEqual([null, 5_000, null, 5_000])
  })

  it('tells volatility the microprice, and no jump over a gap', () => {
    const up = 'ask 0.54 10 / bid 0.52 10'
    const down = 'ask 0.52 10 / bid 0.50 10'
    expect(shown([down, up, down, up]).volatility.perRootSecond).toBeCloseTo(200, 6)
    expect(shown([down, down, 'bid 0.50 10', up, up, up]).volatility.perRootSecond).toBe(0)
  })

  it('keeps the prior where no fit is wanted', () => {
    const made = gaugeOf({ fitFills: false, fillArrivalsMin: 2 })
    const bench = new DeskBench({
      decide: view => {
        made.gauge.look(view)
        return keep()
      },
    })
    bench.open()
    for (let second = 0; second < 50; second++) {
      const trades = rows(`ask ${second % 3 === 0 ? '0.53' : '0.52'} 5`).map(row => ({ ...row, kind: 'trade' }) as typeof row)
      bench.turn({ events: [...trades, ...picture('ask 0.52 10 / bid 0.51 10')], afterMs: 1_000 })
    }
    expect(made.gauge.fills).toMatchObject({ perSecond: 1, perTick: 2, fitted: null })
  })

  it('says what quotes are picked off by: what takers gain, times its factor', () => {
    const made = gaugeOf({ markoutFactor: 2, markoutHorizonMs: 1_000 })
    const bench = new DeskBench({
      decide: view => {
        made.gauge.look(view)
        return keep()
      },
    })
    bench.open()
    const books = ['ask 0.52 10 / bid 0.50 10', 'ask 0.53 10 / bid 0.51 10'] as const
    // Each second a taker is on the right side of a move by a cent that comes half a second later.
    for (let second = 0; second < 20; second++) {
      const side = second % 2 === 0 ? 'ask 0.52' : 'bid 0.51'
      const trade = rows(`${side} 5`).map(row => ({ ...row, kind: 'trade' }) as typeof row)
      bench.turn({ events: [...(second === 0 ? picture(books[0]) : []), ...trade], afterMs: 500 })
      bench.turn({ events: picture(books[second % 2 === 0 ? 1 : 0]), afterMs: 500 })
    }
    // The first trade came with the first book, and had no price before it.
    expect(made.gauge.pickedOff).toBeCloseTo(2 * 100, 6)
    expect(gaugeOf().gauge.pickedOff).toBe(0)
  })
})
