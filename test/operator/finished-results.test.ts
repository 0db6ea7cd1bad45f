import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { finishedResults, reportOf, summaryOf } from '../../src/operator/finished-results.js'
import { pageFiles } from '../../src/operator/page-files.js'
import { createResultLinks, LINK_LIFE_MS } from '../../src/operator/result-links.js'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'oddsmith-results-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), text)
}

describe('finished results', () => {
  test('are runs that ended, and what backtests, sweeps and walks left, also below a name of their own', () => {
    put('runs/20260101-100000/summary.json', '{"pnl":{"total":"1.234"},"fills":7,"seconds":60.4}')
    put('runs/20260101-110000/log', 'it goes on')
    put('backtests/latest/report.html', '<title>one</title>')
    put('backtests/latest/summary.json', '{"pnl":{"pessimistic":{"total":"-3.5"},"optimistic":{"total":"4"}}}')
    put('backtests/mine/second/report.html', '<title>two</title>')
    put('sweeps/latest/sweep.html', '')
    put('sweeps/latest/sweep.json', '{"bestProfit":25.844,"trials":3}')
    put('sweeps/latest/trial-1-ab/report.html', '')
    put('walks/latest/walk-forward.html', '')
    put('walks/latest/walk-forward.json', '{"pooled":{"outOfSample":"-97.82","events":39}}')
    put('somewhere/else/report.html', '')
    const found = finishedResults(home).map(({ id, kind, hasReport, text }) => [id, kind, hasReport, text])
    expect(found.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
      ['backtests/latest', 'backtest', true, 'pessimistic -3.50, optimistic 4.00'],
      ['backtests/mine/second', 'backtest', true, ''],
      ['runs/20260101-100000', 'run', false, 'profit 1.23, 7 fills, 60 s'],
      ['sweeps/latest', 'sweep', true, 'best profit 25.84 of 3 trials'],
      ['sweeps/latest/trial-1-ab', 'backtest', true, ''],
      ['walks/latest', 'walk-forward', true, 'out of sample -97.82 over 39 events'],
    ])
    expect(summaryOf(home, 'runs/20260101-100000')).toMatchObject({ fills: 7 })
    expect(summaryOf(home, 'walks/latest')).toMatchObject({ pooled: { events: 39 } })
    expect(reportOf(home, 'sweeps/latest')).toBe(join(home, 'sweeps/latest/sweep.html'))
    expect(reportOf(home, 'runs/20260101-100000')).toBeNull()
  })

  test('are none where nothing was left, and one with a broken summary is listed by its name', () => {
    expect(finishedResults(join(home, 'nowhere'))).toEqual([])
    put('runs/broken/summary.json', '{"pnl": ')
    expect(finishedResults(home)).toMatchObject([{ id: 'runs/broken', text: '' }])
  })

  test.each(['../secret', 'runs/../../secret', '/etc', 'runs', 'state/predict-0x1', 'backtests/latest/../../state', ''])(
    'have neither report nor summary for the id %j',
    id => {
      put('backtests/latest/report.html', '')
      put('state/predict-0x1/summary.json', '{}')
      expect(reportOf(home, id)).toBeNull()
      expect(summaryOf(home, id)).toBeNull()
    },
  )
})

describe('links to reports', () => {
  test('work for a minute, and no guessed one ever', () => {
    let now = 0
    const links = createResultLinks(() => now)
    const link = links.linkTo('/a/report.html')
    expect(links.fileOf(link)).toBe('/a/report.html')
    expect(links.fileOf(`${link}x`)).toBeNull()
    now = LINK_LIFE_MS
    expect(links.fileOf(link)).toBeNull()
  })
})

test('the page has every script that its scripts import, and its text has no address elsewhere', () => {
  const files = pageFiles()
  for (const [path, { body }] of files) {
    const text = body.toString()
    for (const [, name] of text.matchAll(/from '\.\/([\w-]+\.js)'/g))
      expect(files.has(`/page/${name}`), `${path} wants ${name}`).toBe(true)
    if (path === '/' || path.endsWith('.css')) expect(text).not.toMatch(/https?:/)
  }
  expect(files.size).toBeGreaterThan(15)
})
