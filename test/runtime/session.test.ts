import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import type { DeskState } from '../../src/engine/desk-state.js'
import { deskSettings } from '../../src/engine/settings.js'
import { type RunningExchange, startExchange, type WrittenFault } from '../../src/exchange.js'
import { openJournal } from '../../src/journal/journal.js'
import { createSigner } from '../../src/protocol/sign.js'
import { restoreState } from '../../src/runtime/restore-state.js'
import { type Session, startSession } from '../../src/runtime/session.js'
import { createSystemClock } from '../../src/runtime/system-clock.js'
import { createPredictVenue } from '../../src/venues/predict/predict-venue.js'
import { strategy } from '../../strategies/two-sided.js'

const settings = deskSettings({
  requote: { orderLifeSeconds: 60, backoffMs: 500 },
  limits: { positionMaxShares: 300, orderMinUsdt: 1 },
  budget: { windows: [{ route: 'create', calls: 40, perMs: 1_000 }], cancelsPerCall: 1 },
})

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** A session on an exchange of its own, with nothing between them but the wire. */
async function awake(faults: readonly WrittenFault[] = []) {
  const exchange: RunningExchange = await startExchange({ seed: 1, chainId: 97, faults })
  const clock = createSystemClock()
  const journal = openJournal(':memory:', { epoch: 1 })
  const venue = createPredictVenue({ ...exchange, clock })
  closers.push(
    () => exchange.close(),
    () => venue.close(),
  )
  const markets = await venue.markets({ open: true })
  const signer = createSigner({ privateKey: exchange.accounts[0]?.privateKey ?? '', chainId: 97 })
  const gateway = venue.gateway({ signer, epoch: journal.epoch }, new Map())
  const said: string[] = []
  const session = await startSession({
    venue,
    gateway,
    journal,
    markets,
    assignments: markets.map(({ index }) => ({
      market: index,
      definition: strategy,
      parameters: strategy.parameters.parse({}),
    })),
    settings,
    state: restoreState(journal).state,
    clock,
    notice: (_, text) => said.push(text),
  })
  return { session, journal, gateway, exchange, said }
}

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await isSo()) return
    await pause(50)
  }
  throw new Error(`waited for ${what} in vain`)
}

const restingOf = (session: Session): number =>
  [...session.desk.state().orders.values()].filter(({ endedAt, left, proof }) => endedAt === null && left > 0 && proof === 3)
    .length

/** All but what the venue told of its call windows, which are gone after a restart and which only a slow run has heard of by then. */
const lasting = (state: DeskState): DeskState => ({ ...state, told: new Map(), reads: [] })

describe('a session against the exchange', () => {
  test('quotes both sides, stops with nothing open, and between two turns the journal folds to what the desk has', async () => {
    const { session, journal, said } = await awake()
    await until(() => restingOf(session) >= 2, 'two quotes')
    // Cancels leave before the entries of their turn are written, so a look may fall between the two.
    const folded = () => lasting(restoreState(journal).state)
    await until(() => isDeepStrictEqual(folded(), lasting(session.desk.state())), 'a journal that folds to what the desk has')
    const stopped = await session.stop('test')
    expect(stopped).toMatchObject({ open: 0, unanswered: 0, differences: [] })
    expect(said).toContain('positions and cash equal the venue’s; 0 orders open')
    expect(lasting(restoreState(journal).state)).toEqual(lasting(session.desk.state()))
  })

  test('begins once the venue takes calls again, where earlier runs have used those of this minute', async () => {
    const { session, said } = await awake([{ kind: 'status', status: 429, when: { count: 1, route: '/v1/orders/matches*' } }])
    expect(said).toContainEqual(
      expect.stringMatching(/^the venue takes no more calls for now, so the start waits: getMatches: .*429/),
    )
    await until(() => restingOf(session) >= 2, 'two quotes')
    expect(await session.stop('test')).toMatchObject({ open: 0, differences: [] })
  })

  test('a journal that cannot be written ends the session: nothing more is placed, and all that rests is removed', async () => {
    const { session, journal, gateway } = await awake()
    await until(() => restingOf(session) >= 2, 'two quotes')
    journal.close()
    expect(String(await session.failure)).toContain('could not be written')
    expect(await session.stop('test')).toMatchObject({ open: 0 })
    expect((await gateway.snapshot()).orders).toEqual([])
  })

  test('a venue that is gone leaves the question open, and the stop says so in bounded time', async () => {
    const { session, exchange, said } = await awake()
    await until(() => restingOf(session) >= 2, 'two quotes')
    await exchange.close()
    expect(await session.stop('test')).toMatchObject({ open: null, differences: null })
    expect(said.join()).toContain('private stream is lost')
  })
})
