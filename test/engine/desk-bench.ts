import { z } from 'zod'
import type { Reviewed } from '../../src/engine/account.js'
import { createBooks } from '../../src/engine/books.js'
import { createDesk } from '../../src/engine/create-desk.js'
import { DeskClock } from '../../src/engine/desk-clock.js'
import type { Assignment, DeskSettings } from '../../src/engine/desk-options.js'
import { type DeskState, freshDeskState } from '../../src/engine/desk-state.js'
import { type Turn } from '../../src/engine/news.js'
import { NO_MARKET, Order } from '../../src/engine/order.js'
import type { OrderRecord } from '../../src/engine/order-record.js'
import { type OrderStatus, statusOf } from '../../src/engine/order-status.js'
import { deskSettings } from '../../src/engine/settings.js'
import type { Stance } from '../../src/engine/stance.js'
import { UNITS } from '../../src/engine/units.js'
import type { Batch, Control, Hand } from '../../src/model/batch.js'
import { packEvents, unpackEvent } from '../../src/model/columns.js'
import type { MarketEvent } from '../../src/model/event.js'
import type { Fill } from '../../src/model/fill.js'
import { FillKey, MarketIndex, OrderHash, type OrderId } from '../../src/model/ids.js'
import type { Approved, Command, Place, Submit } from '../../src/model/intent.js'
import type { JournalEntry } from '../../src/model/journal-entry.js'
import type { Market } from '../../src/model/market.js'
import { cost, type Level, Price, Size, Wei } from '../../src/model/money.js'
import { plainMarket } from '../../src/model/plain-market.js'
import type { Decision } from '../../src/model/quote.js'
import type { Report, Snapshot } from '../../src/model/report.js'
import { Timestamp } from '../../src/model/time.js'
import type { LogRecord } from '../../src/recording/log/log-record.js'
import { turnEntries } from '../../src/runtime/turn-entries.js'
import type { View } from '../../src/strategy/view.js'

export const START = Timestamp.ofSeconds(1_700_000_000)
export const after = (ms: number): Timestamp => Timestamp.add(START, ms * 1_000)
export const shares = (count: number): Size => Size.ofShares(count)
export const level = (price: number, count: number): Level => ({
  price: Price.of(Math.round(price * 10_000)),
  size: shares(count),
})
export const usdt = (amount: number): Wei => Wei.ofSize(Size.of(Math.round(amount * 1_000_000)))

export const market = (index: number, change: Partial<Market> = {}): Market => ({
  ...plainMarket(`m${index}`, `question ${index}`),
  index: MarketIndex.of(index),
  minValue: usdt(0.9),
  takerFeeBps: 200,
  ...change,
})

export const settings = (
  change: {
    readonly limits?: Partial<DeskSettings['limits']>
    readonly requote?: Partial<DeskSettings['requote']>
    readonly desk?: Partial<Omit<DeskSettings, 'limits' | 'requote'>>
  } = {},
): DeskSettings => deskSettings({ ...change.desk, limits: change.limits ?? {}, requote: change.requote ?? {} })

export const snapshotOf = (change: Partial<Snapshot> = {}): Snapshot => ({
  orders: [],
  cash: usdt(1_000),
  fills: [],
  shares: new Map(),
  ...change,
})

/** The clock of a desk that began at `START`, with no grace unless `change` has one. */
export const clockAt = (now: Timestamp, change: Partial<DeskClock> = {}): DeskClock =>
  Object.assign(new DeskClock(), { now, bornAt: START, ...change })

/** Of an order as it is written down. */
export function statusOfRecord(record: OrderRecord, clock: DeskClock): OrderStatus {
  const order = new Order()
  order.load(record, NO_MARKET)
  return statusOf(order, clock)
}

/** A report without its stamps: the bench puts the time of the turn on it where it names no other. */
export type Told<R = Report> = R extends Report ? Omit<R, 'at' | 'receivedAt'> & { readonly at?: Timestamp } : never
/** A control without who and when: the bench puts them on it. */
export type Asked<C = Control> = C extends Control ? Omit<C, 'who' | 'at'> & Partial<Pick<C, 'who' | 'at'>> : never
type Row<E = MarketEvent> = E extends MarketEvent ? Omit<E, 'at' | 'receivedAt'> : never

/** Levels from lines such as `ask 0.55 20 / bid 0.52 15`, after a `clear`. */
export const picture = (text: string, index = 0): readonly Row[] => [
  { kind: 'clear', market: MarketIndex.of(index) },
  ...rows(text, index),
]

export const rows = (text: string, index = 0): readonly Row[] =>
  text.split('/').map(line => {
    const [side, price, size] = line.trim().split(' ')
    if (side !== 'bid' && side !== 'ask') throw new Error(`a level begins with bid or ask, found "${line}"`)
    return {
      kind: 'level',
      market: MarketIndex.of(index),
      side,
      ...level(Number(price), Number(size)),
      cause: 'unexplained',
    } as const
  })

/** A desk with its books, and the journal that a runtime would have written. */
export class DeskBench {
  readonly markets: readonly Market[]
  readonly books
  readonly desk
  /** The strategy of a market. */
  readonly assign: (market: Market) => Assignment
  readonly journal: JournalEntry[] = []
  /** What a runtime would have written of its door. */
  readonly inputs: LogRecord[] = []
  now: Timestamp = START
  wallOffset = 0
  turns = 0

  constructor(options: {
    readonly decide: (view: View<unknown>) => Decision
    readonly watches?: 'touch' | 'depth'
    readonly watchesGroup?: boolean
    readonly settings?: DeskSettings
    readonly markets?: readonly Market[]
    readonly state?: DeskState
    readonly parameters?: unknown
    readonly references?: Assignment['definition']['references']
    readonly onReview?: (seen: Reviewed) => void
  }) {
    this.markets = options.markets ?? [market(0)]
    this.books = createBooks(this.markets)
    const definition = {
      name: 'test',
      version: 1,
      parameters: z.unknown(),
      watches: options.watches ?? 'touch',
      watchesGroup: options.watchesGroup ?? false,
      create: () => ({ decide: options.decide }),
      ...(options.references !== undefined && { references: options.references }),
    } as const
    this.assign = ({ index }) => ({ market: index, definition, parameters: options.parameters ?? {}, stanza: 0 })
    const state = options.state ?? freshDeskState(7)
    this.desk = createDesk({
      books: this.books,
      markets: this.markets,
      assignments: this.markets.map(this.assign),
      assign: this.assign,
      settings: options.settings ?? settings(),
      state,
      ...(options.onReview !== undefined && { onReview: options.onReview }),
    })
  }

  /** Link and first snapshot: from here on the desk may place. */
  open(snapshot: Partial<Snapshot> = {}): Turn {
    return this.turn({
      reports: [
        { kind: 'link', state: 'live' },
        { kind: 'snapshot', snapshot: snapshotOf(snapshot) },
      ],
    })
  }

  turn(input: {
    readonly events?: readonly Row[]
    readonly reports?: readonly Told[]
    readonly controls?: readonly (Hand['what'] | Asked)[]
    readonly timer?: boolean
    readonly afterMs?: number
  }): Turn {
    this.now = Timestamp.add(this.now, (input.afterMs ?? 1) * 1_000)
    const stamp = { at: this.now, receivedAt: this.now }
    const events = packEvents((input.events ?? []).map(row => ({ ...row, ...stamp })))
    const reports = (input.reports ?? []).map(told => ({ ...stamp, ...told }))
    const asked = { who: 'test', at: this.now }
    const controls = (input.controls ?? []).map(
      (hand): Control => (typeof hand === 'string' ? { ...asked, what: hand } : { ...asked, ...hand }),
    )
    const { wallOffset } = this
    const batch = {
      now: this.now,
      wallOffset,
      events,
      from: 0,
      to: events.length,
      reports,
      controls,
      timer: input.timer ?? false,
    }
    this.books.apply(batch)
    const turn = this.desk.turn(batch)
    this.turns++
    this.#write(batch, turn)
    this.#log(batch, turn)
    return turn
  }

  #log({ now, events, reports, controls, timer }: Batch, { commands }: Turn): void {
    for (let row = 0; row < events.length; row++) {
      const event = unpackEvent(events, row)
      this.inputs.push({ kind: 'frame', frame: { source: 'test', receivedAt: event.receivedAt, event } })
    }
    for (const report of reports) this.inputs.push({ kind: 'report', report })
    for (const control of controls) this.inputs.push({ kind: 'control', control })
    this.inputs.push({ kind: 'mark', now, timer, commands })
  }

  #write(batch: Batch, turn: Turn): void {
    const at = this.now
    this.journal.push(...turnEntries(batch, turn))
    for (const command of turn.commands)
      if (command.kind === 'cancel') this.journal.push({ kind: 'cancel', at, order: command.order })
      else this.journal.push({ kind: 'submit', at, submit: command, hash: hashOf(command.id) })
  }
}

export const hashOf = (id: OrderId): OrderHash => OrderHash.of(`0x${id}`)
export const submitsOf = (turn: Turn): readonly Submit[] =>
  turn.commands.filter((command): command is Submit => command.kind === 'submit')
export const cancelsOf = (turn: Turn): readonly string[] =>
  turn.commands
    .filter((command): command is Command & { kind: 'cancel' } => command.kind === 'cancel')
    .map(command => command.order)

/** The order as people write it: `buy yes 0.50 20`. */
export const written = ({ order }: Submit): string =>
  `${order.side} ${order.outcome} ${(order.price / 10_000).toFixed(2)} ${order.size / 1_000_000}`

export const accepted = ({ id }: Submit): Told => ({ kind: 'accepted', order: id, venueId: `v${id}`, lockedUntil: null })

/** A fill of part of an order, at its own price, without a fee. */
export const fillOf = ({ id, order }: Submit, count: number, settlement = `s-${id}`): Fill => ({
  key: FillKey.of(settlement, hashOf(id), 0),
  order: id,
  ...{ market: order.market, outcome: order.outcome, side: order.side },
  shares: Wei.ofSize(shares(count)),
  value: cost(order.price, shares(count)),
  fee: { in: 'shares', amount: Wei.ZERO },
})

/** Room everywhere: a test narrows the one thing it is about. */
export const stanceOf = (change: Partial<Stance> = {}): Stance => ({
  ...{
    market: market(0),
    limits: settings().limits,
    now: START,
    wall: START,
    isLive: true,
    heardAt: START,
    oldest: null,
    clockOffsetMs: 0,
    bid: 4_000,
    ask: 6_000,
    stop: { bid: Timestamp.ZERO, ask: Timestamp.ZERO },
    ownBid: 0,
    ownAsk: 0,
  },
  ...{ net: 0, bidOpen: 0, askOpen: 0, sellable: { yes: 0, no: 0 }, heldCost: 0, reserved: 0, reservedAll: 0 },
  ...{ freeCash: 1_000 * UNITS, lossIfYes: 0, lossIfNo: 0, lossIfHalf: 0, scopes: [], ghosts: 0, ...change },
})

/** A bid for 20 YES at 0.45 in the first market, which lives a minute. */
export const bidSubmit = (id: OrderId): Submit => ({
  kind: 'submit',
  id,
  order: {
    ...({ kind: 'place', outcome: 'yes', side: 'buy', style: 'post-only', market: MarketIndex.of(0) } as const),
    ...level(0.45, 20),
    expiresAt: after(60_000),
  } satisfies Place as Approved<Place>,
})
