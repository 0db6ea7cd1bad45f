import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readKalshiLine } from '../../../src/recording/formats/kalshi-line.js'
import { KalshiScanner } from '../../../src/recording/formats/kalshi-scan.js'
import { kalshiLine } from '../kalshi-files.js'

const TICKER = 'KXTEST15M-A'
const decimal = fc
  .tuple(fc.constantFrom('', '-'), fc.nat(99_999), fc.constantFrom('', '.5', '.25', '.250000', '.0000001', '.'))
  .map(parts => parts.join(''))
const changes = fc
  .record({
    price_dollars: fc.oneof(
      decimal,
      fc.integer({ min: 1, max: 9_999 }).map(price => (price / 10_000).toFixed(4)),
    ),
    delta_fp: decimal,
    side: fc.constantFrom('yes', 'no', 'maybe'),
    ts: fc.constantFrom(
      '2026-08-11T01:01:00Z',
      '2026-08-11T01:01:07.1Z',
      '2026-08-11T01:01:07.123456Z',
      '2026-08-11T01:01:07.1234567Z',
    ),
    ts_ms: fc.nat(1e9),
  })
  .map(msg => kalshiLine(TICKER, 7, 'orderbook_delta', msg))
/** A line as it should be, or with one letter changed, added or lost. */
const lines = fc
  .tuple(
    changes,
    fc.nat(400),
    fc.constantFrom('keep', 'keep', 'change', 'add', 'lose'),
    fc.constantFrom('0', '9', '"', 'x', '}', '-', '.', ' ', 'é', '\\', '\t'),
  )
  .map(([line, place, how, letter]) => {
    if (how === 'keep' || place >= line.length) return line
    return `${line.slice(0, place)}${how === 'lose' ? '' : letter}${line.slice(how === 'add' ? place : place + 1)}`
  })

test('the scanner of Kalshi lines says what the reader of JSON says, or leaves the line to it', () => {
  let scanned = 0
  fc.assert(
    fc.property(fc.array(lines, { minLength: 1, maxLength: 8 }), fc.boolean(), (some, isCut) => {
      const block = Buffer.from(`${some.join('\n')}${isCut ? '' : '\n'}`)
      const scanner = new KalshiScanner(TICKER)
      scanner.open(block)
      let from = 0
      for (const line of some) {
        const end = from + Buffer.byteLength(line)
        const found = scanner.change(from)
        const read = readKalshiLine(line)
        if (found >= 0) {
          scanned++
          expect(found).toBe(end)
          expect(read).toMatchObject({ ticker: TICKER, ...scanner.row })
        }
        from = end + 1
      }
    }),
    { numRuns: 1_300, seed: 5 },
  )
  expect(scanned).toBeGreaterThan(500)
})

test.each([
  ['a zero in front of a number', '"ts_ms":7', '"ts_ms":07'],
  ['a zero in front of the sequence', '"seq":7', '"seq":07'],
  ['an escape that there is not', 'id-of-', 'id\\of-'],
  ['a tab within a text', 'id-of-', 'id\tof-'],
])('a line that is no JSON by %s is left to the reader, who refuses it', (_, good, bad) => {
  const msg = { price_dollars: '0.4', delta_fp: '5', side: 'yes', ts: '2026-08-11T01:01:00Z', ts_ms: 7 }
  const line = kalshiLine(TICKER, 7, 'orderbook_delta', msg)
  expect(line).toContain(good)
  const found = (text: string): number => {
    const scanner = new KalshiScanner(TICKER)
    scanner.open(Buffer.from(text))
    return scanner.change(0)
  }
  expect(found(line)).toBe(line.length)
  expect(readKalshiLine(line.replace(good, bad))).toBeNull()
  expect(found(line.replace(good, bad))).toBe(-1)
})
