import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawn } from '../../../backtest/latency.js'
import { binsOf } from '../../../backtest/sweep/bins.js'
import { doubtOf } from '../../../backtest/sweep/doubt.js'
import { heatMap } from '../../../backtest/sweep/heat-map.js'
import { rankTrials } from '../../../backtest/sweep/rank.js'
import type { Axis } from '../../../backtest/sweep/space.js'
import { sweepHtml } from '../../../backtest/sweep/sweep-html.js'
import type { FailedTrial } from '../../../backtest/sweep/trial.js'
import type { TrialRow } from '../../../backtest/sweep/trial-table.js'
import { trialRow } from './trial-row.js'

const axes: readonly Axis[] = [
  { name: 'half', kind: 'values', values: [1, 2] },
  { name: 'rule', kind: 'values', values: ['<b>slow', 'fast'] },
]

const numbered = (rows: readonly TrialRow[]) => rows.map((row, at) => ({ ...row, number: at + 1 }))

const page = (rows: readonly TrialRow[], failed: readonly FailedTrial[] = []): string => {
  const ranked = rankTrials(numbered(rows), 'profit')
  return sweepHtml({
    title: 'mine over <script>alert(1)</script>',
    command: 'oddsmith sweep mine.yaml',
    axes,
    ranked,
    failed,
    rankBy: 'profit',
    doubt: doubtOf(ranked, { tries: rows.length, blind: rows.length }),
    search: 'the whole grid',
    refused: 0,
    reports: new Map([['b', 'trial-1-b/report.html']]),
    config: '{}',
    hash: 'abc',
    warnings: ['something & more'],
  })
}

describe('the page of a search', () => {
  test('loads nothing, runs nothing, and escapes what others wrote', () => {
    const text = page([trialRow('a', { half: 1, rule: '<b>slow' }, -1), trialRow('b', { half: 2, rule: 'fast' }, 3)])
    expect(text).not.toMatch(/<script|<b>|src=/)
    expect(text).toContain('something &amp; more')
    expect(text).toContain('&lt;b&gt;slow')
    expect(text).toContain(`default-src 'none'`)
    expect(text).toContain('href="trial-1-b/report.html"')
  })

  test('says so where no trial was run', () => {
    expect(page([])).toContain('No trial came to a result.')
  })

  test('lists trials without a fill by themselves, with where they are', () => {
    const rows = [1, 2, 3, 4].map(at =>
      trialRow(`t${at}`, { half: at > 2 ? 2 : 1, rule: 'fast' }, at > 2 ? 0 : -at, at > 2 ? 0 : 3),
    )
    const text = page(rows)
    expect(text).toContain('Trials without a fill')
    expect(text).toContain('<li>none of the 2 trials with half 2 had a fill</li>')
    expect(text).toContain('0 of 2')
    const [ranks] = text.split('>Trials without a fill<')
    expect(ranks).not.toContain('trial 3')
    expect(page(rows.slice(0, 2))).not.toContain('>Trials without a fill<')
  })

  test('names what failed beside what is ranked', () => {
    const failed = [{ number: 2, parameters: { half: 2, rule: 'fast' }, message: 'no rule is <fast> enough' }]
    expect(page([trialRow('a', { half: 1, rule: 'fast' }, 1)], failed)).toContain('<td>no rule is &lt;fast&gt; enough</td>')
    expect(page([trialRow('a', { half: 1, rule: 'fast' }, 1)])).not.toContain('Trials that failed')
  })
})

describe('a heat map', () => {
  test('shows the middle of the trials that share both values, and how far they reach', () => {
    const rows = [-5, 1, 90].map((profit, at) => trialRow(String(at), { half: 1, lean: 2, other: at }, profit))
    const { markup } = heatMap(rankTrials(numbered(rows), 'profit'), { across: 'half', down: 'lean' })
    expect(markup).toContain('3 trials: −5.00 to +90.00, the middle one +1.00')
    expect(markup.match(/<rect/g)).toHaveLength(1)
  })

  test('tells what had no fill apart from what came to nothing', () => {
    const rows = [
      trialRow('a', { half: 1, lean: 1 }, 0, 0),
      trialRow('b', { half: 1, lean: 2 }, -4),
      trialRow('c', { half: 1, lean: 2 }, 0, 0),
      trialRow('d', { half: 2, lean: 1 }, 0),
      trialRow('e', { half: 2, lean: 2 }, 1),
    ]
    const { markup } = heatMap(rankTrials(numbered(rows), 'profit'), { across: 'half', down: 'lean' })
    expect(markup.match(/class="dead"/g)).toHaveLength(1)
    expect(markup).toContain('1 trial without a fill')
    expect(markup).toContain('1 trial: −4.00 to −4.00, the middle one −4.00, 1 more without a fill')
    expect(markup.match(/class="gain"/g)).toHaveLength(2)
  })

  test('marks cells without a trial', () => {
    const rows = [trialRow('a', { half: 1, lean: 1 }, 1), trialRow('b', { half: 2, lean: 2 }, 1)]
    expect(
      heatMap(rankTrials(numbered(rows), 'profit'), { across: 'half', down: 'lean' }).markup.match(/no trial/g),
    ).toHaveLength(2)
  })

  test('puts every trial into one bin, equal values into the same, smaller ones never behind larger ones', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -20, max: 40 }), { minLength: 1, maxLength: 200 }), values => {
        const rows = values.map((value, at) => trialRow(String(at), { half: value }, 0))
        const trials = rankTrials(numbered(rows), 'profit')
        const { labels, places } = binsOf(trials, 'half')
        expect(labels.length).toBeLessThanOrEqual(10)
        for (const [a, place] of places.entries()) {
          expect(labels[place]).toBeDefined()
          for (const [b, other] of places.entries())
            if ((values[a] ?? 0) <= (values[b] ?? 0)) expect(place).toBeLessThanOrEqual(other)
        }
      }),
      { seed: 1, numRuns: 50 },
    )
  })

  test('of few drawn points has few cells, so that most of them hold some', () => {
    const rows = Array.from({ length: 40 }, (_, at) =>
      trialRow(String(at), { half: drawn(1, 1, at), lean: drawn(1, 2, at) }, at),
    )
    const { markup } = heatMap(rankTrials(numbered(rows), 'profit'), { across: 'half', down: 'lean' })
    expect(markup.match(/<rect/g)).toHaveLength(16)
    expect(markup.match(/no trial/g)?.length ?? 0).toBeLessThan(4)
  })

  test('of fifty thousand drawn points has a hundred cells', () => {
    const rows = Array.from({ length: 50_000 }, (_, at) =>
      trialRow(String(at), { half: drawn(1, 1, at), lean: drawn(1, 2, at) }, at),
    )
    expect(heatMap(rankTrials(numbered(rows), 'profit'), { across: 'half', down: 'lean' }).markup.match(/<rect/g)).toHaveLength(
      100,
    )
  })
})
