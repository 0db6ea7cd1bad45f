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
import { type Difference, differences } from './agreement.js'
import type { Live } from './live.js'
import type { SessionMarkets } from './session-markets.js'

/** How a stop went. */
export interface Stopped {
  /** Orders that were open when the stop began and are not any more. */
  readonly removed: number
  /** Orders the venue still shows; null: it could not be asked. */
  readonly open: number | null
  /** Orders that were sent and never answered; each ends with its expiration. */
  readonly unanswered: number
  /** Fills that were matched and are not settled yet. */
  readonly unsettled: number
  /** What our books and the venue's do not agree on; null: it could not be asked in time, or fills were still settling. */
  readonly differences: readonly Difference[] | null
}

export interface StopOptions {
  readonly door: Live
  readonly desk: Desk
  readonly gateway: Gateway
  readonly markets: Pick<SessionMarkets, 'all'>
  readonly clock: RunClock
  /** How it waits. */
  readonly scheduler: SchedulerLike
  readonly who: string
}

/** A container is killed ten seconds after it is asked to stop. */
const STOP_MS = 9_000
const ASK_EVERY_MS = 150
const SETTLE_MS = 3_000
/** Each look costs a few calls of the venue's windows, and a busy run leaves little of them: only the first comes soon. */
const LOOK_EVERY_MS = 450
/** So long one look, or what is on its way, is waited for before the next thing is tried. */
const PATIENCE_MS = 2_000

/**
 * Latches, cancels everything, and waits until the venue's own list is empty: an answer to a cancel is a promise, the list is evidence. If
 * the corridor does not answer any more, what the list shows is removed directly. Takes nine seconds at the most, whatever the venue does.
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
  /** null: it could not be read. One that takes long is waited for again, and not asked for a second time. `isQuiet`: no create is on its way. */
  snapshot(isQuiet: boolean): Promise<SnapshotReport | null>
  /** Only the list of open orders, where the rest cannot be read. */
  list(isQuiet: boolean): Promise<void>
  /** Orders that the newest list showed; null: none could be read yet. An empty one counts where no create was on its way when it was asked for. */
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

/** Waits a moment for what is on its way to settle, so that the last word on money is exact. */
async function settle(options: StopOptions, looks: Looks, stopsAt: number): Promise<readonly Difference[] | null> {
  const { door, desk, clock, markets } = options
  const deadline = Math.min(stopsAt, clock.now() + SETTLE_MS * 1_000)
  const first = looks.last
  let agreed: readonly Difference[] | null = null
  for (let report = first; ; report = await within(looks.snapshot(looks.open() === 0), deadline, options)) {
    if (report !== null) door.report(report)
    await pauseWithin(report === first ? ASK_EVERY_MS : LOOK_EVERY_MS, deadline, options)
    const state = desk.state()
    const found = report === null ? null : differences(state, markets.all, report.snapshot)
    // An order may have been filled while it was being removed; money that agrees before that settles would not agree after.
    if (found !== null) agreed = found.length === 0 && state.pending.size === 0 ? found : null
    if (agreed !== null && areOver(desk, clock)) return agreed
    // A look that the deadline cut short takes nothing away from one before it that agreed.
    if (clock.now() >= deadline) return agreed ?? (state.pending.size === 0 ? found : null)
  }
}

/** Whether each order has met its end: one whose end was never told is believed gone only when two lists in a row lack it. */
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
    // The next one is asked for in a moment, and null says that nobody knows.
    return null
  }
}

/** By the gateway and not by the desk: it may be the desk that is broken. */
async function removeDirectly(gateway: Gateway, { orders }: Snapshot): Promise<void> {
  const ours = orders.flatMap(({ id }) => (id === null ? [] : [id]))
  if (ours.length > 0) await gateway.cancel(ours.slice(0, 100))
}

/** A fresh snapshot, as the corridor takes it in. Rejects where a part could not be read. */
export async function askSnapshot(gateway: Pick<Gateway, 'snapshot'>, clock: Clock): Promise<SnapshotReport> {
  const at = clock.now()
  const snapshot = await gateway.snapshot()
  return { kind: 'snapshot', snapshot, at, receivedAt: clock.now() }
}

type SnapshotReport = Report & { readonly kind: 'snapshot' }

/** A pause that ends with the deadline. */
const pauseWithin = (
  ms: number,
  deadline: number,
  { clock, scheduler }: Pick<StopOptions, 'clock' | 'scheduler'>,
): Promise<void> => pause(scheduler, Math.max(0, Math.min(ms, Math.ceil((deadline - clock.now()) / 1_000))))

/** null: it was not done in time, and goes on by itself. */
function within<T>(
  work: Promise<T>,
  deadline: number,
  { clock, scheduler }: Pick<StopOptions, 'clock' | 'scheduler'>,
): Promise<T | null> {
  const late = timer(Math.max(0, deadline - clock.now()) / 1_000, scheduler).pipe(map(() => null))
  return firstValueFrom(merge(from(work), late))
}

const isDone = (): true => true
