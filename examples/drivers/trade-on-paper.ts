/** A driver in real time: the embedded exchange, the venue that speaks to it, and a session that joins them with a journal. */
import {
  createSystemClock,
  deskSettings,
  loadStrategy,
  openJournal,
  restoreState,
  type Session,
  startSession,
} from 'oddsmith/engine'
import { startExchange } from 'oddsmith/exchange'
import { createPredictVenue, createSigner } from 'oddsmith/predict'

/** What a run on paper came to. */
export interface Traded {
  readonly placed: number
  readonly fills: number
  /** Orders that the venue still shows after the stop; null: it could not be asked. */
  readonly open: number | null
}

/** Quotes all open markets of an exchange of its own until `until` is told that it is enough. Rejects where the session fails. */
export async function tradeOnPaper(strategy: string, until: (session: Session) => Promise<unknown>): Promise<Traded> {
  const definition = await loadStrategy(strategy, '.')
  const exchange = await startExchange({ seed: 7 })
  const clock = createSystemClock()
  // A file in place of `:memory:` outlives the process: the next session begins where this one stopped.
  const journal = openJournal(':memory:', { epoch: 1 })
  const venue = createPredictVenue({ ...exchange, clock })
  try {
    const markets = await venue.markets({ open: true })
    const signer = createSigner({ privateKey: exchange.accounts[0]?.privateKey ?? '', chainId: exchange.chainId })
    const { state } = restoreState(journal)
    const session = await startSession({
      venue,
      gateway: venue.gateway({ signer, epoch: journal.epoch }, new Map()),
      journal,
      markets,
      assignments: markets.map(({ index }) => ({ market: index, definition, parameters: definition.parameters.parse({}) })),
      settings: deskSettings({
        limits: { positionMaxShares: 300, orderMinUsdt: 1, worstCaseLossMaxUsdt: 200 },
        requote: { requoteEveryMs: 250, orderLifeSeconds: 60 },
        budget: { windows: [{ route: 'create', calls: 40, perMs: 1_000 }] },
      }),
      state,
      clock,
      notice: (level, text) => void (level === 'error' && console.error(text)),
    })
    const failure = await Promise.race([until(session).then(() => null), session.failure])
    const { open } = await session.stop('example')
    if (failure !== null) throw failure
    const { counts } = session.desk.summary()
    return { placed: counts.placed, fills: counts.fills, open }
  } finally {
    venue.close()
    journal.close()
    await exchange.close()
  }
}
