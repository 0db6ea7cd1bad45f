import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { html } from '../../../backtest/report/html.js'
import { reportHtml } from '../../../backtest/report/report-html.js'
import { heatMap } from '../../../backtest/sweep/heat-map.js'
import { plainPage } from '../../../backtest/sweep/plain-page.js'
import { rankTrials } from '../../../backtest/sweep/rank.js'
import { Timestamp } from '../../../src/model/time.js'
import { BROWSER, type BrowserPage, openBrowser } from '../../operator/browser.js'
import { KEEP_TEXTS, type WrittenText } from '../../operator/kept-texts.js'
import { trialRow } from '../sweep/trial-row.js'
import { generatedAbout, generatedResult } from './generated-result.js'

let page: BrowserPage
let folder = '.'

/** Opens a page from disk; what it then holds, and what its console said. */
async function open(html: string): Promise<{ dom: string; complaints: readonly string[] }> {
  const before = page.complaints.length
  const file = pathToFileURL(join(folder, `${before}-${performance.now()}.html`))
  await writeFile(file, html)
  await page.go(file.href)
  await page.until(`location.href === ${JSON.stringify(file.href)} && document.readyState === 'complete'`)
  return { dom: await page.evaluate('document.documentElement.outerHTML'), complaints: page.complaints.slice(before) }
}

const canvasesOf = (dom: string): number => dom.match(/<canvas/g)?.length ?? 0

describe.skipIf(BROWSER === undefined)('in a browser (skipped where none of chromium and chrome is installed)', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oddsmith-report-'))
    page = await openBrowser()
    await page.before(KEEP_TEXTS)
  })
  afterAll(async () => {
    await page.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('draws a plot for each part without a word on the console', async () => {
    const { dom, complaints } = await open(reportHtml(generatedResult({ markets: 3 }), generatedAbout()))
    expect(complaints).toEqual([])
    expect(canvasesOf(dom)).toBe(7)
    expect(dom).toMatch(/class="legend"/)
  })

  test('draws a run without fills, and one without a market', async () => {
    const bare = await open(reportHtml(generatedResult({ fillRate: 0, isResolved: false }), generatedAbout()))
    expect(bare.complaints).toEqual([])
    expect(canvasesOf(bare.dom)).toBe(6)
    const none = await open(reportHtml(generatedResult({ markets: 0, models: [] }), generatedAbout()))
    expect(none.complaints).toEqual([])
  })

  test('draws markets that are short beside the run, one of which never had a book', async () => {
    const result = generatedResult({ markets: 8 })
    const width = (result.to - result.from) / 8
    const books = result.books.filter(({ market, at }) => market > 0 && Math.floor((at - result.from) / width) === market)
    expect(books.length).toBeGreaterThan(7)
    const { dom, complaints } = await open(reportHtml({ ...result, books }, generatedAbout()))
    expect(complaints).toEqual([])
    expect(canvasesOf(dom)).toBe(7)
  })

  test('runs no script that a title brings', async () => {
    const hostile = `</script><script>document.title='taken'</script><img src=x onerror="document.title='taken'">`
    const { dom, complaints } = await open(
      reportHtml(generatedResult({ question: hostile }), generatedAbout({ title: hostile })),
    )
    expect(complaints).toEqual([])
    expect(dom).not.toMatch(/<title>taken|<img/)
  })

  test('marks times inside its plots on a phone, however long the recording is', async () => {
    await page.size(390, 800)
    // The second one begins just after a multiple of five minutes and ends before the next.
    for (const [skipped, seconds] of [
      [0, 60],
      [110, 290],
      [0, 2_400],
    ] as const) {
      const result = generatedResult({ seconds })
      await open(reportHtml({ ...result, from: Timestamp.add(result.from, skipped * 1e6) }, generatedAbout()))
      const written = await page.evaluate<readonly WrittenText[]>('written')
      const times = written.filter(({ text }) => /^\d\d:\d\d/.test(text))
      expect(times.length, `${seconds} s`).toBeGreaterThan(2)
      expect(times.filter(({ right }) => right > 1)).toEqual([])
    }
  })

  test('writes no date beyond the end of a plot, such as that of a midnight at which the recording ends', async () => {
    await page.size(1_280, 900)
    const result = generatedResult({ seconds: 2_400 })
    const day = 86_400_000_000
    for (const days of [1, 12]) {
      const to = Timestamp.of(Math.ceil(result.from / day) * day + (days - 1) * day)
      await open(reportHtml({ ...result, to }, generatedAbout()))
      const written = await page.evaluate<readonly WrittenText[]>('written')
      const dates = written.filter(({ text }) => /^\d{4}-\d\d-\d\d$/.test(text))
      expect(dates.length, `${days} days`).toBeGreaterThan(2)
      expect(dates.filter(({ right }) => right > 1)).toEqual([])
    }
  })

  test('is light on paper, where the screen is dark too, with the keys of its curves', async () => {
    await page.size(1_280, 900)
    await page.scheme('dark')
    await open(reportHtml(generatedResult({ markets: 3 }), generatedAbout()))
    const paper = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor')
    expect(await paper()).toBe('rgb(17, 20, 24)')
    await page.evaluate('written.length = 0')
    await page.scheme('dark', 'print')
    expect(await paper()).toBe('rgb(255, 255, 255)')
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.legend i')).printColorAdjust`)).toBe('exact')
    await page.until('written.length > 0')
    await page.scheme('light')
  })

  test('tells curves apart by their dashes, and marks sizes in low plots too', async () => {
    await page.size(1_280, 900)
    await open(reportHtml(generatedResult({ markets: 3 }), generatedAbout()))
    const keys = await page.evaluate<string[]>(
      `[...document.querySelectorAll('#inventory .legend i')].map(({ style }) => style.background.replace(/var\\(.*?\\)/g, ''))`,
    )
    expect(new Set(keys).size).toBe(3)
    for (const plot of ['drawdown-plot', 'inventory-plot', 'exposure-plot']) {
      const marks = await page.evaluate<string[]>(
        `written.filter(({ plot, text }) => plot === '${plot}' && /^[−\\d,.]+$/.test(text)).map(({ text }) => text)`,
      )
      expect(new Set(marks).size, plot).toBeGreaterThan(1)
    }
  })

  test('fits a phone, and so does a search over many values', async () => {
    await page.size(390, 800)
    const rows = Array.from({ length: 12 }, (_, at) => ({ ...trialRow(String(at), { half: at }, at - 3), number: at + 1 }))
    const map = heatMap(rankTrials(rows, 'profit'), { across: 'half', down: null })
    const search = plainPage('Sweep', 'twelve values', html`<section><div class="maps">${map}</div></section>`)
    for (const text of [reportHtml(generatedResult({ markets: 3 }), generatedAbout()), search]) {
      await open(text)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    }
  })
})
