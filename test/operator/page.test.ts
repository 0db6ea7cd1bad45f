import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type DoorFile, readDoorFile } from '../../src/operator/door-file.js'
import type { RunCopy } from '../../src/operator/schemas-run.js'
import { type Daemon, newestRun, oddsmith, walletFolder } from '../end-to-end/daemon.js'
import { openReceiver, type Receiver } from './alerts/receiver.js'
import { BROWSER, type BrowserPage, openBrowser } from './browser.js'
import { noteControls, unusedControls } from './controls.js'
import { KEEP_TEXTS, type WrittenText } from './kept-texts.js'

const CONFIG = `venue:
  name: predict
  embedded: { seed: 3, settlementMs: 100, worldFile: ./world.yaml }
strategies:
  - strategy: two-sided
    markets: [1001, 1002, 1003]
    parameters: { sizeShares: 10 }
  - strategy: ./fragile.ts
    markets: [1004]
limits: { positionMaxShares: 200 }
alertWhen: { resolveAfterSeconds: 0, diskFreeMinMb: 0 }
`

/** The markets of the package's own world that end after six hours, and one more. Its rounds are left out: they end, and cost time all along. */
const WORLD = {
  markets: [...parse(readFileSync(resolve('config/world.yaml'), 'utf8')).markets, { question: 'Is it fragile?' }],
}

/** Fails where a person tells it to. */
const FRAGILE = `import { pull, type StrategyDefinition, z } from 'oddsmith'
const parameters = z.strictObject({ isBroken: z.boolean().default(false) })
export const strategy = {
  name: 'fragile',
  version: 1,
  watches: 'touch',
  parameters,
  create: () => ({
    decide: ({ parameters: { isBroken } }) => {
      if (isBroken) throw new Error('it was told to')
      return pull('nothing to do')
    },
  }),
} satisfies StrategyDefinition<typeof parameters>
`

const FAINT = readFileSync(join(import.meta.dirname, 'faint-texts.js'), 'utf8')

const REPORT =
  '<!doctype html><title>report</title><p id="said"></p><script>document.getElementById("said").textContent = "a report"</script>'

describe.skipIf(BROWSER === undefined)('the page of a run (skipped where none of chromium and chrome is installed)', () => {
  let home: string
  let config: string
  let run: Daemon
  let door: DoorFile
  let page: BrowserPage
  let receiver: Receiver

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'oddsmith-page-'))
    config = join(home, 'mine.yaml')
    receiver = await openReceiver()
    receiver.set({ status: 500 })
    writeFileSync(config, `${CONFIG}alerts: [{ url: ${JSON.stringify(receiver.url)} }]\n`)
    writeFileSync(join(home, 'world.yaml'), JSON.stringify(WORLD))
    mkdirSync(join(home, 'backtests/latest'), { recursive: true })
    writeFileSync(join(home, 'backtests/latest/report.html'), REPORT)
    mkdirSync(join(home, 'runs/00000000-earlier'), { recursive: true })
    writeFileSync(join(home, 'runs/00000000-earlier/summary.json'), JSON.stringify({ pnl: { total: '1.25' } }))
    writeFileSync(join(home, 'fragile.ts'), FRAGILE)
    run = oddsmith(['run', config, '--home', home])
    const [, browser] = await Promise.all([run.says(/page: http/), openBrowser()])
    page = browser
    const found = readDoorFile(walletFolder(home).folder)
    if (found === null) throw new Error('the door did not say where it is')
    door = found
    await page.size(1_280, 900)
    await noteControls(page)
    await page.before(KEEP_TEXTS)
    await page.go(`${door.url}/#code=${await code()}`)
    await page.until(`document.getElementById('state').textContent === 'quoting'`)
  })
  afterAll(async () => {
    await page?.close()
    run?.child.kill('SIGINT')
    await run?.ended
    await receiver?.close()
    rmSync(home, { recursive: true, force: true })
  })

  const ask = async <T>(path: string, method = 'GET'): Promise<T> => {
    const headers = { Authorization: `Bearer ${door.tokens['cli']}`, 'Content-Type': 'application/json' }
    const response = await fetch(`${door.url}${path}`, { method, headers, ...(method === 'POST' && { body: '{}' }) })
    return (await response.json()) as T
  }
  const code = async (): Promise<string> => (await ask<{ code: string }>('/api/codes', 'POST')).code
  const status = (): Promise<RunCopy> => ask<RunCopy>('/api/run')
  const view = async (name: string, words: string): Promise<void> => {
    await page.evaluate(`location.hash = '#/${name}'`)
    await page.until(`document.getElementById('view').innerText.includes(${JSON.stringify(words)})`)
  }
  /** Clicks, sees the question, and says yes. */
  const confirmed = async (selector: string, question: string): Promise<void> => {
    await page.click(selector)
    await page.until(`document.getElementById('dialog').open`)
    expect(await page.evaluate<string>(`document.getElementById('dialog').innerText`)).toContain(question)
    await page.click('#confirm')
  }
  const toast = (words: string): Promise<void> =>
    page.until(`document.getElementById('toasts').innerText.includes(${JSON.stringify(words)})`)
  /** Writes a value into the field of a path and sets it. */
  const set = async (path: string, value: string): Promise<void> => {
    const form = `form[data-path="${path}"]`
    await page.click(`${form} input`)
    await page.evaluate(`document.querySelector('${form} input').select()`)
    await page.type(value)
    await page.click(`${form} button`)
  }

  /** Sorts a table by its first column that sorts, both ways. */
  const sorted = async (label: string): Promise<void> => {
    const head = `table[aria-label="${label}"] th:has(button)`
    const way = (): Promise<string | null> => page.evaluate(`document.querySelector('${head}').getAttribute('aria-sort')`)
    // A table below one that grows may move away from under the mouse: it is clicked again.
    for (const wanted of ['descending', 'ascending']) while ((await way()) !== wanted) await page.click(`${head} button`)
  }

  test('takes its code once, leaves no token in the address, and is locked without one', async () => {
    expect(await page.evaluate<string>('location.href')).toBe(`${door.url}/#/`)
    const used = await page.evaluate<string>(`sessionStorage.getItem('oddsmith-token')`)
    expect(used).toBe(door.tokens['page'])
    await page.evaluate('sessionStorage.clear()')
    await page.go(`${door.url}/?again#code=wrong`)
    await page.until(`document.body.innerText.includes('This tab has no key to the daemon')`)
    await page.go(`${door.url}/#code=${await code()}`)
    await page.until(`document.getElementById('state').textContent === 'quoting'`)
  })

  test('shows each view, and draws its plots', async () => {
    await view('overview', 'Profit of this run')
    await page.until(`document.querySelector('.plot canvas')`)
    await view('markets', '3 quoting')
    await page.click('#filter')
    await page.type('1002')
    await page.until(`document.querySelectorAll('tbody tr').length === 1`)
    await page.click('tbody tr a')
    await page.until(`document.querySelectorAll('.ladder tr.own').length >= 2`)
    await page.until(`document.querySelector('.plot canvas')`)
    await view('markets', '1 of 4 markets, 3 quoting')
    await page.click('#filter')
    await page.evaluate(`document.getElementById('filter').select()`)
    await page.key('Delete')
    await page.until(`document.querySelectorAll('tbody tr').length === 4`)
    await view('orders', 'working')
    await view('positions', 'Groups of which one market wins')
    // Columns: market, group, YES, NO, net, paid, worth, profit, worst case. A share is worth between nothing and one unit, and cost as much.
    await page.until(`document.querySelectorAll('table[aria-label="Positions"] tbody td:nth-child(7)').length > 0`)
    const held = await page.evaluate<string[][]>(
      `[...document.querySelectorAll('table[aria-label="Positions"] tbody tr')].map(row => [...row.cells].map(cell => cell.innerText))`,
    )
    const sums = held.map(cells => cells.slice(2).map(Number)).filter(([yes, no]) => yes! + no! > 0)
    expect(sums.length).toBeGreaterThan(0)
    for (const [yes, no, , paid, worth] of sums) {
      expect(paid).toBeGreaterThan(0)
      expect(paid).toBeLessThan(yes! + no!)
      expect(worth).toBeGreaterThanOrEqual(0)
      expect(worth).toBeLessThan(yes! + no!)
    }
    await view('events', 'Log')
    await view('settings', 'positionMaxShares')
    await view('results', 'latest')
    await page.click('button[data-result="backtests/latest"]')
    await page.until(`document.querySelector('iframe.report')`)
    await page.click('button[data-result="runs/00000000-earlier"]')
    await page.until(`document.querySelector('iframe.report') === null`)
    await view('results', 'pnl.total')
  })

  test('goes by its links, and skips to a view that stays the one it is', async () => {
    const names = ['', 'markets', 'orders', 'positions', 'settings', 'events', 'results', 'alerts']
    for (const [at, name] of [...names.entries()].toReversed()) {
      await page.click(`#nav a:nth-child(${at + 1})`)
      await page.until(`location.hash === '#/${name === '' ? 'overview' : name}'`)
      await page.until(`document.querySelectorAll('#nav a')[${at}].getAttribute('aria-current') === 'page'`)
    }
    await view('settings', 'positionMaxShares')
    await page.evaluate(`document.querySelector('.skip').focus()`)
    await page.key('Enter')
    await page.until(`document.activeElement.id === 'view'`)
    expect(await page.evaluate('location.hash')).toBe('#/settings')
  })

  test('sorts each table by its columns, both ways', async () => {
    await view('markets', '3 quoting')
    const ids = (): Promise<string[]> =>
      page.evaluate(`[...document.querySelectorAll('tbody tr')].map(row => row.innerText.slice(0, 4))`)
    await sorted('Markets')
    expect(await ids()).toEqual(['1001', '1002', '1003', '1004'])
    await page.click('table[aria-label="Markets"] th:first-child button')
    expect(await ids()).toEqual(['1004', '1003', '1002', '1001'])
    await view('orders', 'working')
    await sorted('Our orders')
    await view('positions', 'worst case')
    await sorted('Positions')
    for (const [name, label] of [
      ['orders', 'Our orders'],
      ['orders', 'Fills'],
      ['positions', 'Positions'],
    ] as const) {
      await view(name, label)
      const isThere = (): Promise<boolean> => page.evaluate(`location.hash.startsWith('#/market/100')`)
      while (!(await isThere())) await page.click(`table[aria-label="${label}"] tbody a`)
    }
    await view('market/1001', 'Our orders')
    await page.until(`document.querySelector('table[aria-label="Our orders here"] tbody tr')`)
    await sorted('Our orders here')
    await view('results', 'latest')
    await sorted('Finished runs and backtests')
  })

  test('does nothing where a question is answered with no', async () => {
    await page.click('#cancel-all')
    await page.until(`document.getElementById('dialog').open`)
    await page.click('#dialog button:not(#confirm)')
    await page.until(`!document.getElementById('dialog').open`)
    expect((await status()).open.length).toBeGreaterThan(0)
  })

  test('is served with a policy that lets nothing run from elsewhere, and a report in a sandbox of its own', async () => {
    const index = await fetch(`${door.url}/`)
    expect(index.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    const id = encodeURIComponent('backtests/latest')
    const { path } = await ask<{ path: string }>(`/api/results/${id}/link`, 'POST')
    const report = await fetch(`${door.url}${path}`)
    expect([await report.text(), report.headers.get('content-security-policy')]).toEqual([REPORT, 'sandbox allow-scripts'])
    for (const hostile of ['/page/../door.json', '/page/%2e%2e%2fmain.ts', '/results/..%2f..%2fstate', '/page/index.html'])
      expect((await fetch(`${door.url}${hostile}`)).status, hostile).toBe(404)
    expect((await fetch(`${door.url}/api/results`)).status).toBe(401)
  })

  test('pauses and resumes one market', async () => {
    await view('market/1002', 'Our orders')
    await confirmed('#market-pause', 'Pause market 1002?')
    await toast('market 1002: paused')
    const paused = await status()
    expect(paused.pauses).toMatchObject([{ scope: 'market:1002', who: 'page' }])
    expect(paused.open.filter(({ market }) => market === '1002')).toEqual([])
    expect(paused.open.length).toBeGreaterThan(0)
    await confirmed('#market-resume', 'Resume market 1002?')
    await page.until(`document.querySelectorAll('.ladder tr.own').length >= 2`)
  })

  test('closes the position of one market, says by whom, and resumes it', async () => {
    await view('market/1002', 'Our orders')
    await confirmed('#market-close', 'Close market 1002?')
    await toast('market 1002: closing by resting orders')
    await page.until(`document.querySelector('.facts').innerText.includes('closed by')`)
    expect((await status()).pauses).toMatchObject([{ scope: 'market:1002', who: 'page', closing: { crossTicks: null } }])
    await confirmed('#market-resume', 'Resume market 1002?')
    await page.until(`document.querySelectorAll('.ladder tr.own').length >= 2`)
  })

  test('sets a parameter of one market, and makes its strategy again', async () => {
    await view('market/1003', 'Parameters of two-sided in this market')
    await set('markets.1003.strategies.two-sided.sizeShares', '7')
    await toast('markets.1003.strategies.two-sided.sizeShares from 10 to 7')
    await page.evaluate('document.activeElement.blur()')
    const field = `form[data-path="markets.1003.strategies.two-sided.sizeShares"]`
    await page.until(`document.querySelector('${field}').innerText.includes('of this market; the others have 10')`)
    expect(await page.evaluate(`document.querySelector('${field} input').value`)).toBe('7')
    await confirmed('#market-restart', 'Make the strategy of market 1003 again?')
    await toast('strategies made again')
    // This strategy reads its size when it is made.
    await page.until(`[...document.querySelectorAll('.ladder tr.own td:first-child')].some(cell => cell.textContent === '7')`)
    await view('settings', 'Other values hold in 1003 (sizeShares 7).')
    await page.click('#view p a')
    await page.until(`location.hash === '#/market/1003'`)
    await view('market/1002', 'They are those of the strategy.')
    const other = `form[data-path="markets.1002.strategies.two-sided.sizeShares"] input`
    expect(await page.evaluate(`document.querySelector('${other}').value`)).toBe('10')
  })

  test('tightens a limit at once, and asks with old and new before it loosens one', async () => {
    await view('settings', 'positionMaxShares')
    await set('limits.positionMaxShares', '150')
    await toast('limits.positionMaxShares from 200 to 150')
    await page.until(`document.querySelector('form[data-path="limits.positionMaxShares"] input').value === '150'`)
    await page.evaluate('document.activeElement.blur()')
    await set('limits.positionMaxShares', '180')
    await page.until(`document.getElementById('dialog').open`)
    expect(await page.evaluate<string>(`document.getElementById('dialog').innerText`)).toMatch(/loosens a limit[^]*150[^]*180/)
    await page.key('Escape')
    await page.until(`!document.getElementById('dialog').open`)
    await page.evaluate('document.activeElement.blur()')
    await set('limits.positionMaxShares', '1e400')
    await toast('limits.positionMaxShares: expected a number, found "1e400"')
    expect((await status()).limits.find(({ path }) => path === 'limits.positionMaxShares')?.value).toBe(150)
  })

  test('shows what changed in the file, and takes it over', async () => {
    writeFileSync(config, readFileSync(config, 'utf8').replace('sizeShares: 10', 'sizeShares: 12'))
    await view('settings', 'positionMaxShares')
    await page.click('#reload')
    await page.until(`document.getElementById('dialog').open`)
    expect(await page.evaluate<string>(`document.getElementById('dialog').innerText`)).toContain(
      'strategies.two-sided.parameters.sizeShares',
    )
    await page.click('#confirm')
    await toast('sizeShares from 10 to 12')
  })

  test('refuses a value that is wrong, with the sentence of the config', async () => {
    await view('settings', 'positionMaxShares')
    await set('limits.positionMaxUsdt', 'many')
    await toast('refused: limits.positionMaxUsdt: expected')
    await page.click('#toasts .bad button')
    await page.until(`document.querySelector('#toasts .bad') === null`)
  })

  test('pauses, resumes and makes again a strategy by its card', async () => {
    await view('settings', 'Strategy two-sided, 3 markets')
    await set('strategies.two-sided.halfSpreadTicks', '5')
    await toast('halfSpreadTicks from 1 to 5')
    await page.evaluate('document.activeElement.blur()')
    const button = (at: number): string => `#view .grid .grid section:first-child .row button:nth-child(${at})`
    await confirmed(button(1), 'Pause strategy two-sided?')
    await toast('strategy two-sided: paused')
    expect((await status()).open).toEqual([])
    await confirmed(button(2), 'Resume strategy two-sided?')
    await page.until(`document.getElementById('state').textContent === 'quoting'`)
    await confirmed(button(3), 'Make the strategy of strategy two-sided again?')
    await toast('strategy two-sided: strategies made again')
  })

  test('tells at first what is wrong, each with the button that ends it', async () => {
    await view('market/1001', 'Our orders')
    await confirmed('#market-pause', 'Pause market 1001?')
    await view('overview', 'market 1001 is paused by page')
    await confirmed('#troubles button', 'Resume market 1001?')
    await page.until(`!document.getElementById('troubles').innerText.includes('paused')`)
    const isBroken = async (first: string): Promise<void> => {
      await view('settings', 'Strategy fragile')
      const field = 'form[data-path="strategies.fragile.isBroken"]'
      await page.evaluate(`document.querySelector('${field} select').focus()`)
      await page.key(first)
      await page.click(`${field} button`)
      await page.until(`document.getElementById('toasts').innerText.includes('isBroken from')`)
      await page.evaluate('document.activeElement.blur()')
    }
    await isBroken('t')
    await view('overview', 'fragile failed in market 1004: it was told to')
    await isBroken('f')
    await view('overview', 'fragile failed in market 1004: it was told to')
    await confirmed('#troubles button', 'Make the strategy of market 1004 again?')
    await page.until(`document.getElementById('troubles').innerText === ''`)
  })

  test('goes by keys: views, narrowing, pausing with a question', async () => {
    await page.evaluate('document.activeElement.blur()')
    const names = ['overview', 'markets', 'orders', 'positions', 'settings', 'events', 'results', 'alerts']
    for (const [at, name] of names.entries()) {
      await page.key(String(at + 1))
      await page.until(`location.hash === '#/${name}'`)
    }
    await page.key('?')
    await page.until(`document.getElementById('dialog').innerText.includes('narrow the list')`)
    await page.click('#confirm')
    await page.until(`!document.getElementById('dialog').open && document.activeElement === document.body`)
    await page.key('2')
    await page.until(`location.hash === '#/markets' && document.getElementById('filter')`)
    await page.key('/')
    await page.until(`document.activeElement.id === 'filter'`)
    await page.evaluate('document.activeElement.blur()')
    await page.key('p')
    await page.until(`document.getElementById('dialog').open`)
    await page.key('Enter')
    await toast('all markets: paused')
    await page.until(`document.getElementById('state').textContent === 'paused'`)
    await confirmed('#resume-all', 'Resume all markets?')
    await page.until(`document.getElementById('state').textContent === 'quoting'`)
    await confirmed('#pause-all', 'Pause all markets?')
    await page.until(`document.getElementById('state').textContent === 'paused'`)
    await confirmed('#resume-all', 'Resume all markets?')
    await page.until(`document.getElementById('state').textContent === 'quoting'`)
  })

  test('fits a phone: nothing is wider than the screen but what scrolls', async () => {
    await page.size(390, 844)
    for (const name of ['overview', 'markets', 'market/1001', 'orders', 'settings', 'alerts']) {
      await page.evaluate(`location.hash = '#/${name}'`)
      await page.until(`document.getElementById('view').children.length > 0`)
      expect(await page.evaluate<number>('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(390)
      const link = `document.querySelector('#nav [aria-current]').getBoundingClientRect()`
      expect(await page.evaluate<number>(`${link}.right`), name).toBeLessThanOrEqual(390)
    }
    await page.size(1_280, 900)
  })

  test('marks times on a clock of 24 hours, inside its plots', async () => {
    await view('markets', '3 quoting')
    await page.evaluate('written.length = 0')
    await view('overview', 'Profit of this run')
    await page.until(`written.some(({ text }) => text.includes(':'))`)
    const times = await page.evaluate<readonly WrittenText[]>(`written.filter(({ text }) => text.includes(':'))`)
    expect(times.filter(({ text }) => !/^\d\d:\d\d(?::\d\d)?$/.test(text))).toEqual([])
    expect(times.filter(({ right }) => right > 1)).toEqual([])
  })

  test('writes midnight as 00:00, whatever the language', async () => {
    const midnight = await page.evaluate<string>(
      `import('/page/dom.js').then(({ clock }) => clock(new Date(2026, 0, 2, 0, 5, 7).getTime() * 1_000))`,
    )
    expect(midnight).toBe('00:05:07')
  })

  test.each(['dark', 'light'] as const)('can be read by those who prefer it %s', async scheme => {
    await page.scheme(scheme)
    const paper = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    expect(paper).toBe(scheme === 'dark' ? 'rgb(16, 19, 23)' : 'rgb(247, 247, 245)')
    for (const name of ['overview', 'markets', 'market/1001', 'orders', 'events', 'results', 'settings', 'alerts']) {
      await page.evaluate(`location.hash = '#/${name}'`)
      await page.until(`document.getElementById('view').children.length > 0`)
      expect(await page.evaluate<readonly string[]>(FAINT), name).toEqual([])
    }
  })

  test('is one of several clients: actions of a program show on it, under the name of its token', async () => {
    for (let i = 0; i < 10; i++) {
      const action = { do: 'set', path: 'strategies.two-sided.halfSpreadTicks', value: 2 + (i % 2) }
      const headers = {
        Authorization: `Bearer ${door.tokens['cli']}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': `step-${i}`,
      }
      const response = await fetch(`${door.url}/api/actions`, { method: 'POST', headers, body: JSON.stringify(action) })
      expect(response.status, await response.text()).toBe(200)
    }
    await view('events', 'halfSpreadTicks')
    await page.until(`[...document.querySelectorAll('tbody tr')].some(row => row.innerText.includes('cli'))`)
    await page.click('#filter')
    await page.type('pause')
    await page.until(`[...document.querySelectorAll('tbody tr')].every(row => row.innerText.includes('pause'))`)
  })

  test('removes every order, and halts; both are in the journal with who and when', async () => {
    await confirmed('#cancel-all', 'Remove every order of this wallet?')
    await page.until(`document.getElementById('state').textContent === 'paused'`)
    // The run is paused at once; the venue answers each removal a moment later.
    await expect.poll(async () => (await status()).open, { timeout: 10_000 }).toEqual([])
    await confirmed('#halt', 'Halt this wallet?')
    await page.until(`document.getElementById('state').textContent === 'halted'`)
    const { events } = await ask<{ events: { kind: string; who: string | null; text: string }[] }>('/api/events?count=1000')
    const acted = events.filter(({ kind }) => kind === 'control').map(({ who }) => who)
    expect(acted.filter(who => who === 'page').length).toBeGreaterThanOrEqual(10)
    expect(acted.filter(who => who === 'cli')).toHaveLength(10)
  })

  test('shows in each view that an alert is on, which one, and that its receiver fails; and that both are over', async () => {
    await page.until(`document.getElementById('ringing').innerText === '1 alert, 1 receiver fails'`)
    await page.click('#ringing')
    await page.until(`location.hash === '#/alerts'`)
    await page.until(`document.querySelector('table[aria-label="Alerts that are on"] tbody').innerText.includes('halt')`)
    await sorted('Alerts that are on')
    await page.until(`document.querySelector('table[aria-label="Receivers of alerts"]').innerText.includes('it answered 500')`)
    receiver.set('take')
    await page.until(`document.getElementById('ringing').innerText === '1 alert'`)
    await confirmed('#resume-all', 'Resume all markets?')
    await page.until(`document.getElementById('ringing').hidden`)
    await view('alerts', 'none: nothing is wrong')
  })

  test('has no control that these tests did not use', async () => {
    await view('overview', 'Refused by risk')
    const refusals = 'table[aria-label="Refusals by rule"]'
    if (await page.evaluate<boolean>(`!document.querySelector('${refusals}').hidden`)) await sorted('Refusals by rule')
    expect(await unusedControls(page)).toEqual([])
  })

  test('said nothing on its console but that the door refused or asked', () => {
    expect(page.complaints.filter(text => !/\/api\/token|status of (?:409|422)/.test(text))).toEqual([])
  })

  test('changed nothing that a replay could not find again', async () => {
    run.child.kill('SIGINT')
    await run.ended
    const replayed = await oddsmith(['replay', newestRun(home)]).ended
    expect(replayed.stdout).toContain('the same commands and the same state')
    expect(replayed.code).toBe(0)
  })
})
