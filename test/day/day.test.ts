import { linearRegression } from 'simple-statistics'
import { describe, expect, test } from 'vitest'
import { isAcceptance } from '../is-acceptance.js'
import { sayEveryWord } from './operator-hand.js'
import { printDay } from './print-day.js'
import { type Afterwards, type HourRow, runDay } from './run-day.js'
import type { Zero } from './tally.js'
import { Visitor } from './visitor.js'

const HOURS = Number(process.env['ODDSMITH_DAY_HOURS'] ?? 24)
const SEED = 1
const GROWTH_MAX_MB_AN_HOUR = 0.5

/** Values that only a failure brings about; behind the day settlements fail, and a counterparty raises its nonce. */
const BY_FAILURE: Readonly<Record<string, readonly string[]>> = {
  'Order.status': ['INVALIDATED'],
  'ActivityEvent.name': ['INVALIDATE', 'MATCH_FAILED'],
  'OlderActivityEvent.name': ['INVALIDATE', 'MATCH_FAILED'],
  'stream predictWalletEvents.data.type': ['orderTransactionFailed'],
}
/** What only an operator says; behind the day one does. */
const BY_OPERATOR =
  /^(?:create|change)(?:Category|Market)<|^set(?:TradingStatus|MarketStatus)<|^Fault\.|^VariantData\.type DEFAULT$/
/** Words of refusals: `slugs.test.ts`, `broken-requests.test.ts` and `stream-codes.test.ts` of the exchange provoke each by its cause. */
const REFUSALS = /^refusal |^stream refused\./

const told = ({ place, word }: Zero): string => (word === null ? place : `${place} ${word}`)
const isRefusal = (zero: Zero): boolean => REFUSALS.test(told(zero))
const isExtraordinary = (zero: Zero): boolean =>
  BY_OPERATOR.test(told(zero)) || (zero.word !== null && BY_FAILURE[zero.place]?.includes(zero.word) === true)

/** Lets settlements fail and a counterparty raise its nonce while the guests trade on, says what operators can say, and reads it all. */
async function fail({ world, tally, reader, guests }: Afterwards): Promise<void> {
  await world.until(world.setFault({ kind: 'settlement', fails: 1_000 }))
  await world.until(world.sleep(900_000))
  await world.until(world.setFault({ kind: 'settlement', fails: 0 }))
  await world.until(world.setFault({ kind: 'counterparty-nonce' }))
  await world.until(world.sleep(900_000))
  await world.until(sayEveryWord(new Visitor({ world, tally, name: 'operator', key: `0x${'73'.repeat(32)}` })))
  for (const { visitor } of [...guests, ...guests])
    for (const revision of ['current', 'older'] as const) {
      for (const status of ['FILLED', 'CANCELLED', 'INVALIDATED'])
        await world.until(visitor.call('getOrders', revision, { status, first: 100 }))
      await world.until(visitor.call('getActivity', revision, { first: 100 }))
    }
  await world.until(reader.round())
}

describe('the default world, with the bot of config/paper.yaml in it', () => {
  test.runIf(isAcceptance)(
    'shows in a day every value and every change that the documents promise, fills every hour, and balances to the wei',
    async () => {
      let zeros: readonly Zero[] = []
      const day = await runDay({
        seed: SEED,
        hours: HOURS,
        onHour: row => process.stdout.write(`${JSON.stringify(row)}\n`),
        afterwards: async scene => {
          zeros = scene.tally.zeros()
          await fail(scene)
        },
      })
      const { hours, tally, differences, open, guestAnswers } = day
      process.stdout.write(`${printDay(hours, tally)}\n`)
      process.stdout.write(`${JSON.stringify({ guests: Object.fromEntries(guestAnswers), growth: growthOf(hours) })}\n`)
      expect(zeros.filter(zero => !isRefusal(zero) && !isExtraordinary(zero)).map(told)).toEqual([])
      expect(
        tally
          .zeros()
          .filter(zero => !isRefusal(zero))
          .map(told),
      ).toEqual([])
      expect(hours.filter(({ fills }) => fills === 0)).toEqual([])
      expect({ open, differences }).toEqual({ open: 0, differences: {} })
      expect(growthOf(hours)).toBeLessThan(GROWTH_MAX_MB_AN_HOUR)
    },
    10_800_000,
  )

  test('fills the bot within minutes, answers all that is asked, and balances to the wei', async () => {
    const { hours, differences, open, tally, guestAnswers } = await runDay({ seed: SEED, hours: 0.1 })
    expect(hours.map(({ fills }) => fills > 0)).toEqual([true])
    expect({ open, differences }).toEqual({ open: 0, differences: {} })
    expect(guestAnswers.get(201)).toBeGreaterThan(5)
    expect(tally.words.get('Market.tradingStatus')?.get('OPEN')).toBeGreaterThan(50)
    expect(tally.changes.get('Orderbook.bids')).toBeGreaterThan(0)
  })
})

/** MB an hour, of the second half. */
const growthOf = (hours: readonly HourRow[]): number => {
  const half = hours.slice(Math.floor(hours.length / 2))
  return Math.round(1_000 * linearRegression(half.map(({ hour, heapMb }) => [hour, heapMb])).m) / 1_000
}
