import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FleetDaemon } from '../../../src/operator/fleet/fleet-daemons.js'
import { type FleetRow, fleetRow, fleetRowOf } from '../../../src/operator/fleet/fleet-row.js'
import { type ServedFleet, serveFleet } from '../../../src/operator/fleet/serve-fleet.js'
import { type Asking, askByHand, OUTWARD } from '../ask-by-hand.js'
import { BROWSER, type BrowserPage, openBrowser } from '../browser.js'
import { noteControls, unusedControls } from '../controls.js'
import { type DrawnDoor, drawnDoor } from '../drawn-door.js'
import { drawnMarket, drawnRun } from '../drawn-run.js'

let north: DrawnDoor
let south: DrawnDoor
let fleet: ServedFleet
let token: string
const daemons: FleetDaemon[] = []

beforeAll(async () => {
  ;[north, south] = await Promise.all([drawnDoor(), drawnDoor({ mode: 'live' })])
  daemons.push(
    ...[
      { name: 'north', door: north.file, isRunning: true },
      { name: 'south', door: south.file, isRunning: true },
    ],
    { name: 'west', door: null, isRunning: false },
  )
  fleet = await serveFleet({ port: 0, daemons: () => daemons })
  const code = new URL(fleet.address()).hash.replace('#code=', '')
  const headers = { 'content-type': 'application/json' }
  const { text } = await askByHand(fleet.url, '/api/token', { method: 'POST', headers, body: JSON.stringify({ code }) })
  token = (JSON.parse(text) as { token: string }).token
})
afterAll(async () => {
  await fleet.end()
  await Promise.all([north.close(), south.close()])
})

const ask = (path: string, asking: Asking = {}) => askByHand(fleet.url, path, { token, ...asking })
const post = async (path: string, body: object, more: Readonly<Record<string, string>> = {}) => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': `key-${Math.random()}`, ...more }
  const { status, text } = await ask(path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status, body: JSON.parse(text) as Readonly<Record<string, unknown>> }
}

test('tells each daemon in a line, also one that does not run, and adds up what markets and groups may lose', async () => {
  const { status, text } = await ask('/api/fleet')
  const rows = JSON.parse(text) as readonly FleetRow[]
  expect([status, rows.map(row => fleetRow.parse(row)).map(({ name, state }) => [name, state])]).toEqual([
    200,
    [
      ['north', 'quoting'],
      ['south', 'quoting'],
      ['west', 'not running'],
    ],
  ])
  expect(rows[1]?.run).toMatchObject({ mode: 'live', markets: 2, quoting: 2, worth: '101.50', worstCase: '20.00' })
  const run = drawnRun({
    markets: [drawnMarket(), drawnMarket({ id: '7', worstCase: '3.25' })],
    feeds: [{ name: 'btc', state: 'lost', ageMs: 1, text: 'gone' }],
    halt: { rule: 'lossPerDay', text: 'halted by lossPerDay', at: 1 },
  })
  expect(
    fleetRowOf('n', drawnRun({ money: { ...run.money, equity: '1.015', cash: '0.01' } }), {
      firing: [],
      sinks: [],
      heartbeat: null,
    }).run?.worth,
  ).toBe('1.01')
  const firing = [{ id: 'halt', kind: 'halt', severity: 'critical', text: 'x', market: null, sinceMs: 1 }] as const
  const sinks = [{ name: 'a', sent: 0, failures: 2, dropped: 0, waiting: 1, lastFailure: 'it answered 500' }]
  expect(fleetRowOf('n', run, { firing, sinks, heartbeat: null })).toMatchObject({
    state: 'halted by lossPerDay',
    run: {
      worstCase: '23.25',
      feeds: { all: 1, dark: ['btc'] },
      alerts: { critical: 1, warning: 0, info: 0, failing: 1 },
      troubles: ['1 alert', '1 receiver fails', '1 feed dark'],
    },
  })
})

test('has those act that are named, once for a key, under a name of its own; and tells which could not', async () => {
  const key = { 'idempotency-key': 'monday-1' }
  const paused = await post('/api/actions', { do: 'pause', names: ['south', 'west'] }, key)
  expect(paused).toMatchObject({
    status: 200,
    body: {
      answers: [
        { name: 'south', is: 'done' },
        { name: 'west', is: 'refused', text: expect.stringContaining('no daemon runs') },
      ],
    },
  })
  expect(await post('/api/actions', { do: 'pause', names: ['south', 'west'] }, key)).toEqual(paused)
  expect([north.acted, south.acted]).toEqual([[], ['fleet pause']])
  await post('/api/actions', { do: 'resume', names: ['south'] })
  expect(await post('/api/actions', { do: 'pause', names: ['east'] })).toMatchObject({ status: 404 })
})

test('no token of a daemon is in anything that a browser gets; what opens a page of its own is a code that works there once', async () => {
  const page = await post('/api/pages', { name: 'north' })
  const said = [JSON.stringify(page.body), (await ask('/api/fleet')).text]
  for (const path of ['/', '/page/fleet.js', '/page/door.js', '/page/act.js']) said.push((await ask(path)).text)
  for (const { tokens } of [north.file, south.file])
    for (const secret of Object.values(tokens)) expect(said.filter(text => text.includes(secret))).toEqual([])
  const url = String(page.body['url'])
  expect(url.startsWith(`${north.file.url}/#code=`)).toBe(true)
  const body = JSON.stringify({ code: url.split('#code=')[1] })
  const redeem = (origin: string) =>
    askByHand(north.file.url, '/api/token', {
      ...{ method: 'POST', body },
      headers: { 'content-type': 'application/json', origin },
    })
  // The page of the fleet cannot use it, and does not spend it.
  expect((await redeem(fleet.url)).status).toBe(403)
  expect((await redeem(north.file.url)).status).toBe(200)
  expect((await redeem(north.file.url)).status).toBe(403)
  expect(await post('/api/pages', { name: 'west' })).toMatchObject({ status: 404 })
})

describe('a hostile call is refused', () => {
  const refused = async (path: string, asking: Asking): Promise<readonly [number, string]> => {
    const { status, text } = await ask(path, asking)
    return [status, (JSON.parse(text) as { error: string }).error]
  }
  const JSON_TYPE = { 'content-type': 'application/json', 'idempotency-key': 'hostile' }
  const halt = JSON.stringify({ do: 'halt', names: ['north'] })

  test('without a token, and with that of a daemon', async () => {
    for (const path of ['/api/fleet', '/api/actions', '/api/pages'])
      for (const other of [null, north.file.tokens['cli']!])
        expect(
          await refused(path, {
            token: other,
            ...(path !== '/api/fleet' && { method: 'POST', headers: JSON_TYPE, body: halt }),
          }),
        ).toEqual([401, 'unauthorized'])
  })

  test('by another host name, and from the page of another site or of a daemon', async () => {
    expect(await refused('/api/fleet', { headers: { host: 'attacker.example:80' } })).toEqual([421, 'wrong_host'])
    expect(await refused('/', { token: null, headers: { host: '127.0.0.1' } })).toEqual([421, 'wrong_host'])
    for (const origin of ['https://attacker.example', 'null', north.file.url])
      expect(await refused('/api/actions', { method: 'POST', headers: { ...JSON_TYPE, origin }, body: halt })).toEqual([
        403,
        'wrong_origin',
      ])
    expect(await refused('/api/fleet', { headers: { 'sec-fetch-site': 'cross-site' } })).toEqual([403, 'wrong_origin'])
  })

  test('with a body that is too large, of another type, or no action; and with a path that leads out', async () => {
    const send = (body: string, headers: Readonly<Record<string, string>> = JSON_TYPE) =>
      refused('/api/actions', { method: 'POST', headers, body })
    expect(await send('x'.repeat(1_000_000))).toEqual([413, 'too_large'])
    expect(await send(halt, { ...JSON_TYPE, 'content-type': 'text/plain' })).toEqual([400, 'invalid'])
    expect(await send(halt, { 'content-type': 'application/json' })).toEqual([400, 'no_key'])
    expect(await send('{"do":"set","names":["north"]}')).toEqual([400, 'invalid'])
    expect(await send('{"do":"halt","names":[]}')).toEqual([400, 'invalid'])
    for (const path of [...OUTWARD, '/page/main.js', '/api/run']) expect((await ask(path)).status, path).toBe(404)
    expect([north.acted, south.acted.filter(act => act.includes('halt'))]).toEqual([[], []])
  })
})

describe.skipIf(BROWSER === undefined)('the page of a fleet (skipped where none of chromium and chrome is installed)', () => {
  let page: BrowserPage
  beforeAll(async () => {
    page = await openBrowser()
    await page.size(1_280, 900)
    await noteControls(page)
  })
  afterAll(() => page?.close())
  const shows = (words: string): Promise<void> => page.until(`document.body.innerText.includes(${JSON.stringify(words)})`)
  const row = (name: string): string =>
    `[...document.querySelectorAll('tbody tr')].find(each => each.innerText.startsWith('${name}')).innerText`

  test('is locked without an address that was printed, and shows every daemon and their sums with one', async () => {
    await page.go(`${fleet.url}/`)
    await shows('This tab has no key to the fleet')
    await page.go(`${fleet.url}/?again${new URL(fleet.address()).hash}`)
    await shows('2 of 3 answer')
    expect(await page.evaluate('location.hash')).toBe('#/')
    expect(await page.evaluate<string>(row('south'))).toMatch(/quoting[^]*2 of 2[^]*101\.50[^]*20\.00[^]*live/)
    expect(await page.evaluate<string>(row('west'))).toContain('not running')
    await page.until(`[...document.querySelectorAll('dd')].some(each => each.innerText === '203.00')`)
  })

  test('shows no name of a column above the buttons that cover the column', async () => {
    const above = `(() => {
      const [button, head] = ['[data-open="north"]', 'thead'].map(each => document.querySelector(each).getBoundingClientRect())
      return document.elementFromPoint(button.left + 4, head.top + head.height / 2).closest('th').innerText.trim()
    })()`
    await page.size(900, 900)
    expect(await page.evaluate<string>(above)).toBe('actions')
    await page.size(1_280, 900)
  })

  test('has one daemon act once it was confirmed by its name, and all of them', async () => {
    const confirmed = async (selector: string, question: string): Promise<void> => {
      await page.click(selector)
      await page.until(`document.getElementById('dialog').open`)
      expect(await page.evaluate<string>(`document.getElementById('dialog').innerText`)).toContain(question)
      await page.click('#confirm')
    }
    for (const refuse of [() => page.key('Escape'), () => page.click('#dialog button:not(#confirm)')]) {
      await page.click('[data-halt="north"]')
      await page.until(`document.getElementById('dialog').open`)
      await refuse()
      await page.until(`!document.getElementById('dialog').open`)
    }
    await confirmed('[data-pause="north"]', 'Pause north?')
    await page.until(`${row('north')}.includes('paused')`)
    await confirmed('[data-resume="north"]', 'Resume north?')
    await page.until(`${row('north')}.includes('quoting')`)
    expect(north.acted).toEqual(['fleet pause', 'fleet resume'])
    await confirmed('#cancel-all', 'Remove every order of 2 daemons?')
    await page.until(`document.getElementById('toasts').innerText.includes('south: all markets: cancel-all done')`)
    await page.click('#toasts button')
    await confirmed('[data-cancel-all="south"]', 'Remove every order of south?')
    await confirmed('[data-halt="south"]', 'Halt south?')
    await page.until(`${row('south')}.includes('halted by operator')`)
    await confirmed('#resume-all', 'Resume 2 daemons?')
    await page.until(`${row('south')}.includes('quoting')`)
    await confirmed('#pause-all', 'Pause 2 daemons?')
    await confirmed('#halt', 'Halt 2 daemons?')
    await page.until(`${row('north')}.includes('halted by operator')`)
  })

  test('sorts its daemons, and skips to them', async () => {
    const names = (): Promise<string[]> =>
      page.evaluate(`[...document.querySelectorAll('tbody tr')].map(row => row.innerText.split(/\\s/)[0])`)
    await page.click('table[aria-label="Daemons"] th button')
    expect(await names()).toEqual(['west', 'south', 'north'])
    await page.click('table[aria-label="Daemons"] th button')
    expect(await names()).toEqual(['north', 'south', 'west'])
    await page.evaluate(`document.querySelector('.skip').focus()`)
    await page.key('Enter')
    await page.until(`document.activeElement.id === 'view'`)
  })

  test('fits a phone, and says of a daemon that hangs that it does not answer', async () => {
    await page.size(390, 844)
    await page.until('document.documentElement.scrollWidth <= 390')
    south.hang()
    await page.until(`${row('south')}.includes('no answer')`)
    await shows('1 of 3 answer')
    await page.click('[data-open="west"]')
    await shows('no daemon runs for west')
    expect(await unusedControls(page)).toEqual([])
    expect(page.complaints.filter(text => !/api\/pages|status of 404/.test(text))).toEqual([])
  })

  test('says since when its server does not answer, and shows no state as the present one', async () => {
    const link = `document.getElementById('link').textContent`
    await page.until(`${link} === 'live'`)
    // A server that hangs takes a call and never answers it.
    await page.evaluate(
      `globalThis.real = fetch, fetch = (_, { signal }) => new Promise((_, no) => signal.addEventListener('abort', () => no(signal.reason)))`,
    )
    await page.until(`/^no connection since \\d\\d:\\d\\d:\\d\\d$/.test(${link})`)
    expect(await page.evaluate('document.title')).toBe('no connection · oddsmith fleet')
    expect(await page.evaluate<string>(row('north'))).toContain('was halted by operator')
    await page.evaluate('fetch = real')
    await page.until(`${link} === 'live'`)
    expect(await page.evaluate<string>(row('north'))).not.toContain('was ')
    expect(await page.evaluate('document.title')).toBe('oddsmith fleet')
    await fleet.end()
    await page.until(`/^no connection since \\d\\d:\\d\\d:\\d\\d$/.test(${link})`)
  })
})
