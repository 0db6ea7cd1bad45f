import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { reportHtml } from '../../../backtest/report/report-html.js'
import { generatedAbout, generatedResult } from './generated-result.js'

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'chrome']

const browser = BROWSERS.find(name => {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--virtual-time-budget=8000',
  '--enable-logging=stderr',
  '--dump-dom',
]

/** Opens a page from disk; what it then holds, and what its console said. */
async function open(page: string): Promise<{ dom: string; complaints: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'oddsmith-browser-'))
  try {
    const file = join(folder, 'report.html')
    await writeFile(file, page)
    const { stdout, stderr } = await promisify(execFile)(
      browser ?? '',
      [...FLAGS, `--user-data-dir=${join(folder, 'profile')}`, pathToFileURL(file).href],
      { maxBuffer: 64 * 1_024 * 1_024 },
    )
    return { dom: stdout, complaints: stderr.split('\n').filter(line => /CONSOLE|Uncaught|Refused to/.test(line)) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const canvasesOf = (dom: string): number => dom.match(/<canvas/g)?.length ?? 0

describe.skipIf(browser === undefined)('in a browser (skipped where none of chromium and chrome is installed)', () => {
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
})
