import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MarketId } from '../../src/model/ids.js'
import { type MarketFilter, type MarketsWanted, RANKS } from '../../src/model/markets-wanted.js'
import { Price, Size } from '../../src/model/money.js'
import { Timestamp } from '../../src/model/time.js'
import { chooseMarkets, type Taken } from '../../src/runtime/choose-markets.js'
import type { SurveyedMarket } from '../../src/venues/venue.js'
import { market } from '../engine/desk-bench.js'

const NOW = Timestamp.ofSeconds(1_800_000_000)
const inSeconds = (seconds: number): Timestamp => Timestamp.add(NOW, seconds * 1_000_000)

interface Drawn {
  readonly rate?: number
  readonly volumeUsd?: number | null
  readonly spreadTicks?: number | null
  readonly middle?: number | null
  readonly secondsLeft?: number | null
  readonly tags?: readonly string[]
  readonly variant?: string
  readonly question?: string
}

const offer = (id: number, drawn: Drawn = {}): SurveyedMarket => {
  const {
    rate = 0,
    volumeUsd = null,
    spreadTicks = null,
    middle,
    secondsLeft = null,
    tags = [],
    variant = 'YES_NO',
    question = `q${id}`,
  } = drawn
  const rewards = { spreadMax: Price.of(600), sizeMin: Size.ofShares(5), pointsPerHour: rate }
  return {
    market: {
      ...market(0, { tags, variant, question, category: `c${id % 3}`, rewards: rate === 0 ? null : rewards }),
      id: MarketId.of(String(id)),
      endsAt: secondsLeft === null ? null : inSeconds(secondsLeft),
    },
    volumeUsd,
    spreadTicks,
    ...(middle !== undefined && { middle }),
  }
}

const choose = (offers: readonly SurveyedMarket[], wanted: readonly MarketsWanted[], taken = new Map<MarketId, Taken>()) =>
  chooseMarkets({ offers, wanted, now: NOW, taken })
/** The ids that each strategy takes, in their ranks. */
const takenOf = (choices: ReturnType<typeof choose>, stanza = 0): readonly string[] =>
  choices
    .filter(choice => choice.stanza === stanza)
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map(
      ({
        offer: {
          market: { id },
        },
      }) => id,
    )
const whyOf = (choices: ReturnType<typeof choose>, id: number): string =>
  choices.find(({ offer }) => offer.market.id === String(id))?.why ?? ''

describe('chooseMarkets', () => {
  it('takes all that are open, or those that are named', () => {
    const offers = [offer(1), offer(2), offer(3)]
    expect(takenOf(choose(offers, ['all']))).toEqual(['1', '2', '3'])
    expect(takenOf(choose(offers, [['3', '1']]))).toEqual(['1', '3'])
  })

  it('gives a market that two strategies want to the first', () => {
    const offers = [offer(1, { tags: ['Crypto'] }), offer(2, { tags: ['Sport'] })]
    const choices = choose(offers, [{ tags: ['crypto'] }, 'all'])
    expect([takenOf(choices, 0), takenOf(choices, 1)]).toEqual([['1'], ['2']])
  })

  it('says of each market why it is not taken', () => {
    const offers = [
      offer(1, { tags: ['Sport'] }),
      offer(2, { tags: ['Crypto'], spreadTicks: 9, volumeUsd: 50 }),
      offer(3, { tags: ['Crypto'], spreadTicks: 2, volumeUsd: 5 }),
      offer(4, { tags: ['Crypto'], spreadTicks: 2 }),
      offer(5, { tags: ['Crypto'], spreadTicks: 2, volumeUsd: 70 }),
      offer(6, { tags: ['Crypto'], spreadTicks: 2, volumeUsd: 60 }),
    ]
    const filter: MarketFilter = { tags: ['crypto'], spreadTicksMax: 4, volumeUsdMin: 10, rankBy: 'volume', max: 1 }
    const choices = choose(offers, [filter])
    expect(takenOf(choices)).toEqual(['5'])
    expect([1, 2, 3, 4, 5, 6].map(id => whyOf(choices, id))).toEqual([
      'tags Sport',
      'spread 9, at most 4',
      'volume 5, at least 10',
      'volume unknown',
      'volume 70',
      '2 of 2 by volume, 1 are taken',
    ])
  })

  it('takes the markets whose middle is within bounds, ends included, and none whose middle is unknown', () => {
    const offers = [
      offer(1, { middle: 0.9549 }),
      offer(2, { middle: 0.95 }),
      offer(3, { middle: 0.05 }),
      offer(4, { middle: null }),
      offer(5),
    ]
    const choices = choose(offers, [{ middleMin: 0.05, middleMax: 0.95 }])
    expect(takenOf(choices)).toEqual(['2', '3'])
    expect([1, 4, 5].map(id => whyOf(choices, id))).toEqual(['middle 0.9549, at most 0.95', 'middle unknown', 'middle unknown'])
    expect(takenOf(choose(offers, [{ middleMin: 0.06 }]))).toEqual(['1', '2'])
  })

  it('ranks by the most, and by the least time left', () => {
    const offers = [
      offer(1, { rate: 5, volumeUsd: 1, spreadTicks: 3, secondsLeft: 60 }),
      offer(2, { rate: 9, volumeUsd: 2, spreadTicks: 1, secondsLeft: 600 }),
      offer(3, { volumeUsd: 3, spreadTicks: 2, secondsLeft: null }),
    ]
    const orders = RANKS.map(rankBy => takenOf(choose(offers, [{ rankBy }])).join(''))
    expect(orders).toEqual(['213', '321', '132', '123'])
  })

  it('keeps what it has for keepSeconds, so that a rotation does not churn', () => {
    const offers = [offer(1, { volumeUsd: 10 }), offer(2, { volumeUsd: 20 })]
    const filter: MarketFilter = { rankBy: 'volume', max: 1, keepSeconds: 60 }
    const since = (seconds: number): Map<MarketId, Taken> =>
      new Map([[MarketId.of('1'), { stanza: 0, since: inSeconds(-seconds) }]])
    expect(takenOf(choose(offers, [filter], since(59)))).toEqual(['1'])
    expect(takenOf(choose(offers, [filter], since(61)))).toEqual(['2'])
    const failing: MarketFilter = { ...filter, volumeUsdMin: 15 }
    expect(takenOf(choose(offers, [failing], since(59)))).toEqual(['1'])
  })

  it('does not hang on the order of the list, never takes more than max, and no market twice', () => {
    const drawn = fc.record({
      rate: fc.nat(3),
      volumeUsd: fc.option(fc.nat(5)),
      spreadTicks: fc.option(fc.nat(5)),
      secondsLeft: fc.option(fc.nat(900)),
      tags: fc.subarray(['a', 'b']),
    })
    const filters = fc.record({
      tags: fc.option(fc.subarray(['A', 'b'], { minLength: 1 }), { nil: undefined }),
      volumeUsdMin: fc.option(fc.nat(4), { nil: undefined }),
      spreadTicksMax: fc.option(fc.nat(5), { nil: undefined }),
      rankBy: fc.option(fc.constantFrom(...RANKS), { nil: undefined }),
      max: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
      keepSeconds: fc.option(fc.constantFrom(10, 100), { nil: undefined }),
    })
    fc.assert(
      fc.property(fc.array(drawn, { maxLength: 12 }), filters, filters, fc.nat(), (list, first, second, turn) => {
        const offers = list.map((each, id) => offer(id + 1, each))
        const taken = new Map(
          offers.slice(0, turn % 4).map(({ market: { id } }) => [id, { stanza: turn % 2, since: inSeconds(-50) }]),
        )
        const choices = choose(offers, [first, second], taken)
        const turned = [...offers.slice(turn % (offers.length + 1)), ...offers.slice(0, turn % (offers.length + 1))]
        const again = choose(turned, [first, second], taken)
        for (const stanza of [0, 1]) {
          expect(takenOf(again, stanza)).toEqual(takenOf(choices, stanza))
          const most = (stanza === 0 ? first : second).max ?? offers.length
          expect(takenOf(choices, stanza).length).toBeLessThanOrEqual(most)
        }
        expect(
          choices.map(
            ({
              offer: {
                market: { id },
              },
            }) => id,
          ),
        ).toEqual(offers.map(({ market: { id } }) => id))
        expect(choices.every(({ why }) => why !== '')).toBe(true)
      }),
      { seed: 3, numRuns: 300 },
    )
  })
})
