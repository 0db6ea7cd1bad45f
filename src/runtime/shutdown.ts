import { setTimeout as pause } from 'node:timers/promises'
import type { Desk } from '../engine/desk.js'
import { type DeskState, DUST, expiryOf, type OrderRecord, Proof } from '../engine/desk-state.js'
import type { OrderId } from '../model/ids.js'
import type { Market } from '../model/market.js'
import type { Report, Snapshot } from '../model/report.js'
import type { Clock, RunClock } from '../model/time.js'
import type { Gateway } from '../venues/venue.js'
import { type Difference, differences } from './agreement.js'
import type { Live } from './live.js'

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
  /** What our books and the venue's do not agree on; null: it could not be asked. */
  readonly differences: readonly Difference[] | null
}

export interface StopOptions {
  readonly door: Live
  readonly desk: Desk
  readonly gateway: Gateway
  readonly markets: readonly Market[]
  readonly clock: RunClock
  readonly who: string
}

/** A container is killed ten seconds after it is asked to stop. */
const STOP_MS = 6_000
const ASK_EVERY_MS = 150
const SETTLE_MS = 3_000
/** Each look costs a few calls of the venue's windows, and a busy run leaves little of them: only the first comes soon. */
const LOOK_EVERY_MS = 450

/**
 * Latches, cancels everything, and waits until the venue's own list is empty: an answer to a cancel is a promise, the list is evidence. If
 * the corridor does not answer any more, what the list shows is removed directly.
 */
export async function stopOrderly(options: StopOptions): Promise<Stopped> {
  const { door, desk, gateway, clock, who } = options
  const deadline = clock.now() + STOP_MS * 1_000
  door.executor.latch()
  const before = restingOrders(desk.state())
  door.control({ what: 'cancel-all', who, at: clock.now() })
  let last: Snapshot | null = null
  for (let wait = ASK_EVERY_MS; ; wait = LOOK_EVERY_MS) {
    await pause(wait)
    await within(door.executor.quiet(), deadline, clock)
    last = await snapshotOf(gateway)
    if (last !== null && last.orders.length === 0) break
    if (clock.now() > deadline) break
    if (last !== null) await removeDirectly(gateway, last)
  }
  const agreement = await settle(options, last)
  const { orders, pending } = desk.state()
  return {
    removed: before.filter(id => isRemoved(orders.get(id))).length,
    open: last?.orders.length ?? null,
    unanswered: desk.summary().counts.unknown,
    unsettled: pending.size,
    differences: agreement,
  }
}

/** Waits a moment for what is on its way to settle, so that the last word on money is exact. */
async function settle(
  { door, desk, gateway, clock, markets }: StopOptions,
  last: Snapshot | null,
): Promise<readonly Difference[] | null> {
  const deadline = clock.now() + SETTLE_MS * 1_000
  for (let snapshot = last; ; snapshot = await snapshotOf(gateway)) {
    if (snapshot !== null) door.report(snapshotReport(snapshot, clock))
    await pause(snapshot === last ? ASK_EVERY_MS : LOOK_EVERY_MS)
    const state = desk.state()
    const found = snapshot === null ? null : differences(state, markets, snapshot)
    // An order may have been filled while it was being removed; money that agrees before that settles would not agree after.
    const isSettled = found?.length === 0 && state.pending.size === 0 && areOver(desk, clock)
    if (isSettled || clock.now() > deadline) return found
  }
}

/** Whether each order has met its end: one whose end was never told is believed gone only when two lists in a row lack it. */
const areOver = (desk: Desk, clock: RunClock): boolean => {
  const now = clock.now()
  const times = { wallOffset: clock.wallOffset() }
  const isOver = (order: OrderRecord): boolean =>
    order.proof !== Proof.SEEN || order.endedAt !== null || order.left < DUST || expiryOf(order, times) <= now
  return desk.summary().counts.unknown === 0 && [...desk.state().orders.values()].every(isOver)
}

const restingOrders = ({ orders }: DeskState): readonly OrderId[] =>
  [...orders.values()].filter(({ proof, endedAt }) => proof === Proof.SEEN && endedAt === null).map(({ id }) => id)

const isRemoved = (order: OrderRecord | undefined): boolean => order?.how === 'removed' || order?.how === 'canceled'

async function snapshotOf(gateway: Gateway): Promise<Snapshot | null> {
  try {
    return await gateway.snapshot()
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

/** A snapshot that was asked for, as the corridor takes it in. */
export const snapshotReport = (snapshot: Snapshot, clock: Clock): Report => {
  const now = clock.now()
  return { kind: 'snapshot', snapshot, at: now, receivedAt: now }
}

async function within(work: Promise<void>, deadline: number, clock: Clock): Promise<void> {
  const left = Math.max(0, deadline - clock.now()) / 1_000
  const timeout = new AbortController()
  await Promise.race([work, pause(left, undefined, { signal: timeout.signal }).catch(() => undefined)])
  timeout.abort()
}
