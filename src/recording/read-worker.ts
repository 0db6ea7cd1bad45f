import { parentPort } from 'node:worker_threads'
import { type MarketId, MarketIndex } from '../model/ids.js'
import { reasonOf } from '../model/reason-of.js'
import type { ClockOffset } from './columns/clock-offset.js'
import { noCoverage } from './columns/coverage.js'
import type { PlainColumns } from './columns/plain-columns.js'
import { copyRows, createRows, type Rows } from './columns/rows.js'
import { formatNamed } from './formats/formats.js'
import { GROUPS_AHEAD, type ReadTask, type ThreadOrder, type ThreadWord } from './read-threads.js'

/** Rows a group: large enough that the cost of a message between threads is small. */
const GROUP_ROWS = 2 ** 13

/** One for each input that is being read. */
const outboxes = new Map<number, Outbox>()

/** Sends the groups of one input; stops when `GROUPS_AHEAD` of them wait to be taken. */
class Outbox {
  readonly coverage = noCoverage()
  readonly #id: number
  #left = GROUPS_AHEAD
  #wake: () => void = () => undefined
  #rows = createRows(GROUP_ROWS)

  constructor(id: number) {
    this.#id = id
  }

  async add(events: PlainColumns): Promise<void> {
    copyRows(this.#rows, events, 0, events.length)
    if (this.#rows.length >= GROUP_ROWS) await this.#send()
  }

  async end(): Promise<void> {
    if (this.#rows.length > 0) await this.#send()
    tell({ id: this.#id, kind: 'over', counted: this.#counted() })
  }

  taken(): void {
    this.#left++
    this.#wake()
  }

  async #send(): Promise<void> {
    while (this.#left === 0)
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    this.#left--
    const events = eventsOf(this.#rows)
    const { kind, side, market, price, size, at, receivedAt } = events
    const columns = [kind, side, market, price, size, at, receivedAt].map(({ buffer }) => buffer as ArrayBuffer)
    tell({ id: this.#id, kind: 'group', group: { events, isBatch: false }, counted: this.#counted() }, columns)
    this.#rows = createRows(GROUP_ROWS)
  }

  #counted(): ReturnType<typeof noCoverage> {
    const counted = { ...this.coverage }
    Object.assign(this.coverage, noCoverage())
    return counted
  }
}

const eventsOf = ({ length, kind, side, market, price, size, at, receivedAt, rare }: Rows): PlainColumns => ({
  length,
  kind,
  side,
  market,
  price,
  size,
  at,
  receivedAt,
  rare,
})

async function readTask({ id, format, files, places }: ReadTask): Promise<void> {
  const outbox = new Outbox(id)
  outboxes.set(id, outbox)
  const indexOf = (market: MarketId): MarketIndex => places.get(market) ?? MarketIndex.of(0)
  const tellClock = (clock: ClockOffset | null): void => tell({ id, kind: 'clock', clock })
  // Files beside the input files, such as result tables, were read by the main thread.
  const inputs = await (await formatNamed(format)).open(files)
  for (const input of inputs.filter(each => each.files !== undefined))
    for await (const { events } of input.read({ indexOf, coverage: outbox.coverage, tellClock })) await outbox.add(events)
  await outbox.end()
  outboxes.delete(id)
}

function tell(word: ThreadWord, columns: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(word, [...columns])
}

parentPort?.on('message', (order: ThreadOrder) => {
  if ('taken' in order) outboxes.get(order.taken)?.taken()
  else
    readTask(order.task).catch((error: unknown) => {
      const why = reasonOf(error)
      tell({ id: order.task.id, kind: 'failed', why })
    })
})
