import {
  coherentPrices,
  groupLean,
  type LiveBook,
  nearEnd,
  nearEndParameters,
  type OutcomePrice,
  pull,
  restModel,
  Size,
  type StrategyDefinition,
  scoringRule,
  sizeFields,
  termsOf,
  type View,
  z,
} from 'oddsmith'

const parameters = z.strictObject({
  halfSpreadTicks: z.number().min(0).max(1_000).default(2).describe('distance of each quote from the fair price, in ticks'),
  coherence: z
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('how far the fair prices of a complete group are moved so that they add up to one dollar; 0 leaves them'),
  leanPriceAtFull: z
    .number()
    .gt(0.5)
    .max(0.99)
    .default(0.55)
    .describe('where a fair price of 0.5 goes at a full short position'),
  ...sizeFields,
  nearEnd: nearEndParameters,
})

/**
 * One quote a side for each outcome of a neg-risk group, of which one wins: fair prices that add up to one dollar (`coherentPrices`), and a lean against
 * what is held in the whole group (`groupLean`). Of a group that the run does not have whole, the other outcomes are taken together, and nothing is
 * moved to add up. A market without a group is its own outcome and the complement.
 */
export const strategy = {
  name: 'group',
  version: 1,
  watches: 'touch',
  watchesGroup: true,
  parameters,
  create: parameters => {
    const size = Size.ofShares(parameters.sizeShares)
    const positionMax = Size.ofShares(parameters.positionMaxShares)
    const depth = scoringRule.depth(positionMax, parameters.leanPriceAtFull)
    let last: readonly object[] = []
    return {
      decide(view) {
        const { book, market, secondsLeft, position } = view
        if (book.state !== 'live' || book.touch === null) return pull('no two-sided book')
        const outcomes = [view, ...(market.group?.isNegRisk === true ? view.group() : [])]
        const seen = outcomes.map(priceOf)
        const dark = seen.indexOf(null)
        if (dark !== -1) return pull(`market ${outcomes[dark]?.market.id} of its group has no live book`)
        const shown = seen.filter(outcome => outcome !== null)
        const fair = fairPrices(shown, isWhole(view, outcomes.length) ? parameters.coherence : null)
        const nets = fair.map((_, at) => outcomes[at]?.position.net ?? 0)
        const [reservation = 0] = groupLean(fair, nets, depth)
        const { net } = position
        const price = reservation * DOLLAR
        const near = nearEnd(parameters.nearEnd, { secondsLeft, variant: market.variant, net, price })
        const half = parameters.halfSpreadTicks * market.tick * near.widthFactor
        const sum = shown.reduce((total, outcome) => total + outcome.price, 0)
        last = [{ microprice: book.touch.microprice / DOLLAR, sum, fair: fair[0], reservation, outcomes: outcomes.length }]
        return restModel(view, {
          ...{ book, bid: price - half, ask: price + half },
          ...{ bidSize: size, askSize: size, positionMax, near },
        })
      },
      terms: () => termsOf(last),
    }
  },
} satisfies StrategyDefinition<typeof parameters>

/** 1/10,000 in a dollar. */
const DOLLAR = 10_000

/** Whether the run has all outcomes of a market's group. */
const isWhole = ({ market: { group } }: View<unknown>, found: number): boolean =>
  group?.isNegRisk === true && (group.size === undefined ? group.isExhaustive : group.size === found)

/** null: its book is dark. An outcome with a result has a known price. */
function priceOf({ market: { result }, book }: View<unknown>): OutcomePrice | null {
  if (result !== null) return { price: result.yes, error: 0 }
  return book.state === 'live' ? shownBy(book) : null
}

/** An empty side says nothing: its best price is 0 or a dollar. */
function shownBy(book: LiveBook): OutcomePrice {
  const [bid, ask] = [(book.best('bid')?.price ?? 0) / DOLLAR, (book.best('ask')?.price ?? DOLLAR) / DOLLAR]
  return { price: book.touch === null ? (bid + ask) / 2 : book.touch.microprice / DOLLAR, error: (ask - bid) / 2 }
}

/** Fair prices of all outcomes; `coherence` null: some are missing, and come last as one. */
function fairPrices(shown: readonly OutcomePrice[], coherence: number | null): readonly number[] {
  const prices = shown.map(({ price }) => price)
  if (coherence === null) return [...prices, Math.max(0, 1 - prices.reduce((sum, price) => sum + price, 0))]
  const coherent = coherentPrices(shown)
  return prices.map((price, at) => price + coherence * ((coherent[at] ?? price) - price))
}
