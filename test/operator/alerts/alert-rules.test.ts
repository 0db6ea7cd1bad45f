import { describe, expect, test } from 'vitest'
import type { Condition } from '../../../src/operator/alerts/alert.js'
import { type AlertThresholds, createAlertRules } from '../../../src/operator/alerts/alert-rules.js'
import { createFiringAlerts } from '../../../src/operator/alerts/firing-alerts.js'
import type { RunLook } from '../../../src/operator/alerts/run-look.js'
import type { RunCopy } from '../../../src/operator/schemas-run.js'
import { drawnMarket, drawnRun } from '../drawn-run.js'

const WHEN: AlertThresholds = {
  ...{
    noQuoteMinutes: 10,
    limitPercent: 80,
    feedLostSeconds: 15,
    differenceSeconds: 95,
    settlementMinutes: 10,
    diskFreeMinMb: 1_024,
  },
  ...{ restarts: 4, restartMinutes: 15, resolveAfterSeconds: 30 },
}
const MINUTE = 60_000

const look = (copy: Partial<RunCopy>, atMs = 0, diskFreeMb: number | null = 50_000): RunLook => ({
  copy: drawnRun(copy),
  atMs,
  diskFreeMb,
})
const found = (copy: Partial<RunCopy>, diskFreeMb?: number | null) =>
  createAlertRules(WHEN)(look(copy, 0, diskFreeMb)).map(({ id, severity, text }) => ({ id, severity, text }))

test('a run in which all is well rings nothing', () => expect(found({})).toEqual([]))

describe('each trouble has an alert of its own', () => {
  test('a halt is critical and says which rule halted', () =>
    expect(found({ state: 'halted', halt: { rule: 'lossPerDayMaxUsdt', text: 'lost 51 of 50', at: 1 } })).toEqual([
      {
        id: 'halt',
        severity: 'critical',
        text: 'lost 51 of 50; every order is removed, and nothing is placed until a person resumes',
      },
    ]))

  test('a strategy that failed is named with its markets, and is critical where it was the last one', () => {
    const markets = [drawnMarket({ fault: 'no idea\n    at mine.ts:9' }), drawnMarket({ id: '1002' })]
    expect(found({ markets })).toEqual([
      { id: 'strategy:two-sided', severity: 'warning', text: 'two-sided failed and is not asked any more in 1001: no idea' },
    ])
    expect(found({ markets, state: 'failed' })).toEqual([
      { id: 'strategy', severity: 'critical', text: 'every strategy has failed: no idea' },
    ])
  })

  test('differences are critical, and many are counted', () =>
    expect(found({ differences: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] })).toEqual([
      {
        id: 'difference',
        severity: 'critical',
        text: "our books and the venue's account differ: a, b, c, d, e and 2 more",
      },
    ]))

  test('a lost feed is named; the stream of our own orders is critical; of those that are suspect, only a silent reference is', () => {
    const feeds = (state: string) => [
      { name: 'books', state, ageMs: null, text: '0 of 2 books are live' },
      { name: 'wallet', state, ageMs: 5, text: 'gone' },
      { name: 'btc', state, ageMs: 5, text: 'silent for 11 s' },
    ]
    expect(found({ feeds: feeds('lost') }).map(({ id, severity }) => [id, severity])).toEqual([
      ['feed:books', 'warning'],
      ['feed:wallet', 'critical'],
      ['feed:btc', 'warning'],
    ])
    expect(found({ feeds: feeds('suspect') })).toEqual([{ id: 'feed:btc', severity: 'warning', text: 'btc: silent for 11 s' }])
  })

  test('a reference that is too old for some markets is named with them, though its link works', () => {
    const btc = { name: 'btc', state: 'live', ageMs: 7_400, text: '60000' }
    const markets = [
      drawnMarket({ agedReference: 'btc' }),
      drawnMarket({ id: '1002' }),
      drawnMarket({ id: '1003', agedReference: 'btc' }),
    ]
    const text = 'btc: the last value came 7 s ago, which limits.referenceAgeMaxMs does not allow; nothing rests in 1001, 1003'
    expect(found({ feeds: [btc], markets })).toEqual([{ id: 'feed:btc', severity: 'warning', text }])
    const lost = { ...btc, state: 'lost', text: 'no value has come yet' }
    expect(found({ feeds: [lost], markets }).map(each => each.text)).toEqual(['btc: no value has come yet'])
  })

  test('books of single markets that are lost ring once for all', () => {
    const markets = [drawnMarket({ state: 'lost' }), drawnMarket({ id: '1002', state: 'lost' }), drawnMarket({ id: '1003' })]
    expect(found({ markets })).toEqual([{ id: 'feed:markets', severity: 'warning', text: 'books are lost in 1001, 1002' }])
  })

  test('books that are all lost ring once, as a feed', () => {
    const markets = [drawnMarket({ state: 'lost' }), drawnMarket({ id: '1002', state: 'lost' })]
    const feeds = [{ name: 'books', state: 'lost', ageMs: null, text: '0 of 2 books are live' }]
    expect(found({ markets, feeds }).map(({ id }) => id)).toEqual(['feed:books'])
  })

  test('a disk that fills up is a warning, and critical when it is nearly full', () => {
    expect(found({}, 1_000).map(({ id, severity }) => [id, severity])).toEqual([['disk', 'warning']])
    expect(found({}, 200).map(({ id, severity }) => [id, severity])).toEqual([['disk', 'critical']])
    expect(found({}, 1_024)).toEqual([])
    expect(found({}, null)).toEqual([])
  })
})

describe('a limit', () => {
  const limits = (percent: number, path = 'limits.positionMaxShares') => ({
    limits: [{ path, value: 100, used: percent, percent, where: '1001' }],
  })

  test('rings at 80 %, and ends only below 75 %', () => {
    const rules = createAlertRules(WHEN)
    const rings = (percent: number) => rules(look(limits(percent))).length
    expect([79, 80, 76, 75, 74.9, 79].map(rings)).toEqual([0, 1, 1, 1, 0, 0])
  })

  test('of losses is a warning, of positions an information', () => {
    expect(found(limits(85))).toEqual([
      {
        id: 'limit:limits.positionMaxShares',
        severity: 'info',
        text: '85 % of limits.positionMaxShares are used: 85 of 100, most by 1001',
      },
    ])
    for (const field of ['lossPerDayMaxUsdt', 'drawdownMaxPercent', 'worstCaseLossMaxUsdt', 'account.worstCaseLossMaxUsdt'])
      expect(found(limits(85, `limits.${field}`))[0]?.severity, field).toBe('warning')
  })
})

describe('settlements', () => {
  const settlement = (failed: number, oldestMs: number | null = null) => ({
    settlement: { pending: 1, oldestMs, settled: 1, failed },
  })

  test('that fail ring for ten minutes after the last one; those of before the first look do not', () => {
    const rules = createAlertRules(WHEN)
    const texts = (failed: number, minute: number) => rules(look(settlement(failed), minute * MINUTE)).map(({ text }) => text)
    expect(texts(3, 0)).toEqual([])
    expect(texts(5, 1)).toEqual(['2 settlements failed in the last 10 minutes, 5 in run 20260101-000000'])
    expect(texts(5, 11)).toHaveLength(1)
    expect(texts(5, 11.1)).toEqual([])
  })

  test('that take too long ring', () =>
    expect(found(settlement(0, 600_000))).toEqual([
      { id: 'settlement:late', severity: 'warning', text: '1 fill waits to settle, the oldest for 10 minutes' },
    ]))
})

test('a wall clock that is set back by an hour delays no alert and no end by an hour', () => {
  const firing = createFiringAlerts({ afterMs: () => 15_000, goneMs: () => 30_000 })
  const [lost] = createAlertRules(WHEN)(look({ feeds: [{ name: 'btc', state: 'lost', ageMs: null, text: 'gone' }] }))
  const HOUR = 3_600_000
  const at = (conditions: readonly Condition[], ms: number) => (firing.see(conditions, ms), firing.all.size)
  expect([at([lost!], HOUR), at([lost!], 1_000), at([lost!], 15_999), at([lost!], 16_000)]).toEqual([0, 0, 0, 1])
  expect([at([], HOUR), at([], 2_000), at([], 31_999), at([], 32_000)]).toEqual([1, 1, 1, 0])
  const rules = createAlertRules(WHEN)
  const quotes = (wanted: number, ms: number) =>
    rules(look({ markets: [drawnMarket({ ours: { bid: [], ask: [] }, dark: { wantedSeconds: wanted, reasons: {} } })] }, ms))
      .length
  expect([quotes(1, HOUR), quotes(2, HOUR), quotes(3, 1_000), quotes(4, 10 * MINUTE), quotes(5, 11 * MINUTE)]).toEqual([
    0, 0, 0, 0, 1,
  ])
})

describe('a market without a quote', () => {
  /** Looks once a minute; each gives what was wanted, and what was dark for which reason. */
  const minutes = (
    each: (minute: number) => { wanted: number; reasons: Record<string, number>; isQuoted?: boolean },
    more: Partial<RunCopy> = {},
  ) => {
    const rules = createAlertRules(WHEN)
    return Array.from({ length: 15 }, (_, minute) => {
      const { wanted, reasons, isQuoted = false } = each(minute)
      const ours = isQuoted ? { bid: [[0.5, 20] as const], ask: [] } : { bid: [], ask: [] }
      const market = drawnMarket({ ours, dark: { wantedSeconds: wanted, reasons } })
      return rules(look({ markets: [market], ...more }, minute * MINUTE)).filter(({ kind }) => kind === 'no-quote')
    })
  }
  const count = (found: readonly (readonly unknown[])[]) => found.map(({ length }) => length)

  test('rings after ten minutes, and says why it was dark', () => {
    const found = minutes(minute => ({ wanted: 60 * minute, reasons: { refused: 60 * minute, pulled: 0 } }))
    expect(count(found)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1])
    expect(found[11]?.[0]).toEqual({
      ...{ id: 'no-quote:1001', kind: 'no-quote', severity: 'warning', market: '1001' },
      text: 'two-sided wants quotes in market 1001, and none of ours stood there for 10 minutes; dark for: refused',
    })
  })

  test('names what keeps the wanted side dark, also where the strategy pulls the other one', () => {
    const found = minutes(minute => ({ wanted: 60 * minute, reasons: { pulled: 31 * minute, refused: 29 * minute } }))
    expect(found[11]?.[0]?.text).toMatch(/dark for: refused$/)
  })

  test('does not ring where one side stood, where the strategy pulled, where nothing was wanted, or where it is halted', () => {
    const none = Array.from({ length: 15 }, () => 0)
    expect(count(minutes(minute => ({ wanted: 60 * minute, reasons: { refused: 30 * minute }, isQuoted: true })))).toEqual(none)
    expect(count(minutes(minute => ({ wanted: 60 * minute, reasons: { pulled: 60 * minute } })))).toEqual(none)
    expect(count(minutes(() => ({ wanted: 60, reasons: { refused: 60 } })))).toEqual(none)
    const halt = { rule: 'x', text: 'x', at: 1 }
    expect(count(minutes(minute => ({ wanted: 60 * minute, reasons: { halt: 60 * minute } }), { halt }))).toEqual(none)
  })

  test('ends as soon as a quote rests', () => {
    const found = minutes(minute => ({ wanted: 60 * minute, reasons: { refused: 60 * minute }, isQuoted: minute === 13 }))
    expect(count(found).slice(10)).toEqual([0, 1, 1, 0, 0])
  })

  test('rings where orders are refused again and again, though each was on its way for a while', () => {
    const found = minutes(minute => ({ wanted: 60 * minute, reasons: { refused: 40 * minute } }))
    expect(count(found).slice(10)).toEqual([0, 1, 1, 1, 1])
  })
})
