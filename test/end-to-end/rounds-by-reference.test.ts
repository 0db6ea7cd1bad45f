import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openInputLog } from '../../src/recording/log/input-log.js'
import { LogMarkets } from '../../src/recording/log/log-markets.js'
import { inputLogOf } from '../../src/recording/open-by-content.js'
import { startBinance } from '../feeds/binance-server.js'
import { isAcceptance } from '../is-acceptance.js'
import { inFolder, oddsmith } from './daemon.js'

/** Ten minutes of rounds of a minute; in the short version rounds of six seconds. */
const { lastsSeconds, roundMinutes, roundsMin } = isAcceptance
  ? { lastsSeconds: 600, roundMinutes: 1, roundsMin: 10 }
  : { lastsSeconds: 20, roundMinutes: 0.1, roundsMin: 3 }
/** A round that joins at the very end is not quoted any more. */
const NOT_QUOTED_MAX = 1

/**
 * Writes down what it sees of its reference each time that it is asked, to a file of its process, up to two seconds before the round ends: in its last
 * second it is not quoted, and what else moves the book then may ask the strategy too.
 */
const STRATEGY = `
import { appendFileSync } from 'node:fs'
import { Price, pull, Size, z } from 'oddsmith'
const parameters = z.strictObject({ reference: z.string() })
export const strategy = {
  name: 'leans', version: 1, watches: 'touch', parameters,
  references: ({ reference }) => [reference],
  create: ({ reference }, { id }) => ({
    decide({ book, market: { tick, endsAt }, reference: read }) {
      const coin = read(reference)
      if (coin.state !== 'live' || coin.at < endsAt - 2_000_000)
        appendFileSync(process.env.SEEN, \`\${id} \${coin.state === 'live' ? coin.value : coin.why}\\n\`)
      if (coin.state !== 'live') return pull(coin.why)
      if (book.state !== 'live' || book.touch === null) return pull('no two-sided book')
      const fair = book.touch.microprice + (coin.value % 5 - 2) * tick
      const size = Size.ofShares(10)
      return book.quote({
        bid: { price: Price.floor(Math.min(fair - tick, book.touch.ask - tick), tick), size },
        ask: { price: Price.ceil(Math.max(fair + tick, book.touch.bid + tick), tick), size },
      })
    },
  }),
}`
const LIMITS = 'positionMaxShares: 200, worstCaseLossMaxUsdt: 200, stopBeforeEndSeconds: 1'
const CONFIG = (baseUrl: string): string => `
venue: { name: predict, embedded: { world: rounds, seed: 7, settlementMs: 200, rounds: [{ feed: BTC, minutes: ${roundMinutes} }] } }
strategies:
  - { strategy: ./leans.ts, markets: { variants: [CRYPTO_UP_DOWN], max: 2 }, parameters: { reference: btc } }
feeds:
  btc: { source: binance, symbol: BTCUSDT, field: mid, baseUrl: "${baseUrl}" }
limits: { ${LIMITS}, openNotionalMaxUsdt: 400, lossPerDayMaxPercent: null, drawdownMaxPercent: null }
feed: { marketsEveryMs: 300 }
graceMs: 500
`
const BACKTEST = (recording: string): string => `
recording: ${recording}
strategy: ./leans.ts
parameters: { reference: btc }
models: [pessimistic]
limits: { ${LIMITS} }
`

/** By market, what the strategy saw, without what stayed the same from one decision to the next. */
function seenIn(file: string): ReadonlyMap<string, readonly string[]> {
  const seen = new Map<string, string[]>()
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
    const [id = '', ...said] = line.split(' ')
    const values = seen.get(id) ?? []
    const value = said.join(' ')
    if (values.at(-1) !== value) values.push(value)
    seen.set(id, values)
  }
  return seen
}

/** Of the markets that joined a run, those in which it placed orders and those in which it did not. */
async function quotedIn(run: string): Promise<{ readonly joined: readonly string[]; readonly quoted: ReadonlySet<string> }> {
  const log = await openInputLog(inputLogOf(run))
  const markets = new LogMarkets(log.header.markets)
  const quoted = new Set<string>()
  for await (const records of log.records())
    for (const record of records) {
      if (record.kind === 'frame' && 'event' in record.frame) markets.take(record.frame.event)
      if (record.kind !== 'mark') continue
      for (const command of record.commands) if (command.kind === 'submit') quoted.add(markets.idOf(command.order.market) ?? '')
    }
  return { joined: [...markets.seen], quoted }
}

test(
  'a run quotes every round by a reference from outside, replays to the same state, and a backtest of it sees the same values',
  () =>
    inFolder(async home => {
      const server = await startBinance()
      let price = 60_000
      const speaking = setInterval(() => {
        price += 1
        server.quote(price, price + 0.25)
        // What makes no sense comes between, as anywhere.
        if (price % 50 === 0) server.say('{"s":"BTCUSDT"}')
      }, 40)
      try {
        writeFileSync(join(home, 'leans.ts'), STRATEGY)
        writeFileSync(join(home, 'rounds.yaml'), CONFIG(server.baseUrl))
        const file = (name: string) => ({ SEEN: join(home, name) })
        const args = ['run', join(home, 'rounds.yaml'), '--for', `${lastsSeconds}s`, '--json', '--home', home]
        const { code, stdout, stderr } = await oddsmith(args, file('run')).ended
        expect(code, stderr).toBe(0)
        const summary = JSON.parse(stdout)
        expect(summary).toMatchObject({ openOrdersAtExit: 0, isEqualToVenue: true, failed: [] })
        expect(summary.feeds.btc).toMatchObject({ state: 'live', value: expect.any(Number) })
        expect(summary.feeds.btc.badTexts).toBeGreaterThan(0)

        const folder = join(home, 'runs', summary.run)
        const { joined, quoted } = await quotedIn(folder)
        expect(joined.length).toBeGreaterThanOrEqual(roundsMin)
        expect(joined.filter(id => !quoted.has(id)).length).toBeLessThanOrEqual(NOT_QUOTED_MAX)

        const replayed = JSON.parse((await oddsmith(['replay', folder, '--json'], file('replay')).ended).stdout)
        expect(replayed).toMatchObject({ stateHash: summary.stateHash, firstDifference: null })
        expect(readFileSync(join(home, 'replay'), 'utf8')).toBe(readFileSync(join(home, 'run'), 'utf8'))

        writeFileSync(join(home, 'backtest.yaml'), BACKTEST(folder))
        const tested = oddsmith(
          ['backtest', join(home, 'backtest.yaml'), '--out', join(home, 'out'), '--json'],
          file('backtest'),
        )
        expect((await tested.ended).code).toBe(0)
        const [lived, again] = [seenIn(join(home, 'run')), seenIn(join(home, 'backtest'))]
        expect([...lived.keys()].length).toBeGreaterThanOrEqual(roundsMin)
        for (const [id, values] of lived) {
          const inBacktest = again.get(id) ?? []
          // Every value is another one: what a run saw stands in one piece in what its backtest saw.
          const from = inBacktest.indexOf(values[0] ?? '')
          expect([id, inBacktest.slice(from, from + values.length)]).toEqual([id, values])
        }
      } finally {
        clearInterval(speaking)
        await server.close()
      }
    }),
  120_000 + lastsSeconds * 2_000,
)

test('a run whose strategy reads a name that no feed has does not start, and says the nearest one', () =>
  inFolder(async home => {
    writeFileSync(join(home, 'leans.ts'), STRATEGY)
    writeFileSync(join(home, 'rounds.yaml'), CONFIG('ws://127.0.0.1:9').replace('  btc: {', '  btcs: {'))
    const { code, stderr } = await oddsmith(['run', join(home, 'rounds.yaml'), '--for', '5s', '--home', home]).ended
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/rounds\.yaml:4: .*reads the reference "btc".*did you mean "btcs"\?/),
    ])
  }))
