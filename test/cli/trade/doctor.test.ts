import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examineSetup } from '../../../src/cli/trade/examine-setup.js'
import { journalFindings, runFindings } from '../../../src/cli/trade/journal-findings.js'
import { diskFinding, keyFindings, nodeFinding } from '../../../src/cli/trade/local-findings.js'
import { FAULT_KINDS, type FaultKind, type WrittenFault } from '../../../src/exchange.js'
import type { Finding } from '../../../src/venues/finding.js'
import { isAcceptance } from '../../is-acceptance.js'
import { takeSeat } from '../../venues/predict/seat.js'
import { type DoctorPlace, openDoctorPlace } from './doctor-place.js'

type Row = readonly [name: string, fault: () => WrittenFault, check: string, cause: RegExp, remedy: RegExp]

/** Those that every test run meets; all of them are met for acceptance. */
const USUAL = new Set(['drop-answer', 'status 403', 'status 500', 'status 503', 'clock-offset', 'silence', 'silent-resolution'])
const met = (rows: readonly Row[]): readonly Row[] => (isAcceptance ? rows : rows.filter(([name]) => USUAL.has(name)))

/** Met by orders alone: doctor-spend.test.ts. */
const SPENDING: readonly FaultKind[] = [
  ...([
    'empty-removal',
    'unrecorded',
    'fill-after-cancel',
    'settlement',
    'success-without-fill',
    'counterparty-nonce',
  ] as const),
]

let place: DoctorPlace
beforeAll(async () => {
  place = await openDoctorPlace()
})
afterAll(() => place.close())

const market = (at: number): number => place.exchange.markets[at]?.id ?? 0
/** The bare key of this place is a word of its own. */
const wrongOf = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ grade, check }) => grade !== 'ok' && check !== 'keystore')

const status = (code: 403 | 425 | 429 | 500 | 502 | 503 | 504): WrittenFault => ({ kind: 'status', status: code })
const FAULTS: readonly Row[] = [
  [
    'drop-answer',
    () => ({ kind: 'drop-answer' }),
    'host',
    /baseUrl\) does not answer: .*no answer/,
    /address in the config, the network/,
  ],
  ['delay-answer', () => ({ kind: 'delay-answer', byMs: 1_100, when: { count: 2 } }), 'host', /took 1\d\d\d ms/, /run nearer/],
  ['status 403', () => status(403), 'login', /HTTP 403/, /firewall.*regions/],
  ['status 425', () => status(425), 'login', /HTTP 425/, /wait a minute/],
  ['status 429', () => status(429), 'login', /HTTP 429/, /calls of this window are used up/],
  ['status 500', () => status(500), 'host', /HTTP 500/, /down or overloaded/],
  ['status 502', () => status(502), 'host', /HTTP 502/, /down or overloaded/],
  ['status 503', () => status(503), 'host', /HTTP 503/, /down or overloaded/],
  ['status 504', () => status(504), 'host', /HTTP 504/, /down or overloaded/],
  ['partial-page cut', () => ({ kind: 'partial-page', how: 'cut' }), 'lists', /incomplete/, /could miss some/],
  ['partial-page row-lost', () => ({ kind: 'partial-page', how: 'row-lost' }), 'lists', /incomplete/, /could miss some/],
  [
    'partial-page cursor-repeated',
    () => ({ kind: 'partial-page', how: 'cursor-repeated' }),
    'lists',
    /starts again/,
    /could miss some/,
  ],
  [
    'clock-offset',
    () => ({ kind: 'clock-offset', byMs: -5_000 }),
    'clock',
    /\d{4} ms .* ahead of/,
    /clockOffsetMaxMs is 2000\).*timedatectl/,
  ],
  ['silence', () => ({ kind: 'silence' }), 'books', /changed, but no push reported it/, /hold those markets dark/],
  ['duplicate-events', () => ({ kind: 'duplicate-events' }), 'books', /arrived twice/, /drops what it has/],
  ['reorder-events', () => ({ kind: 'reorder-events', withinMs: 400 }), 'books', /out of order/, /drops what is older/],
  [
    'crossed-book',
    () => ({ kind: 'crossed-book' }),
    'books',
    /best bid at or above its best ask/,
    /does not quote on a crossed book/,
  ],
]

const LATE: readonly Row[] = [
  ['token-expiry', () => ({ kind: 'token-expiry' }), 'login', /revoked the login/, /logs in again/],
  ['shutdown-notice', () => ({ kind: 'shutdown-notice', graceMs: 300 }), 'stream', /ends its links in 300 ms/, /another link/],
  [
    'stalled-socket',
    () => ({ kind: 'stalled-socket', forMs: 5_000 }),
    'stream',
    /the link .* ended: |did not answer the subscriptions/,
    /WebSocket/,
  ],
  [
    'tick-change',
    () => ({ kind: 'tick-change', market: market(1), decimalPrecision: 3 }),
    'markets',
    /tick of market \d+ changed from 0.01 to 0.001/,
    /parameters in ticks/,
  ],
  [
    'silent-resolution',
    () => ({ kind: 'silent-resolution', market: market(3), yes: 1 }),
    'markets',
    /went from .* to RESOLVED.*no push reported it/,
    /definitionsEveryMs/,
  ],
]

describe('doctor at an exchange', () => {
  test('that is well finds nothing wrong, and names each host and contract', async () => {
    const findings = await place.examine([])
    expect(wrongOf(findings)).toEqual([])
    const found = findings.map(({ check, found: words }) => `${check}: ${words}`).join('\n')
    for (const field of ['venue.baseUrl', 'venue.rpcUrl', 'venue.wsUrl']) expect(found).toContain(field)
    expect(found).toMatch(/approval: plain markets: USDT 0x\w{40} for exchange 0x\w{40}: allowed/)
    expect(found).toMatch(/approval: plain markets: shares 0x\w{40} for exchange 0x\w{40}: approved/)
    expect(found).toMatch(/balance: 10000.00 USDT/)
    expect(new Set(findings.map(({ check }) => check))).toEqual(
      new Set([
        ...['node', 'disk', 'config', 'keystore', 'journal', 'host', 'clock', 'login', 'orders', 'calls', 'chain', 'wallet'],
        ...['balance', 'approval', 'lists', 'markets', 'stream', 'books'],
      ]),
    )
  })

  test.each(met(FAULTS))('with the fault %s names the cause and what to do', async (_, fault, check, cause, remedy) => {
    const wrong = wrongOf(await place.examine([fault()]))
    const named = wrong.find(found => found.check === check && cause.test(found.found))
    expect(named, JSON.stringify(wrong)).toBeDefined()
    expect(named?.remedy).toMatch(remedy)
  })

  test.each(met(LATE))(
    'that begins with the fault %s while it is listened to: the cause and what to do',
    async (_, fault, check, cause, remedy) => {
      const wrong = wrongOf(await place.examineWhile([fault()]))
      const named = wrong.find(found => found.check === check && cause.test(found.found))
      expect(named, JSON.stringify(wrong)).toBeDefined()
      expect(named?.remedy).toMatch(remedy)
    },
  )
})

test('doctor --spend places and removes a far order, buys and sells again for cents, and leaves a journal that is sound', async () => {
  // What the wallet held before is none of it.
  const seat = await takeSeat(place.exchange, 0, false)
  for (const { index } of seat.markets) await seat.place({ market: index, price: 9_500, shares: 60, style: 'market' })
  seat.leave()
  const findings = await place.examine([], true)
  expect(wrongOf(findings)).toEqual([])
  const said = (check: string): string => findings.find(found => found.check === check)?.found ?? ''
  expect(said('order')).toMatch(/rested \(seen after \d+ ms\) and was removed/)
  const cents = Number(/for (-?[\d.]+) cents/.exec(said('trip'))?.[1])
  expect(Math.abs(cents)).toBeLessThan(60)
  const [bought, sold] = [...said('trip').matchAll(/([\d.]+) (?:shares were bought|sold again)/g)].map(found =>
    Number(found[1]),
  )
  expect(sold).toBeLessThanOrEqual(bought ?? 0)
  expect(sold).toBeGreaterThan((bought ?? 0) * 0.8)
  const folder = join(place.home, 'state', `predict-${place.exchange.accounts[0]?.address.toLowerCase()}`)
  const [journal, ...more] = journalFindings(folder)
  expect([journal?.grade, more]).toEqual(['ok', []])
  // The far bid, a buy and a sale; a take that found the touch moved away is sent again.
  const [orders, fills] =
    /is sound: (\d+) orders?, (\d+) fill rows?/
      .exec(journal?.found ?? '')
      ?.slice(1)
      .map(Number) ?? []
  expect(orders).toBeGreaterThanOrEqual(3)
  expect(fills).toBeGreaterThanOrEqual(2)
})

test('each fault that the exchange has is met by a row', () => {
  const rows = [...FAULTS, ...LATE].map(([name]) => name.split(' ')[0] ?? '')
  expect(new Set([...rows, ...SPENDING])).toEqual(new Set(FAULT_KINDS))
})

describe('doctor on this computer', () => {
  test('names an old Node and a full disk', () => {
    expect(nodeFinding('20.18.9')).toMatchObject({ grade: 'fail', remedy: expect.stringContaining('install Node 20.19') })
    expect(nodeFinding('24.0.0').grade).toBe('ok')
    expect(diskFinding(join(place.home, 'not', 'there')).found).toContain(`free in ${place.home}`)
    expect(diskFinding('/proc')).toMatchObject({ grade: 'fail', found: '0.0 GB free in /proc' })
  })

  test('names who can read the key', () => {
    const file = join(place.home, 'other')
    writeFileSync(file, `0x${'42'.repeat(32)}`)
    chmodSync(file, 0o640)
    expect(keyFindings({ keystore: 'other' }, place.home)).toMatchObject([
      { grade: 'fail', found: expect.stringContaining('mode 0640'), remedy: expect.stringContaining('chmod 600') },
    ])
    chmodSync(file, 0o600)
    expect(keyFindings({ keystore: 'other' }, place.home)).toMatchObject([{ grade: 'warn' }])
    expect(keyFindings({ keystore: 'none', passphrase: { env: 'X' } }, place.home)).toMatchObject([
      { grade: 'fail', remedy: expect.stringContaining('keys new') },
      { grade: 'warn', found: expect.stringContaining('variable') },
    ])
    expect(keyFindings({ privateKey: { credential: 'key' } }, place.home)).toMatchObject([{ grade: 'ok' }])
  })

  test('names what is wrong in a config, line by line, and a journal that is damaged', async () => {
    const file = join(place.home, 'wrong.yaml')
    writeFileSync(file, 'venue: { name: predict, embedded: {} }\nstrategies: [{strategy: two-sidet}]\nlimit: 3\n')
    const options = { home: place.home, listenMs: 100, spend: null, onFinding: () => undefined }
    const found = await examineSetup(file, options)
    expect(found.filter(({ grade }) => grade === 'fail')).toMatchObject([
      { check: 'config', found: expect.stringContaining('wrong.yaml:3: limit: there is no such field') },
    ])
    const folder = join(place.home, 'state', 'predict-0x12')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'journal.db'), 'no journal')
    expect(journalFindings(folder)).toMatchObject([
      { check: 'journal', grade: 'fail', remedy: expect.stringContaining('backup') },
    ])
    mkdirSync(join(folder, 'lease'))
    expect(runFindings(folder)).toMatchObject([{ check: 'run', grade: 'fail', found: expect.stringContaining('lease') }])
    writeFileSync(join(folder, 'journal.db'), '')
    writeFileSync(join(folder, 'journal.db-ahead'), 'the last turn')
    expect(journalFindings(folder)).toMatchObject([
      { check: 'journal', grade: 'fail', found: expect.stringContaining('missing or empty') },
    ])
  })
})
