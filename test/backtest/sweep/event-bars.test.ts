import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventBars } from '../../../backtest/sweep/event-bars.js'

const amounts = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { maxLength: 40 })
const runs = fc.array(fc.record({ name: fc.string({ maxLength: 5 }), profits: amounts, beside: amounts }), { maxLength: 4 })

const heightOf = (markup: string, tone: 'gain' | 'loss'): readonly number[] =>
  [...markup.matchAll(new RegExp(`class="${tone}"[^>]* height="([\\d.]+)"`, 'g'))].map(([, height]) => Number(height))

describe('profit event by event', () => {
  test('has a bar for each event, as high as what it came to, and says the sum so far', () => {
    const { markup } = eventBars([
      { name: 'fold 1', profits: [2, -1], beside: [0, 0] },
      { name: 'fold <2>', profits: [3], beside: [-2] },
    ])
    const [two = 0, three = 0] = heightOf(markup, 'gain')
    const [one = 0] = heightOf(markup, 'loss')
    expect(two / one).toBeCloseTo(2, 1)
    expect(three / one).toBeCloseTo(3, 1)
    expect([...markup.matchAll(/<title>(.*?)<\/title>/g)].map(([, text]) => text)).toEqual([
      'event 1: +2.00, so far +2.00',
      'event 2: −1.00, so far +1.00',
      'event 3: +3.00, so far +4.00',
    ])
    expect(markup).toContain('fold &lt;2&gt;')
    expect(markup.match(/<polyline/g)).toHaveLength(2)
  })

  test('prints no amount over another, however near to zero its end is', () => {
    const ticksOf = (profits: readonly number[]): readonly string[] => {
      const { markup } = eventBars([{ name: '', profits, beside: [] }])
      return [...markup.matchAll(/text-anchor="end">(.*?)</g)].map(([, text = '']) => text)
    }
    expect(ticksOf([10, -481])).toEqual(['−481.00', '0.00'])
    expect(ticksOf([300, -781])).toEqual(['−781.00', '0.00', '+300.00'])
  })

  test('is nothing where no event is decided, and stays inside its picture whatever they earned', () => {
    fc.assert(
      fc.property(runs, all => {
        const { markup } = eventBars(all)
        const events = all.reduce((sum, { profits }) => sum + profits.length, 0)
        expect(markup.match(/<title>/g)?.length ?? 0).toBe(events)
        if (events === 0) expect(markup).toBe('')
        expect(markup).not.toMatch(/NaN|Infinity|="-/)
        for (const [, y] of markup.matchAll(/ y="([\d.]+)"/g)) expect(Number(y)).toBeLessThanOrEqual(240)
      }),
      { seed: 1, numRuns: 50 },
    )
  })
})
