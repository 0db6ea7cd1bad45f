import { takesOrders } from '../model/venue-mode.js'
import type { DeskState } from './desk-state.js'
import { DARK_REASONS, type DarkReason, darkCode, SideState } from './side-time.js'
import type { Slot } from './slot.js'
import type { SlotSide } from './slot-side.js'

/**
 * How long a market's quotes were wanted, and how long our orders were missing, by reason. Each side counts half a second a second. Wanted: the
 * market is open, its strategy has not failed and quotes (one whose last answer was a take does not), and no person has paused it or has its position
 * closed. Dark: wanted, and no order of ours is on the side except those being removed; one that is being sent counts. The reason is the first that
 * applies: `halt`: the desk is halted; `link`: the wallet's stream or its first snapshot is missing; `feed`: the book is not live, or a reference is
 * older than its limit; `pulled`: the strategy wants nothing there, or a size that rounds to nothing; `refused`: risk or the venue refused, no order
 * can be made of its answer, or the position is full; `calls`: it waits for the venue's rate limits; `waiting`: for `requoteEveryMs`, for an order of
 * ours that is leaving, or for the resolution of an order in doubt.
 */
export interface QuotingSeconds {
  readonly wantedSeconds: number
  readonly darkSeconds: Readonly<Record<DarkReason, number>>
  /** The part of `pulled` in which both sides of a market were, by the reason that its strategy gave. */
  readonly pulledFor: Readonly<Record<string, number>>
}

/** The same of a desk, which counts from its start. */
export interface DeskQuoting extends QuotingSeconds {
  /** The part of `feed` before a market's first book came. */
  readonly beforeBookSeconds: number
}

const PAUSED = -1

/** A reason that applies to every market of a desk: a code for `noteQuoting`. */
export const heldByDesk = ({ halt, isPaused }: Pick<DeskState, 'halt' | 'isPaused'>, isReady: boolean): number =>
  isPaused ? PAUSED : halt !== null ? SideState.HALT : isReady ? SideState.IDLE : SideState.LINK

/** Records the states of both sides of a market. Call at the end of a turn that looked at it. */
export function noteQuoting(slot: Slot, desk: number, now: number): void {
  const { bid, ask, quoting } = slot
  // Both sides are quoted, as before: the usual case.
  if (bid.sums.count > 0 && ask.sums.count > 0 && bid.time.isQuoted && ask.time.isQuoted)
    if (desk !== PAUSED && !quoting.isPaused && quoting.isOpen && quoting.strategy !== null && quoting.decision !== 'take')
      return
  if (desk === PAUSED || quoting.isPaused || quoting.closing !== null || !isWanted(slot)) {
    bid.time.turn(SideState.IDLE, now)
    ask.time.turn(SideState.IDLE, now)
    quoting.pulls.count(false, now)
    return
  }
  if (slot.net.isLive && quoting.beforeBookUs === null) quoting.hearBook(feedUs(slot, now))
  const held = desk === SideState.IDLE && (!slot.net.isLive || quoting.aged !== null) ? SideState.FEED : desk
  const isInvalid = quoting.isInvalid
  bid.time.turn(sideCode(bid, held, isInvalid), now)
  ask.time.turn(sideCode(ask, held, isInvalid), now)
  quoting.pulls.count(bid.time.isPulled && ask.time.isPulled, now)
}

/** A strategy that only takes wants nothing to rest. */
const isWanted = ({ quoting: { strategy, decision }, market }: Slot): boolean =>
  strategy !== null && takesOrders(market) && decision !== 'take'

const sideCode = (side: SlotSide, held: number, isInvalid: boolean): number => {
  if (side.sums.count > 0) return SideState.QUOTED
  if (held !== SideState.IDLE) return held
  if (isInvalid) return SideState.REFUSED
  return side.target.isEmpty ? SideState.PULLED : side.held
}

/** Microseconds for which the feed kept both sides dark, added up. */
const feedUs = ({ bid, ask }: Slot, now: number): number => bid.time.of(SideState.FEED, now) + ask.time.of(SideState.FEED, now)

/** The seconds of one market; each side counts half. */
export function quotingOf(slot: Slot, now: number): DeskQuoting {
  const { bid, ask, quoting } = slot
  const seconds = (code: number): number => (bid.time.of(code, now) + ask.time.of(code, now)) / 2_000_000
  const dark = DARK_REASONS.map(reason => [reason, seconds(darkCode(reason))] as const)
  const wantedSeconds = dark.reduce((sum, [, each]) => sum + each, seconds(SideState.QUOTED))
  return {
    wantedSeconds,
    darkSeconds: Object.fromEntries(dark) as Record<DarkReason, number>,
    beforeBookSeconds: (quoting.beforeBookUs ?? feedUs(slot, now)) / 2_000_000,
    pulledFor: quoting.pulls.seconds(now),
  }
}

/** These seconds without the time before each market's first book: in a recording of many days most markets open late. */
export const sinceFirstBook = ({ wantedSeconds, darkSeconds, beforeBookSeconds, pulledFor }: DeskQuoting): QuotingSeconds => ({
  wantedSeconds: wantedSeconds - beforeBookSeconds,
  darkSeconds: { ...darkSeconds, feed: darkSeconds.feed - beforeBookSeconds },
  pulledFor,
})

/** The sum of markets. */
export function sumQuoting(parts: readonly DeskQuoting[]): DeskQuoting {
  const sum = (read: (part: DeskQuoting) => number): number => parts.reduce((total, part) => total + read(part), 0)
  const dark = DARK_REASONS.map(reason => [reason, sum(({ darkSeconds }) => darkSeconds[reason])] as const)
  return {
    wantedSeconds: sum(({ wantedSeconds }) => wantedSeconds),
    darkSeconds: Object.fromEntries(dark) as Record<DarkReason, number>,
    beforeBookSeconds: sum(({ beforeBookSeconds }) => beforeBookSeconds),
    pulledFor: combined(parts.map(({ pulledFor }) => pulledFor)),
  }
}

function combined(parts: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> {
  const sums = new Map<string, number>()
  for (const part of parts) for (const [why, seconds] of Object.entries(part)) sums.set(why, (sums.get(why) ?? 0) + seconds)
  return Object.fromEntries(sums)
}
