import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { deskSettings } from '../../src/engine/settings.js'
import type { RunningExchange } from '../../src/exchange.js'
import { openJournal } from '../../src/journal/journal.js'
import type { Decoder } from '../../src/model/frame.js'
import { Price, Size } from '../../src/model/money.js'
import { pull } from '../../src/model/quote.js'
import { createSigner } from '../../src/protocol/sign.js'
import { restoreState } from '../../src/runtime/restore-state.js'
import { startSession } from '../../src/runtime/session.js'
import { createSystemClock } from '../../src/runtime/system-clock.js'
import type { Strategy } from '../../src/strategy/strategy.js'
import { NO_TIMINGS } from '../../src/venues/feed-timings.js'
import { createPredictVenue } from '../../src/venues/predict/predict-venue.js'

export interface LivePathOptions {
  readonly exchange: Omit<RunningExchange, 'close'>
  readonly market: number
  readonly account: number
  readonly price: number
  readonly shares: number
  /** Called for each book push when the decoder gets it, with its receive time in microseconds since the epoch. */
  readonly onPush: (receivedAt: number) => void
}

/** A wallet's whole daemon without its command line: risk with every limit set, journal in a file, RxJS, requote. */
export async function openLivePath({ exchange, market, account, price, shares, onPush }: LivePathOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'oddsmith-bench-'))
  const journal = openJournal(join(folder, 'journal.db'), { epoch: 2 })
  const clock = createSystemClock()
  const venue = createPredictVenue({ ...exchange, clock, timings: NO_TIMINGS })
  const markets = await venue.markets({ ids: [String(market)] })
  const signer = createSigner({ privateKey: exchange.accounts[account]?.privateKey ?? '', chainId: exchange.chainId })
  const level = { price: Price.of(price), size: Size.ofShares(shares) }
  const decide: Strategy<unknown>['decide'] = ({ book }) =>
    book.state === 'live' && book.touch !== null && book.touch.bid > price ? book.quote({ bid: level }) : pull('no bid above')
  const definition = {
    name: 'bench',
    version: 1,
    watches: 'touch',
    parameters: z.unknown(),
    create: () => ({ decide }),
  } as const
  const seen = (decoder: Decoder): Decoder => ({
    decode: frame => {
      if (frame.source === 'socket') onPush(frame.receivedAt)
      return decoder.decode(frame)
    },
  })
  const session = await startSession({
    venue: { ...venue, decoder: given => seen(venue.decoder(given)) },
    gateway: venue.gateway({ signer, epoch: journal.epoch }, new Map()),
    journal,
    markets,
    assignments: markets.map(({ index }) => ({ market: index, definition, parameters: {} })),
    settings: SETTINGS,
    state: restoreState(journal).state,
    clock,
    notice: () => undefined,
  })
  return {
    clock,
    session,
    close: async () => {
      await session.stop('the benchmark')
      venue.close()
      journal.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const SETTINGS = deskSettings({
  requote: { orderLifeSeconds: 600, backoffMs: 0 },
  limits: {
    positionMaxShares: 1e6,
    positionMaxUsdt: 1e6,
    openNotionalMaxUsdt: 1e6,
    worstCaseLossMaxUsdt: 1e6,
    priceCollarTicks: 50,
    orderMinUsdt: 1,
    inputAgeMaxMs: 60_000,
    lossPerDayMaxUsdt: 1e6,
    drawdownMaxUsdt: 1e6,
    lossPerDayMaxPercent: 10,
    drawdownMaxPercent: 10,
    settlementFailPercentMax: 20,
    stopBeforeEndSeconds: 10,
  },
  budget: {
    windows: [
      { route: 'trading', calls: 1_000_000, perMs: 60_000 },
      { route: 'create', calls: 1_000_000, perMs: 1_000 },
    ],
  },
  graceMs: 0,
})
