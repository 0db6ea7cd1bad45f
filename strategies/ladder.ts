import {
  makerQuotes,
  nearEnd,
  nearEndParameters,
  pull,
  type RawLevel,
  Size,
  type StrategyDefinition,
  scoringRule,
  z,
} from 'oddsmith'

const parameters = z.strictObject({
  levels: z.number().int().min(1).max(20).default(3).describe('number of quotes on each side'),
  halfSpreadTicks: z.number().min(0).max(50).default(1).describe('distance of the first quote from the fair price, in ticks'),
  stepTicks: z.number().min(0.5).max(50).default(2).describe('distance from one quote to the next, in ticks'),
  sizeShares: z.number().positive().default(10).describe('size of the first quote, in shares'),
  sizeGrowth: z
    .number()
    .min(0.1)
    .max(5)
    .default(1.5)
    .describe('what the size is multiplied by from one quote to the next; 1 keeps it'),
  lean: z
    .enum(['ticks', 'scoring-rule'])
    .default('ticks')
    .describe('how the fair price leans: by ticks, or by the logarithmic scoring rule, which leans less near 0 and 1'),
  leanTicks: z.number().min(0).max(50).default(2).describe('lean against a full position, in ticks; for lean: ticks'),
  leanPriceAtFull: z
    .number()
    .gt(0.5)
    .max(0.99)
    .default(0.55)
    .describe('where a fair price of 0.5 goes at a full short position; for lean: scoring-rule'),
  positionMaxShares: z
    .number()
    .positive()
    .default(100)
    .describe('net position that counts as full; the quotes of a side add up to what is left until then'),
  nearEnd: nearEndParameters,
})

/**
 * Several quotes a side around the microprice, each wider and larger than the last, skewed against the position. It assumes that the touch is a fair
 * price and that sweeps revert: the far levels are filled only when several levels of the book are. It loses when a price moves on after a sweep,
 * because then all levels of one side are filled on the wrong side. The skew `scoring-rule` is that of the logarithmic scoring rule (Hanson 2003),
 * see `scoringRule`.
 */
export const strategy = {
  name: 'ladder',
  version: 1,
  watches: 'touch',
  parameters,
  create: parameters => {
    const { levels, halfSpreadTicks, stepTicks, sizeGrowth } = parameters
    const first = Size.ofShares(parameters.sizeShares)
    const full = Size.ofShares(parameters.positionMaxShares)
    const depth = scoringRule.depth(full, parameters.leanPriceAtFull)
    const last = { fair: 0, load: 0, width: 1 }
    return {
      decide({ book, market, secondsLeft, position, working }) {
        if (book.state !== 'live' || book.touch === null) return pull('no two-sided book')
        const { tick, variant } = market
        const { microprice } = book.touch
        const { net } = position
        const load = Math.max(-1, Math.min(1, net / full))
        const fair =
          parameters.lean === 'ticks'
            ? microprice - parameters.leanTicks * tick * load
            : scoringRule.lean(microprice / 10_000, load * full, depth) * 10_000
        const end = nearEnd(parameters.nearEnd, { secondsLeft, variant, net, price: fair })
        Object.assign(last, { fair, load, width: end.widthFactor })
        const rungs = Array.from({ length: levels }, (_, at) => ({
          off: (halfSpreadTicks + at * stepTicks) * tick * end.widthFactor,
          size: first * sizeGrowth ** at * end.sizeFactor,
        }))
        const side = (sign: 1 | -1): readonly RawLevel[] => rungs.map(({ off, size }) => ({ price: fair + sign * off, size }))
        return makerQuotes({
          ...{ book, market, position, working, bids: side(-1), asks: side(1) },
          bidSizeMax: Math.min(end.bidSizeMax, full - net),
          askSizeMax: Math.min(end.askSizeMax, full + net),
        })
      },
      terms: () => ({ fair: (last.fair / 10_000).toFixed(6), load: last.load.toFixed(4), width: last.width.toFixed(3) }),
    }
  },
} satisfies StrategyDefinition<typeof parameters>
