/** A driver over recorded time: the engine alone, with a venue of ten lines that takes every order, fills none and answers at once. */
import {
  createBooks,
  createDesk,
  deskSettings,
  freshDeskState,
  loadStrategy,
  OrderId,
  packEvents,
  type Report,
  Timestamp,
  type Turn,
  Wei,
} from 'oddsmith/engine'
import { openRecording } from 'oddsmith/research'

/** What a strategy would have sent while a recording was made. */
export interface Quoted {
  readonly orders: number
  readonly cancels: number
  readonly refusals: number
  /** Names all that the desk did: the same recording and strategy give the same. */
  readonly stateHash: string
}

/** Hands a recording to a desk, batch by batch. `strategy` is a name, a path or a package, as in a config. */
export async function quoteRecording(path: string, strategy: string, parameters: object = {}): Promise<Quoted> {
  const recording = await openRecording(path)
  const definition = await loadStrategy(strategy, '.')
  const { markets } = recording
  const books = createBooks(markets)
  const desk = createDesk({
    books,
    markets,
    assignments: markets.map(({ index }) => ({
      market: index,
      definition,
      parameters: definition.parameters.parse(parameters),
    })),
    // Recorded books do not hold our orders.
    settings: deskSettings({ limits: { positionMaxShares: 300 }, ownInBook: false }),
    state: freshDeskState(1),
  })
  const told = { orders: 0, cancels: 0, refusals: 0 }
  const noEvents = packEvents([])
  // The books of a batch first, then the desk. Its commands are answered by reports, and those are the next batch.
  const pass = (batch: {
    now: Timestamp
    events: typeof noEvents
    from: number
    to: number
    reports: readonly Report[]
  }): void => {
    const whole = { ...batch, wallOffset: 0, controls: [], timer: false }
    books.apply(whole)
    const turn = desk.turn(whole)
    for (const { kind } of turn.commands) told[kind === 'submit' ? 'orders' : 'cancels']++
    told.refusals += turn.refusals.length
    const reports = answers(turn, batch.now)
    if (reports.length > 0) pass({ now: batch.now, events: noEvents, from: 0, to: 0, reports })
  }
  const start = recording.from ?? Timestamp.ZERO
  pass({ now: start, events: noEvents, from: 0, to: 0, reports: greeting(start) })
  for await (const { events, batchEnds } of recording.chunks()) {
    let from = 0
    for (const to of batchEnds) {
      pass({ now: events.receivedAt[to - 1] ?? start, events, from, to, reports: [] })
      from = to
    }
  }
  return { ...told, stateHash: desk.stateHash() }
}

/** A desk opens nothing before it knows that the venue's private stream is live, and what the wallet has. */
const greeting = (at: Timestamp): readonly Report[] => [
  { at, receivedAt: at, kind: 'link', state: 'live' },
  {
    at,
    receivedAt: at,
    kind: 'snapshot',
    snapshot: { orders: [], cash: Wei.of(1_000n * 10n ** 18n), fills: [], shares: new Map() },
  },
]

/** The venue: an order rests at once, a cancel is done at once. */
const answers = ({ commands }: Turn, at: Timestamp): readonly Report[] =>
  commands.flatMap((command): readonly Report[] => {
    const stamp = { at, receivedAt: at }
    if (command.kind === 'submit')
      return [{ ...stamp, kind: 'accepted', order: command.id, venueId: command.id, lockedUntil: null }]
    const order = OrderId.parse(command.order)
    return [{ ...stamp, kind: 'removal', order, answer: 'removed' }]
  })
