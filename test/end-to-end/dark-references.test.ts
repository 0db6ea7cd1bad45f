import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { deskSettings } from '../../src/engine/settings.js'
import { feed as binance } from '../../src/feeds/binance.js'
import { openFeeds } from '../../src/feeds/open-feeds.js'
import { Price, Size } from '../../src/model/money.js'
import { pull } from '../../src/model/quote.js'
import type { RunClock } from '../../src/model/time.js'
import type { StrategyDefinition } from '../../src/strategy/strategy.js'
import { systemWires } from '../../src/venues/wires/system-wires.js'
import { type BinanceServer, startBinance } from '../feeds/binance-server.js'
import { NO_VENUE } from '../feeds/no-venue.js'
import { openExchange } from '../venues/predict/seat.js'
import { lookOut } from './open-orders.js'
import { wakeWallet } from './wallet-session.js'

const SILENT_MS = 600
/** Orders are looked for four times a second, and a removal goes over the wire. */
const SLACK_MS = 1_500

/** Bids while its reference is live, and pulls with the reason why it is not. */
const definition: StrategyDefinition<z.ZodType> = {
  name: 'follows',
  version: 1,
  watches: 'touch',
  parameters: z.unknown(),
  references: ['btc'],
  create: () => ({
    decide: ({ book, reference }) => {
      const btc = reference('btc')
      if (btc.state !== 'live') return pull(btc.why)
      return book.state === 'live' ? book.quote({ bid: { price: Price.of(4_000), size: Size.ofShares(20) } }) : pull('no book')
    },
  }),
}

/** Bids whatever its reference is, so that only a limit pulls it. */
const careless: typeof definition = {
  ...definition,
  create: () => ({
    decide: ({ book }) =>
      book.state === 'live' ? book.quote({ bid: { price: Price.of(4_000), size: Size.ofShares(20) } }) : pull('no book'),
  }),
}

interface Scene {
  readonly definition?: typeof definition
  readonly silentMaxMs?: number | null
  readonly referenceAgeMaxMs?: number | null
}

/** A bot at an exchange whose strategy follows a server of Binance's form; the server says a value ten times a second while it is not hushed. */
async function following({ definition: assigned = definition, silentMaxMs = SILENT_MS, referenceAgeMaxMs = null }: Scene = {}) {
  const [exchange, server] = [await openExchange(), await startBinance()]
  const references = (clock: RunClock) =>
    openFeeds(
      [
        {
          name: 'btc',
          definition: binance,
          config: binance.config.parse({ symbol: 'BTCUSDT', baseUrl: server.baseUrl }),
          silentMaxMs,
        },
      ],
      {
        wires: systemWires(clock),
        environment: {},
        venue: NO_VENUE,
      },
    )
  const limits = { ...deskSettings().limits, orderMinUsdt: 1, referenceAgeMaxMs }
  const bot = await wakeWallet({
    exchange,
    assigned: { definition: assigned, parameters: {} },
    references,
    settings: { limits },
  })
  const lookout = await lookOut(exchange, exchange.accounts[0]?.privateKey ?? '')
  const state = { isHushed: false, price: 60_000 }
  const speaking = setInterval(() => {
    if (!state.isHushed) server.quote(state.price, ++state.price)
  }, 100)
  onTestFinished(async () => {
    clearInterval(speaking)
    await lookout.stop()
    await bot.session.stop('the test is over')
    await bot.close()
    await server.close()
    await exchange.close()
  })
  const pulledFor = (): string | null | undefined => bot.session.desk.summary().markets[0]?.pulledFor
  return { server, bot, lookout, state, pulledFor }
}

type Following = Awaited<ReturnType<typeof following>>

/** What happens to the source, and what the reference is then. */
const FAULTS: readonly {
  readonly name: string
  readonly boundMs: number
  readonly why: RegExp
  readonly begin: (of: Following) => void
  readonly end: (server: BinanceServer, state: Following['state']) => void
}[] = [
  {
    name: 'a source that falls silent',
    boundMs: SILENT_MS,
    why: /^no value came for 0\.6 s$/,
    begin: ({ state }) => {
      state.isHushed = true
    },
    end: (_, state) => {
      state.isHushed = false
    },
  },
  {
    name: 'a source that says only what makes no sense',
    boundMs: SILENT_MS,
    why: /^no value came for 0\.6 s$/,
    begin: ({ state, server }) => {
      state.isHushed = true
      for (let i = 0; i < 50; i++) server.say('{"s":"BTCUSDT","b":"-1","a":null}')
    },
    end: (_, state) => {
      state.isHushed = false
    },
  },
  {
    name: 'a socket that is cut and cannot be opened',
    boundMs: 0,
    why: /socket/,
    begin: ({ server }) => server.cut(true),
    end: server => server.heal(),
  },
]

describe('a market whose reference is dark', () => {
  test.each(FAULTS)(
    '$name: its quotes are off the exchange while that lasts, and back behind the next value',
    async ({ boundMs, why, begin, end }) => {
      const scene = await following()
      const { bot, lookout, server, state, pulledFor } = scene
      await lookout.untilOpen()
      begin(scene)
      const lastMs = await lookout.emptyAfter(performance.now(), 1_000)
      expect(lastMs).toBeLessThan(boundMs + SLACK_MS)
      // During the fault.
      expect(bot.session.books.references.named('btc').face.state).not.toBe('live')
      expect(pulledFor()).toMatch(why)
      expect(lookout.looks.at(-1)?.open).toBe(0)
      expect(bot.told.join('\n')).toMatch(/the reference btc is (suspect|lost): /)
      end(server, state)
      await lookout.untilOpen()
      expect(pulledFor()).toBeNull()
      expect(bot.session.desk.summary().markets[0]?.fault).toBeNull()
    },
    120_000,
  )
})

test('a market whose reference is silent over a live link is off the exchange by its limit, whatever its strategy answers', async () => {
  const scene = await following({ definition: careless, silentMaxMs: null, referenceAgeMaxMs: 2_000 })
  const { bot, lookout, state } = scene
  await lookout.untilOpen()
  state.isHushed = true
  expect(await lookout.emptyAfter(performance.now(), 1_000)).toBeLessThan(2_000 + SLACK_MS)
  expect(bot.session.books.references.named('btc').face.state).toBe('live')
  const [market] = bot.session.desk.summary().markets
  expect([market?.agedReference, market?.pulledFor, market?.state]).toEqual(['btc', null, 'live'])
  state.isHushed = false
  await lookout.untilOpen()
  expect(bot.session.desk.summary().markets[0]?.agedReference).toBeNull()
}, 120_000)
