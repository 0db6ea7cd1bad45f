import { describe, expect, test } from 'vitest'
import { drawn } from '../../../backtest/latency.js'
import { doubtOf } from '../../../backtest/sweep/doubt.js'
import { type RankedTrial, rankTrials } from '../../../backtest/sweep/rank.js'
import type { TrialRow } from '../../../backtest/sweep/trial-table.js'

const rowOf = (key: string, eventProfits: readonly number[], maxDrawdown = '1', fills = 1): TrialRow => ({
  key,
  question: 'q',
  parameters: {},
  result: {
    hash: key,
    stateHash: key,
    events: 1,
    orders: { placed: 0, canceled: 0, filled: 0, refused: 0 },
    fills,
    profit: {
      total: String(eventProfits.reduce((sum, profit) => sum + profit, 0)),
      spread: '0',
      drift: '0',
      settlement: '0',
      fees: '0',
      rewards: '0',
    },
    maxDrawdown,
    eventProfits,
    warnings: [],
  },
})

const numbered = (rows: readonly TrialRow[]) => rows.map((row, at) => ({ ...row, number: at + 1 }))

/** Trials whose events earn `skill` on average, give or take one. */
const trials = (skill: number, events: number): readonly RankedTrial[] =>
  rankTrials(
    numbered(
      Array.from({ length: 20 }, (_, trial) =>
        rowOf(
          `t${trial}`,
          Array.from({ length: events }, (__, event) => skill + 2 * drawn(trial + 1, 1, event) - 1),
        ),
      ),
    ),
    'profit',
  )

describe('the best of a search', () => {
  test('has no verdict below 30 resolved events, whatever it earned', () => {
    expect(doubtOf(trials(5, 29), { tries: 20, blind: 20 })).toMatchObject({
      resolutions: 29,
      deflatedSharpe: null,
      verdict: expect.stringMatching(/^No verdict: 29 independent resolution events/),
    })
  })

  test('is called luck where trials are noise, and more than that where they are not', () => {
    const luck = doubtOf(trials(0, 60), { tries: 20, blind: 20 })
    expect(luck?.bestProfit).toBeGreaterThan(0)
    expect(luck?.deflatedSharpe).toBeLessThan(0.95)
    expect(luck?.verdict).toMatch(/not distinguishable from luck/)
    expect(doubtOf(trials(0.8, 60), { tries: 20, blind: 20 })?.verdict).not.toMatch(/luck/)
  })

  test('is doubted more the more was tried', () => {
    const found = trials(0.3, 60)
    const [few, many] = [doubtOf(found, { tries: 20, blind: 20 }), doubtOf(found, { tries: 20_000, blind: 20 })]
    expect(many?.deflatedSharpe ?? 1).toBeLessThan(few?.deflatedSharpe ?? 0)
    expect(many?.bestOfNoise ?? 0).toBeGreaterThan(few?.bestOfNoise ?? 1)
    expect(many?.verdict).toContain('20000 trials')
  })

  test('counts a trial without a fill as a try, and not as a trial that luck left where it was', () => {
    const found = trials(0.3, 60)
    const dead = Array.from({ length: 60 }, (_, at) => ({
      ...rowOf(
        `dead ${at}`,
        Array.from({ length: 60 }, () => 0),
        '0',
        0,
      ),
      number: 21 + at,
      score: null,
    }))
    const [alone, beside] = [doubtOf(found, { tries: 80, blind: 80 }), doubtOf([...found, ...dead], { tries: 80, blind: 80 })]
    expect(beside).toEqual(alone)
    expect(doubtOf(dead, { tries: 60, blind: 60 })?.verdict).toBe('No verdict: none of 60 trials had a fill.')
  })

  test('takes the scatter of what was drawn blindly where the rest of a search has closed in', () => {
    const rows = Array.from({ length: 40 }, (_, trial) => {
      const reach = trial < 10 ? 4 * drawn(3, 1, trial) - 2 : 1
      return rowOf(
        `t${trial}`,
        Array.from({ length: 60 }, (__, event) => reach + 2 * drawn(trial + 1, 1, event) - 1),
      )
    })
    const ranked = rankTrials(numbered(rows), 'profit')
    const [blindly, wholly] = [10, 40].map(blind => doubtOf(ranked, { tries: 40, blind }))
    expect(blindly?.bestOfNoise ?? 0).toBeGreaterThan(1.3 * (wholly?.bestOfNoise ?? 0))
    expect(blindly?.deflatedSharpe ?? 1).toBeLessThan(wholly?.deflatedSharpe ?? 0)
  })

  test('is nothing where nothing was tried', () => {
    expect(doubtOf([], { tries: 0, blind: 20 })).toBeNull()
  })
})

test('a trial without a fill stands behind those that lost, and one that rewards paid among them', () => {
  const rows = [rowOf('dead', [0], '0', 0), rowOf('lost', [-3]), rowOf('paid', [1], '0', 0), rowOf('even', [0])]
  const ranked = rankTrials(numbered(rows), 'profit')
  expect(ranked.map(({ key, score }) => [key, score])).toEqual([
    ['paid', 1],
    ['even', 0],
    ['lost', -3],
    ['dead', null],
  ])
})

test('of equal trials the first in the space is the better one, and a drawdown can count', () => {
  const rows = [rowOf('a', [1], '1'), rowOf('b', [2], '4'), rowOf('c', [1], '1')]
  expect(rankTrials(numbered(rows), 'profit').map(({ key }) => key)).toEqual(['b', 'a', 'c'])
  expect(rankTrials(numbered(rows), 'profitPerDrawdown').map(({ key, number }) => [key, number])).toEqual([
    ['a', 1],
    ['c', 3],
    ['b', 2],
  ])
})
