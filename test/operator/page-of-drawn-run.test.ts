import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BROWSER, type BrowserPage, openBrowser } from './browser.js'
import { type DrawnDoor, drawnDoor } from './drawn-door.js'
import { drawnMarket } from './drawn-run.js'

const LEVEL = { size: 100, ours: 0, ahead: 0 }
const pill = (id: string): string => `document.getElementById('${id}').textContent`

describe.skipIf(BROWSER === undefined)(
  'the page of a drawn run (skipped where none of chromium and chrome is installed)',
  () => {
    let page: BrowserPage
    let door: DrawnDoor
    let isOpen = false

    beforeAll(async () => {
      page = await openBrowser()
      await page.size(1_280, 900)
    })
    afterAll(async () => page?.close())
    beforeEach(async () => {
      door = await drawnDoor()
      isOpen = true
      const headers = { Authorization: `Bearer ${door.file.tokens['cli']}`, 'Content-Type': 'application/json' }
      const response = await fetch(`${door.file.url}/api/codes`, { method: 'POST', headers, body: '{}' })
      const { code } = (await response.json()) as { code: string }
      await page.go(`${door.file.url}/#code=${code}`)
      await page.until(`${pill('link')} === 'live'`)
    })
    const close = async (): Promise<void> => {
      if (isOpen) await door.close()
      isOpen = false
    }
    afterEach(close)

    const view = async (name: string, words: string): Promise<void> => {
      await page.evaluate(`location.hash = '#/${name}'`)
      await page.until(`document.getElementById('view').innerText.includes(${JSON.stringify(words)})`)
    }

    test('goes on to say why a run ended, and no longer that it quotes', async () => {
      expect(await page.evaluate(pill('state'))).toBe('quoting')
      await close()
      await page.until(`${pill('state')} === 'ended'`)
      // The page tries to connect again each second meanwhile.
      const end = performance.now() + 2_500
      while (performance.now() < end) {
        expect(await page.evaluate(pill('link'))).toMatch(/^ended at \d\d:\d\d:\d\d: the test is over$/)
        expect(await page.evaluate('document.title')).toBe('ended · oddsmith')
        expect(await page.evaluate(`document.getElementById('state').className`)).toBe('pill')
      }
    })

    test('says since when nothing was heard of a run that hangs', async () => {
      door.hang()
      await page.until(`${pill('link')}.startsWith('no news since ')`)
      expect(await page.evaluate(pill('state'))).toBe('was quoting')
      expect(await page.evaluate('document.title')).toBe('no connection · oddsmith')
    })

    test('says of nothing that there is none before it has heard of the run', async () => {
      door.hang()
      await page.evaluate('location.reload()')
      await page.until(`${pill('state')} === 'connecting'`)
      const tables = {
        ...{
          overview: 'Feeds',
          markets: 'Markets',
          'market/1001': 'Our orders here',
          orders: 'Our orders',
          positions: 'Groups',
        },
      }
      for (const [name, label] of Object.entries(tables)) {
        await page.evaluate(`location.hash = '#/${name}'`)
        const told = `[...document.querySelectorAll('#view .scroll > p')].map(each => each.textContent)`
        await page.until(`document.querySelector('#view table[aria-label="${label}"]')`)
        await page.evaluate(`document.getElementById('filter')?.dispatchEvent(new Event('input'))`)
        expect(new Set(await page.evaluate<readonly string[]>(told)), name).toEqual(new Set(['nothing heard yet']))
      }
    })

    test('colours a state the same in the list of markets and on the page of its market', async () => {
      const states = { quoting: 'good', 'pulled: too near the end': 'warn', closed: '', halted: 'bad' }
      for (const [state, tone] of Object.entries(states)) {
        door.show({ markets: [drawnMarket({ state })] })
        await view('markets', state)
        expect(
          await page.evaluate(`document.querySelector('table[aria-label="Markets"] tbody td:nth-child(3) span').className`),
        ).toBe(tone)
        await view('market/1001', state)
        expect(await page.evaluate(`document.querySelector('.facts dd').className`)).toBe(tone)
      }
    })

    test('keeps how a list is narrowed and sorted, also over a reload, and says how much of it is shown', async () => {
      await view('markets', '2 markets')
      await page.click('table[aria-label="Markets"] th:first-child button')
      await page.click('#filter')
      await page.type('snow')
      await page.until(`document.querySelectorAll('tbody tr').length === 1`)
      await view('markets', '1 of 2 markets')
      await view('orders', 'Our orders')
      await page.evaluate('location.reload()')
      await page.until(`${pill('link')} === 'live'`)
      await view('markets', '1 of 2 markets')
      expect(await page.evaluate(`document.getElementById('filter').value`)).toBe('snow')
      expect(await page.evaluate(`document.querySelector('th').getAttribute('aria-sort')`)).toBe('descending')
    })

    test('keeps a selection in the ladder while its sizes change', async () => {
      door.show({}, { bid: [{ ...LEVEL, price: 0.5 }], ask: [{ ...LEVEL, price: 0.52 }] })
      await view('market/1001', '0.520')
      await page.evaluate(`getSelection().selectAllChildren(document.querySelector('.ladder tr.bid td:nth-child(3)'))`)
      door.show({}, { bid: [{ ...LEVEL, size: 77, price: 0.5 }], ask: [{ ...LEVEL, price: 0.52 }] })
      await view('market/1001', '77')
      expect(await page.evaluate('getSelection().toString()')).toBe('0.500')
    })

    test('shows nothing of a market that has left the run', async () => {
      door.show({}, { bid: [{ ...LEVEL, price: 0.5 }], ask: [{ ...LEVEL, price: 0.52 }] })
      await view('market/1001', '0.520')
      door.show({ markets: [] })
      await view('market/1001', '1001 is no market of this run any more')
      expect(await page.evaluate<string>(`document.getElementById('view').innerText`)).not.toMatch(
        /0\.520|Pause market|worst case/,
      )
      await view('overview', 'No market is open that the config asks for')
    })

    test('names the reference that is too old for a market', async () => {
      door.show({ markets: [drawnMarket({ state: 'btc too old', agedReference: 'btc' })] })
      await view('market/1001', 'reference too old')
      await view('overview', '')
    })

    test('leaves the button of a problem where it is while another one changes', async () => {
      const limit = { path: 'limits.positionMaxShares', value: 100, used: 81, percent: 81, where: '1001' }
      door.show({ markets: [drawnMarket({ state: 'failed', fault: 'it was told to' })], limits: [limit] })
      await view('overview', 'it was told to')
      await page.evaluate(`document.querySelector('#troubles button').focus()`)
      door.show({ limits: [{ ...limit, used: 82, percent: 82 }], waiting: ['1002 waits for approvals'] })
      await view('overview', 'is used to 82 %')
      await view('overview', '1002 waits for approvals')
      expect(await page.evaluate('document.activeElement.innerText')).toBe('Make again')
    })

    test('says in plain words that nothing answers, and how the page of a next run is opened', async () => {
      await close()
      await page.until(`${pill('state')} === 'ended'`)
      await view('results', 'nothing answers at the address of this page')
      expect(await page.evaluate<string>(`document.getElementById('head').innerText`)).toContain('oddsmith page paper.yaml')
    })

    test('says in plain words that nothing answers an action', async () => {
      await page.evaluate(`fetch = () => Promise.reject(new TypeError('Failed to fetch'))`)
      await page.click('#pause-all')
      await page.click('#confirm')
      await page.until(`document.getElementById('toasts').innerText.includes('nothing answers at the address of this page')`)
      expect(door.acted).toEqual([])
    })

    test('asks for the profit of the run at once', async () => {
      const asked = `performance.getEntriesByType('resource').find(({ name }) => name.includes('/api/profit'))`
      await page.until(`${asked} !== undefined`)
      const [first, loaded] = await page.evaluate<[number, number]>(
        `[${asked}.startTime, performance.getEntriesByType('navigation')[0].loadEventEnd]`,
      )
      expect(first - loaded).toBeLessThan(3_000)
    })

    test('shows a burst of events in one go, and makes no formatter for each time', async () => {
      const burst = `import('/page/view-events.js').then(async ({ events }) => {
        let [reads, made] = [0, 0]
        const make = Date.prototype.toLocaleTimeString
        Date.prototype.toLocaleTimeString = function (...how) { made++; return make.apply(this, how) }
        const { node, event } = events()
        for (let seq = 1; seq <= 300; seq++)
          event({ seq, kind: 'fill', market: null, who: null, text: 'burst', get at() { reads++; return Date.now() * 1000 } })
        await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))
        Date.prototype.toLocaleTimeString = make
        return [node.querySelectorAll('tbody tr').length, reads <= 600, made]
      })`
      expect(await page.evaluate(burst)).toEqual([300, true, 0])
    })

    test('tells first that a feed is lost', async () => {
      door.show({ feeds: [{ name: 'books', state: 'lost', ageMs: null, text: '0 of 2 books are live' }] })
      await page.until(`document.getElementById('troubles').innerText === 'books lost: 0 of 2 books are live'`)
    })

    test('dates what is not of today', async () => {
      const at = 1_767_225_600_000_000
      door.show({ state: 'halted', halt: { rule: 'operator', text: 'a request of page', at } })
      const day = await page.evaluate<string>(`new Date(${at / 1_000}).toLocaleDateString()`)
      await view('overview', `Halted by a request of page at ${day}`)
    })

    test('shows a price with the digits that it has', async () => {
      const prices = `import('/page/dom.js').then(({ price }) => [price(0.5), price(0.5234), price(0.52, 0.01), price(0.5234, 0.0001)])`
      expect(await page.evaluate(prices)).toEqual(['0.500', '0.5234', '0.52', '0.5234'])
    })

    test('says in which time zone its times are', async () => {
      const zone = await page.evaluate<string>('Intl.DateTimeFormat().resolvedOptions().timeZone')
      expect(await page.evaluate<string>(`document.getElementById('head').innerText`)).toContain(`times in ${zone}`)
    })
  },
)
