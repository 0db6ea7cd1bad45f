import { firstValueFrom, from, map, merge, type SchedulerLike, timer } from 'rxjs'
import type { Desk } from '../engine/desk.js'
import { type DeskState } from '../engine/desk-state.js'
import { isBelievedOpen, type OrderRecord, Proof } from '../engine/order-record.js'
import { expiryOf } from '../engine/order-status.js'
import type { OrderId } from '../model/ids.js'
import type { Report, Snapshot } from '../model/report.js'
import type { Clock, RunClock } from '../model/time.js'
import type { Gateway } from '../venues/venue.js'
import { pause } from '../venues/wires/pause.js'
import { differences, type MoneyDifference } from './agreement.js'
import type { Live } from './live.js'
import type { SessionMarkets } from './session-markets.js'

/** The result of a stop. */
export interface Stopped {
  /** Orders that were open when the stop began and no longer are. */
  readonly removed: number
  /** Orders that the venue still shows; null: it could not be asked. */
  readonly open: number | null
  /** Orders that were sent and never answered; each ends by its expiration. */
  readonly unanswered: number
  /** Fills that are matched and not settled yet. */
  readonly unsettled: number
  /** Differences between our books and the venue's; null: it could not be asked in time, or fills were still settling. */
  readonly differences: readonly MoneyDifference[] | null
}

export interface StopOptions {
  readonly door: Live
  readonly desk: Desk
  readonly gateway: Gateway
  readonly markets: Pick<SessionMarkets, 'all'>
  readonly clock: RunClock
  /** Timers. */
  readonly scheduler: SchedulerLike
  readonly who: string
}

/** A container is killed ten seconds after the request to stop. */
const STOP_MS = 9_000
const ASK_EVERY_MS = 150
const SETTLE_MS = 3_000
/** Each look costs a few calls, and a busy run leaves few: only the first comes soon. */
const LOOK_EVERY_MS = 450
/** How long one look, or an order in flight, is waited for before the next step. */
const PATIENCE_MS = 2_000

/**
 * Stops creates, cancels everything, and waits until the venue's own list is empty: an answer to a cancel is a promise, the list is evidence. If the
 * desk no longer answers, the listed orders are removed directly. Takes at most nine seconds, whatever the venue does.
 */
export async function stopOrderly(options: StopOptions): Promise<Stopped> {
  const { door, desk, gateway, clock, who } = options
  const deadline = clock.now() + STOP_MS * 1_000
  const soon = (): number => Math.min(deadline, clock.now() + PATIENCE_MS * 1_000)
  const looks = createLooks(gateway, clock)
  door.executor.latch()
  const before = restingOrders(desk.state())
  door.control({ what: 'cancel-all', who, at: clock.now() })
  for (let wait = ASK_EVERY_MS; ; wait = LOOK_EVERY_MS) {
    await pauseWithin(wait, deadline, options)
    const isQuiet = (await within(door.executor.quiet().then(isDone), soon(), options)) === true
    const report = await within(looks.snapshot(isQuiet), soon(), options)
    if (report === null) await within(looks.list(isQuiet), soon(), options)
    if (looks.open() === 0 || clock.now() >= deadline) break
    if (report !== null) await within(removeDirectly(gateway, report.snapshot), soon(), options)
  }
  const agreement = await settle(options, looks, deadline)
  const { orders, pending } = desk.state()
  return {
    removed: before.filter(id => isRemoved(orders.get(id))).length,
    open: looks.open(),
    unanswered: desk.summary().counts.unknown,
    unsettled: pending.size,
    differences: agreement,
  }
}

interface Looks {
  readonly last: SnapshotReport | null
  /** null: it could not be read. A slow read is awaited again instead of repeated. `isQuiet`: no create is in flight. */
  snapshot(isQuiet: boolean): Promise<SnapshotReport | null>
  /** Only the list of open orders, if the rest cannot be read. */
  list(isQuiet: boolean): Promise<void>
  /** Orders in the newest list; null: none could be read yet. An empty list counts if no create was in flight when it was requested. */
  open(): number | null
}

function createLooks(gateway: Gateway, clock: Clock): Looks {
  let last: SnapshotReport | null = null
  let open: number | null = null
  let asked: Promise<SnapshotReport | null> | null = null
  const count = (shown: number, isQuiet: boolean): void => {
    if (shown > 0 || isQuiet) open = shown
  }
  const ask = async (isQuiet: boolean): Promise<SnapshotReport | null> => {
    const report = await snapshotOf(gateway, clock)
    asked = null
    if (report === null) return null
    last = report
    count(report.snapshot.orders.length, isQuiet)
    return report
  }
  return {
    get last() {
      return last
    },
    snapshot: isQuiet => (asked ??= ask(isQuiet)),
    list: async isQuiet => {
      try {
        const shown = await gateway.openHashes?.()
        if (shown !== undefined) count(shown.length, isQuiet)
      } catch {
        // The next look may be answered.
      }
    },
    open: () => open,
  }
}

/** Waits briefly for fills to settle, so that the final comparison of money is exact. */
async function settle(options: StopOptions, looks: Looks, stopsAt: number): Promise<readonly MoneyDifference[] | null> {
  const { door, desk, clock, markets } = options
  const deadline = Math.min(stopsAt, clock.now() + SETTLE_MS * 1_000)
  const first = looks.last
  let agreed: readonly MoneyDifference[] | null = null
  for (let report = first; ; report = await within(looks.snapshot(looks.open() === 0), deadline, options)) {
    if (report !== null) door.report(report)
    await pauseWithin(report === first ? ASK_EVERY_MS : LOOK_EVERY_MS, deadline, options)
    const state = desk.state()
    const found = report === null ? null : differences(state, markets.all, report.snapshot)
    // An order may have been filled while it was being removed; money that agrees before that fill settles would not agree after it.
    if (found !== null) agreed = found.length === 0 && state.pending.size === 0 ? found : null
    if (agreed !== null && areOver(desk, clock)) return agreed
    // A look that the deadline cut short does not replace an earlier one that agreed.
    if (clock.now() >= deadline) return agreed ?? (state.pending.size === 0 ? found : null)
  }
}

/** Whether every order has ended: an order without a final report counts as gone only if two lists in a row lack it. */
const areOver = (desk: Desk, clock: RunClock): boolean => {
  const now = clock.now()
  const times = { wallOffset: clock.wallOffset() }
  const isOver = (order: OrderRecord): boolean => !isBelievedOpen(order) || expiryOf(order, times) <= now
  return desk.summary().counts.unknown === 0 && [...desk.state().orders.values()].every(isOver)
}

const restingOrders = ({ orders }: DeskState): readonly OrderId[] =>
  [...orders.values()].filter(({ proof, endedAt }) => proof === Proof.SEEN && endedAt === null).map(({ id }) => id)

const isRemoved = (order: OrderRecord | undefined): boolean => order?.how === 'removed' || order?.how === 'canceled'

async function snapshotOf(gateway: Gateway, clock: Clock): Promise<SnapshotReport | null> {
  try {
    return await askSnapshot(gateway, clock)
  } catch {
    // The next look follows shortly; null: the result is unknown.
    return null
  }
}

/** By the gateway and not by the desk: the desk itself may be broken. */
async function removeDirectly(gateway: Gateway, { orders }: Snapshot): Promise<void> {
  const ours = orders.flatMap(({ id }) => (id === null ? [] : [id]))
  if (ours.length > 0) await gateway.cancel(ours.slice(0, 100))
}

/** A fresh snapshot, added to the run's inputs. Rejects if a part could not be read. */
export async function askSnapshot(gateway: Pick<Gateway, 'snapshot'>, clock: Clock): Promise<SnapshotReport> {
  const at = clock.now()
  const snapshot = await gateway.snapshot()
  return { kind: 'snapshot', snapshot, at, receivedAt: clock.now() }
}

type SnapshotReport = Report & { readonly kind: 'snapshot' }

/** A pause that ends at the deadline at the latest. */
const pauseWithin = (
  ms: number,
  deadline: number,
  { clock, scheduler }: Pick<StopOptions, 'clock' | 'scheduler'>,
): Promise<void> => pause(scheduler, Math.max(0, Math.min(ms, Math.ceil((deadline - clock.now()) / 1_000))))

/** null: not done in time; it continues in the background. */
function within<T>(
  work: Promise<T>,
  deadline: number,
  { clock, scheduler }: Pick<StopOptions, 'clock' | 'scheduler'>,
): Promise<T | null> {
  const late = timer(Math.max(0, deadline - clock.now()) / 1_000, scheduler).pipe(map(() => null))
  return firstValueFrom(merge(from(work), late))
}

const isDone = (): true => true
