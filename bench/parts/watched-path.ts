import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { createCarrier } from '../../src/cli/trade/door/carry-out.js'
import { openDoor, type RunDoor } from '../../src/cli/trade/door/open-door.js'
import { createSeenTurns } from '../../src/cli/trade/door/seen-turns.js'
import { deskSettings } from '../../src/engine/settings.js'
import type { RunningExchange } from '../../src/exchange.js'
import { openJournal } from '../../src/journal/journal.js'
import { Price, Size } from '../../src/model/money.js'
import { pull } from '../../src/model/quote.js'
import { readDoorFile } from '../../src/operator/door-file.js'
import { createSigner } from '../../src/protocol/sign.js'
import { restoreState } from '../../src/runtime/restore-state.js'
import { startSession } from '../../src/runtime/session.js'
import { createSystemClock } from '../../src/runtime/system-clock.js'
import type { Strategy } from '../../src/strategy/strategy.js'
import { NO_TIMINGS } from '../../src/venues/feed-timings.js'
import { createPredictVenue } from '../../src/venues/predict/predict-venue.js'

const LEVEL = { price: Price.of(100), size: Size.ofShares(200) }

/** Rests far from the market, so that pushes are measured and not orders. */
const decide: Strategy<unknown>['decide'] = ({ book }) =>
  book.state === 'live' && book.touch !== null && book.touch.bid > LEVEL.price ? book.quote({ bid: LEVEL }) : pull('no bid')

/** A wallet in all markets of an exchange, with a door. `pushes` counts what its socket received. */
export async function openWatchedPath(exchange: Omit<RunningExchange, 'close'>) {
  const folder = mkdtempSync(join(tmpdir(), 'oddsmith-bench-'))
  const file = join(folder, 'journal.db')
  const journal = openJournal(file, { epoch: 2 })
  const clock = createSystemClock()
  const venue = createPredictVenue({ ...exchange, clock, timings: NO_TIMINGS })
  const markets = await venue.markets({ ids: exchange.markets.map(({ id }) => String(id)) })
  const signer = createSigner({ privateKey: exchange.accounts[0]?.privateKey ?? '', chainId: exchange.chainId })
  const definition = {
    ...({ name: 'bench', version: 1, watches: 'touch' } as const),
    ...{ parameters: z.unknown(), create: () => ({ decide }) },
  }
  const gateway = venue.gateway({ signer, epoch: journal.epoch }, new Map())
  const seen = createSeenTurns()
  const counted = { pushes: 0 }
  let door: RunDoor | null = null
  const session = await startSession({
    venue: {
      ...venue,
      decoder: given => {
        const own = venue.decoder(given)
        return {
          decode: frame => {
            if (frame.source === 'socket') counted.pushes++
            return own.decode(frame)
          },
        }
      },
    },
    ...{ gateway, journal, markets, clock },
    assignments: markets.map(({ index }) => ({ market: index, definition, parameters: {}, stanza: 0 })),
    settings: deskSettings({
      requote: { orderLifeSeconds: 600 },
      limits: { positionMaxShares: 1e6, worstCaseLossMaxUsdt: 1e6, orderMinUsdt: 1 },
    }),
    state: restoreState(journal).state,
    notice: () => undefined,
    show: (batch, turn) => {
      seen.saw(batch, turn)
      door?.saw(batch, turn)
    },
  })
  const carrier = createCarrier({
    ...{ session, gateway, clock, strategies: ['bench'] },
    hashOf: order => journal.rows.hashOf(order),
    isStopping: () => false,
    plan: () => Promise.resolve({ is: 'answer', answer: { is: 'refused', text: 'the benchmark has no config' } }),
  })
  const shown = {
    ...({ run: 'bench', mode: 'paper', wallet: '0x', venue: 'predict', config: 'bench' } as const),
    ...{
      startedAt: clock.now(),
      settings: () => ({ stanzas: [], parameters: [] }),
      session,
      seen,
      clock,
      isStopping: () => false,
    },
    loop: { read: () => ({ p50Ms: 0, p99Ms: 0, maxMs: 0 }), end: () => undefined },
    keeper: { unattendedMaxMs: 5_000, heardMsAgo: () => null },
  }
  door = openDoor({
    ...{ shown, carrier, notice: () => undefined, onHung: () => undefined, markoutSeconds: 30 },
    task: {
      ...{ port: 0, home: folder, folder, journal: file, log: join(folder, 'log') },
      ...{ run: 'bench', version: '0', pid: process.pid, clients: [], metrics: 'public', alerts: null },
    },
  })
  await door.port
  return {
    counted,
    file: readDoorFile(folder)!,
    market: markets[0]!.id,
    close: async () => {
      await door.end('the benchmark is over')
      await session.stop('the benchmark')
      venue.close()
      journal.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
