import { describe, expect, test } from 'vitest'
import { reportHtml } from '../../../backtest/report/report-html.js'
import { Timestamp } from '../../../src/model/time.js'
import { generatedAbout, generatedResult } from './generated-result.js'

const HOSTILE = `</script><img src=x onerror="alert(1)"><!-- <script>alert('2')</script> & "so on"`

type Span = readonly [from: number, to: number, low: number, high: number]

const dataOf = (page: string): unknown =>
  JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/.exec(page)?.[1] ?? '')

describe('the page of a backtest', () => {
  test('tells strategies apart where there are several: their bars, their parts and their markets', () => {
    const result = generatedResult({ markets: 3 })
    const strategies = [
      { name: 'first', markets: [0, 2] },
      { name: 'second', markets: [1] },
    ]
    const page = reportHtml({ ...result, strategies }, generatedAbout())
    const part = /<section id="strategies">.*?<\/section>/s.exec(page)?.[0] ?? ''
    expect(part).toMatch(/first <small>2 markets<\/small>/)
    expect(part).toMatch(/second <small>1 market<\/small>/)
    expect([...part.matchAll(/class="bar"/g)]).toHaveLength(2)
    const markets = /<section id="markets">.*?<\/section>/s.exec(page)?.[0] ?? ''
    expect([...markets.matchAll(/<td>(first|second)<\/td>/g)].map(([, name]) => name)).toEqual(['first', 'second', 'first'])
  })

  test('has every part, in the order one reads it', () => {
    const page = reportHtml(generatedResult({ markets: 3 }), generatedAbout())
    const ids = [...page.matchAll(/<section id="([a-z]+)"/g)].map(([, id]) => id)
    expect(ids).toEqual([
      'warnings',
      'models',
      'equity',
      'profit',
      'book',
      'inventory',
      'risk',
      'markouts',
      'trades',
      'fills',
      'refusals',
      'dark',
      'markets',
      'calibration',
      'coverage',
      'configuration',
    ])
    for (const horizon of ['1 s', '5 s', '30 s', '5 min', '1 h', 'resolution']) expect(page).toContain(`>${horizon}</th>`)
  })

  test('names the headline, the hash, the command, the gaps and the share of prints paired', () => {
    const page = reportHtml(generatedResult(), generatedAbout())
    expect(page).toContain('pessimistic (headline)')
    expect(page).toContain('c0ffee1234567890')
    expect(page).toContain('oddsmith backtest config/backtest.yaml')
    expect(page).toContain('the recorder was reconnecting')
    expect(page).toContain('95.3 %')
  })

  test('says when the fees are not those of the recorded venue, and is silent when they are', () => {
    const warning = 'which is not that of the venue the recording was made at'
    expect(reportHtml(generatedResult(), generatedAbout())).toContain(warning)
    const fees = { schedule: 'recorded', isOfRecordedVenue: true }
    expect(reportHtml(generatedResult(), generatedAbout({ fees }))).not.toContain(warning)
  })

  test('draws a run without fills and without a result', () => {
    const page = reportHtml(generatedResult({ fillRate: 0, isResolved: false }), generatedAbout())
    expect(page).toContain('No order was filled.')
    expect(page).toContain('The headline account has no fills.')
    expect(page).toContain('No market of this recording has a result')
    expect(page).not.toMatch(/NaN|Infinity|undefined<|\[object/)
  })

  test('draws a run of no markets and no accounts', () => {
    const page = reportHtml(generatedResult({ markets: 0, models: [] }), generatedAbout())
    expect(page).toContain('No account was run.')
  })

  test('loads nothing from elsewhere', () => {
    const page = reportHtml(generatedResult(), generatedAbout())
    const loaded = [...page.matchAll(/(?:\s(?:src|href|action|data)=|url\(|@import\s*)["']?([^"')\s>]+)/g)].map(
      ([, address]) => address,
    )
    expect(loaded).toEqual(['data:,'])
    expect(page).toContain("default-src 'none'")
  })

  test('runs nothing that a market’s title says', () => {
    const about = generatedAbout({ title: HOSTILE, config: HOSTILE, command: HOSTILE, warnings: [HOSTILE], latency: HOSTILE })
    const gaps = [{ ...about.coverage.gaps[0]!, market: HOSTILE, why: HOSTILE }]
    const hostile = { ...about, coverage: { ...about.coverage, gaps }, fees: { schedule: HOSTILE, isOfRecordedVenue: false } }
    const page = reportHtml(generatedResult({ question: HOSTILE, models: [HOSTILE] }), hostile)
    const honest = reportHtml(generatedResult({ models: ['pessimistic'] }), generatedAbout())
    const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0
    expect(count(page, /<script/g)).toBe(count(honest, /<script/g))
    expect(count(page, /<\/script/g)).toBe(count(honest, /<\/script/g))
    expect(page).not.toMatch(/<img|<!--/)
    expect(page.match(/script-src ([^;]*)/)?.[1]).not.toContain('unsafe-inline')
    expect(dataOf(page)).toMatchObject({ markets: [HOSTILE], models: [HOSTILE] })
  })

  test('draws the quotes of a short market in a long run as finely as those of a long one', () => {
    const result = generatedResult({ markets: 60, models: ['pessimistic'] })
    const page = reportHtml({ ...result, to: Timestamp.add(result.from, 86_400_000_000) }, generatedAbout())
    const { accounts } = dataOf(page) as {
      readonly accounts: readonly [{ readonly markets: readonly [{ readonly quotes: { readonly bid: readonly Span[] } }] }]
    }
    const { bid } = accounts[0].markets[0].quotes
    const bands = bid.filter(([, , low, high]) => low !== high)
    expect(bands.length).toBeGreaterThan(50)
    expect(Math.max(...bands.map(([from, to]) => to - from))).toBeLessThan(30_000)
    expect(page).toContain('bands: several in a short time')
    expect(reportHtml(generatedResult(), generatedAbout())).not.toContain('bands: several')
  })

  test('stays small and says how it was sampled when the run is long', () => {
    const page = reportHtml(generatedResult({ seconds: 80_000, models: ['pessimistic'] }), generatedAbout())
    expect(page.length).toBeLessThan(6_000_000)
    expect(page).toMatch(/Sampled: of each [^<]+ the lowest and the highest value are drawn/)
  })
})
