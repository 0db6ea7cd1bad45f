import type { AccountId } from '../../src/exchange/core/command.js'
import type { FillModel } from '../../src/model/fill-model.js'
import type { Decoder } from '../../src/model/frame.js'
import type { InputLog } from '../../src/recording/log/input-log.js'
import { withUniqueIndexes } from '../../src/recording/log/unique-indexes.js'
import { compareFills, type FillComparison } from './compare-fills.js'
import { type ExactOrder, type ExchangeHistory, replayExactly } from './exact-replay.js'
import { FeedReplay } from './feed-replay.js'
import { readRunOrders } from './read-run-orders.js'
import { failedAt, filledBy, type RunOrder, type TimedFill } from './run-order.js'

/** Fill models compared with what happened in a run. */
export interface Calibration {
  /** Number of compared orders. */
  readonly orders: number
  /** The source of the times: the exchange's own history, or the run's reports. */
  readonly times: 'exchange' | 'run'
  /** Fills whose settlement failed later. They were fills, and are compared as such. */
  readonly failedSettlements: { readonly fills: number; readonly shares: number }
  /** The first one uses the exact place in the queue, if the exchange's history is available. */
  readonly models: readonly FillComparison[]
  /** Reasons to doubt the result, one sentence each. */
  readonly notes: readonly string[]
}

interface CalibrateOptions {
  /** Opens the run's input log at its beginning: it is read twice. */
  readonly open: () => Promise<InputLog>
  /** The decoder of the run's venue. */
  readonly decoder: (log: InputLog) => Decoder
  readonly models: readonly FillModel[]
  /** The exchange that the run traded on, and the run's wallet there; null: not available. */
  readonly exchange: { readonly history: ExchangeHistory; readonly wallet: AccountId } | null
  /** Called from time to time with the number of events so far. */
  readonly onProgress?: (events: number) => void
}

/** Replays a run's orders through fill models and compares order by order. Rejects with a `RecordingError` if the log cannot be read. */
export async function calibrateModels(options: CalibrateOptions): Promise<Calibration> {
  const { orders: told, unplaced } = await readRunOrders(withUniqueIndexes(await options.open()))
  const { exchange } = options
  const exact = exchange === null ? new Map<number, ExactOrder>() : replayExactly(exchange.history, exchange.wallet)
  const known = told.flatMap(order => {
    const of = exact.get(Number(order.venueId))
    return of === undefined ? [] : [{ order: inExchangeTime(order, of), told: order, exact: of }]
  })
  const orders = exchange === null ? told : known.map(({ order }) => order)
  const filled = await replayFeed(options, orders)
  const compare = (model: string, fills: readonly (readonly TimedFill[])[]): FillComparison =>
    compareFills(
      model,
      orders.map((order, index) => pairOf(order, fills[index] ?? [])),
    )
  const queued = known.map(one => one.exact.replayed)
  return {
    orders: orders.length,
    times: exchange === null ? 'run' : 'exchange',
    failedSettlements: failuresOf(orders),
    models: [
      ...(exchange === null ? [] : [compare('exact', queued)]),
      ...options.models.map((model, index) => compare(model.name, filled[index] ?? [])),
    ],
    notes: [
      ...noteOf(unplaced, 'sent, but refused or never answered: nothing to compare'),
      ...noteOf(told.length - orders.length, 'not in what is left of the exchange’s history'),
      ...noteOf(orders.filter(order => failedAt(order) !== null).length, FAILED),
      ...noteOf(known.filter(isToldOtherwise).length, 'filled by other amounts at the exchange than the run was told'),
    ],
  }
}

async function replayFeed(
  { open, decoder, models, onProgress }: CalibrateOptions,
  orders: readonly RunOrder[],
): Promise<ReturnType<FeedReplay['finish']>> {
  const log = withUniqueIndexes(await open())
  const decode = decoder(log)
  const replay = new FeedReplay({ markets: log.header.markets, models, orders })
  let events = 0
  for await (const records of log.records()) {
    for (const record of records)
      if (record.kind === 'frame')
        for (const event of decode.decode(record.frame)) {
          replay.add(event)
          events++
        }
    onProgress?.(events)
  }
  return replay.finish()
}

const FAILED = 'filled, but a settlement failed later: each is compared up to then, and the fill counts'

function failuresOf(orders: readonly RunOrder[]): Calibration['failedSettlements'] {
  const undone = orders.flatMap(({ afterFailure }) => afterFailure.filter(({ size }) => size < 0))
  return { fills: undone.length, shares: undone.reduce((sum, { size }) => sum - size, 0) / 1_000_000 }
}

const inExchangeTime = (order: RunOrder, { arrivedAt, removedAt, endedAt, fills, afterFailure }: ExactOrder): RunOrder => ({
  ...order,
  arrivedAt,
  removedAt,
  endedAt,
  fills,
  afterFailure,
})

const isToldOtherwise = (one: { readonly told: RunOrder; readonly exact: ExactOrder }): boolean =>
  filledBy(one.told.fills, Number.POSITIVE_INFINITY) !== filledBy(one.exact.fills, Number.POSITIVE_INFINITY)

const pairOf = ({ submit, arrivedAt, fills }: RunOrder, model: readonly TimedFill[]) => ({
  arrivedAt,
  size: submit.order.size,
  run: fills,
  model,
})

const noteOf = (orders: number, what: string): readonly string[] =>
  orders === 0 ? [] : [`${orders === 1 ? '1 order was' : `${orders} orders were`} ${what}`]
