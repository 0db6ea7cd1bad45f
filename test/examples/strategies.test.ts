import { readdirSync, readFileSync } from 'node:fs'
import { Timestamp } from 'oddsmith'
import { scenario, strategyContract } from 'oddsmith/testing'
import { describe, expect, test } from 'vitest'
import { strategy as closing } from '../../examples/strategies/close-before-the-end.js'
import { strategy as following } from '../../examples/strategies/follow-a-reference.js'
import { strategy as joining } from '../../examples/strategies/join-the-touch.js'
import { strategy as remembering } from '../../examples/strategies/remember-the-flow.js'
import { strategy as waiting } from '../../examples/strategies/wait-for-calm.js'

const BOOK = 'ask 0.56 100 / bid 0.52 100'
const JOINED = 'ask 0.56 10 / bid 0.52 10'
const FOLDER = 'examples/strategies'

/** Scenarios begin with the year 2026. */
const inSeconds = (seconds: number): Timestamp => Timestamp.add(Timestamp.ofMs(Date.UTC(2026, 0, 1)), seconds * 1e6)

test('join-the-touch joins both sides, and goes where one is empty or the book is dark', () => {
  scenario(joining)
    .book(BOOK)
    .expectResting(JOINED)
    .book('ask 0.56 100 / bid 0.54 100')
    .expectResting('ask 0.56 10 / bid 0.54 10')
    .book('bid 0.54 100')
    .expectPull('a side is empty')
    .dark('cut')
    .expectResting('')
})

test('remember-the-flow pulls the side that sales would hit, until they are forgotten', () => {
  scenario(remembering, { parameters: { flowShares: 30 } })
    .book(BOOK)
    .expectQuotes(JOINED)
    .print('bid 0.52 20')
    .expectQuotes(JOINED)
    .print('bid 0.52 20')
    .expectQuotes('ask 0.56 10')
    .wait(10)
    .expectQuotes(JOINED)
    .print('ask 0.56 80')
    .expectQuotes('bid 0.52 10')
})

test('follow-a-reference quotes around what the reference says, and not while it is dark', () => {
  scenario(following, { parameters: { strike: 60_000 } })
    .book('ask 0.90 100 / bid 0.10 100')
    .expectPull('no value has come yet')
    .reference('coin', 60_000)
    .expectQuotes('ask 0.52 10 / bid 0.48 10')
    .reference('coin', 60_500)
    .expectQuotes('ask 0.76 10 / bid 0.71 10')
    .reference('coin', null)
    .expectPull('the link ended')
})

test('close-before-the-end sells what it holds, YES to bids and NO to asks', () => {
  const market = { endsAt: inSeconds(120) }
  const long = scenario(closing, { market, held: { yesShares: 25 } })
    .book(BOOK)
    .expectQuotes(JOINED)
    .expectTake('')
    .wait(70)
  long.expectTake('sell yes 0.52 25').expectResting('')
  expect(long.net).toBe(0)
  const short = scenario(closing, { market, held: { noShares: 25 } })
    .book(BOOK)
    .wait(70)
    .expectTake('sell no 0.44 25')
  expect(short.net).toBe(0)
})

test('wait-for-calm joins a touch that has stood still, and leaves while others trade', () => {
  const play = scenario(waiting, { parameters: { printsMax: 1 } })
    .book(BOOK)
    .wait(0.25)
    .expectQuotes('')
  play.book('ask 0.57 100 / bid 0.52 100').wait(0.25).expectQuotes('').wait(0.5).expectQuotes('ask 0.57 10 / bid 0.52 10')
  play
    .print('bid 0.52 5')
    .print('bid 0.52 5')
    .wait(2)
    .expectPull('others trade')
    .wait(2)
    .expectQuotes('ask 0.57 10 / bid 0.52 10')
})

describe.each([
  ['join-the-touch', strategyContract({ strategy: joining, file: `${FOLDER}/join-the-touch.ts` })],
  ['remember-the-flow', strategyContract({ strategy: remembering, file: `${FOLDER}/remember-the-flow.ts` })],
  [
    'follow-a-reference',
    strategyContract({
      strategy: following,
      file: `${FOLDER}/follow-a-reference.ts`,
      parameters: { strike: 60_000 },
      references: { coin: 60_100 },
    }),
  ],
  ['close-before-the-end', strategyContract({ strategy: closing, file: `${FOLDER}/close-before-the-end.ts` })],
  ['wait-for-calm', strategyContract({ strategy: waiting, file: `${FOLDER}/wait-for-calm.ts` })],
] as const)('%s keeps the contract of strategies: it', (_, cases) => {
  for (const { name, run } of cases) test(name, run)
})

test('every example has its line in the README', () => {
  const page = readFileSync(`${FOLDER}/README.md`, 'utf8')
  const files = readdirSync(FOLDER).filter(name => name.endsWith('.ts'))
  expect(files).toHaveLength(5)
  expect(files.filter(name => !page.includes(`[${name}](${name})`))).toEqual([])
})
