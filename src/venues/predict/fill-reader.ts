import type { Fill } from '../../model/fill.js'
import type { Report } from '../../model/report.js'
import { type Clock, Timestamp } from '../../model/time.js'
import type { WireMatchRow } from '../../protocol/wire.js'
import type { FillMemory } from './fill-memory.js'
import { type OwnLeg, ownLegs, settledFill } from './match-fills.js'
import { readMatches, readOrder } from './read-account.js'
import { claimUnknown, type SnapshotOptions } from './read-snapshot.js'
import { matchKey, orderHashOf, unnamedLegs } from './unnamed-legs.js'

/** Reads match rows when the stream alone does not give a fill's state. */
export interface FillReader {
  /** True: something happened that the stream did not report in full. */
  isDue: boolean
  /** Whether a fill may exist that has not been reported by name. */
  readonly isBehind: boolean
  /** Records matches without a settlement: fills without a name, which are read again later. */
  sawRows(rows: readonly WireMatchRow[]): void
  /** Reads if a read is due, else returns nothing; the caller records the fills of the reports. Rejects with a VenueError. */
  read(): Promise<readonly Report[]>
}

/** An event may be slightly late; after this time without one, the rows are read. */
const PATIENCE_MS = 30_000
/** For a fill that was open before the link: its final event may have been missed, and the rows are a second or two behind. */
const PATIENCE_EARLIER_MS = 3_000
/** How often an open fill is read again. */
const AGAIN_MS = 10_000
/** A match whose order has ended and that has been in no row for this long will not settle any more. */
const GIVE_UP_MS = 120_000

type OpenFill = ReturnType<FillMemory['unsettled']>[number]

export interface FillReaderOptions {
  readonly clock: Clock
  readonly snapshot: SnapshotOptions
}

/** Creates a reader for one life of the wallet's link. */
export function createFillReader(options: FillReaderOptions): FillReader {
  const { account, fills } = options.snapshot
  const earlier = new Set(fills.unsettled().map(({ fill }) => fill.key))
  let hasNameless = false
  let isReading = false
  let askedMs = 0
  const overdue = (now: number): readonly OpenFill[] =>
    fills.unsettled().filter(({ fill, sinceMs }) => now - sinceMs > (earlier.has(fill.key) ? PATIENCE_EARLIER_MS : PATIENCE_MS))
  const isOverdue = (now: number): boolean => now - askedMs >= AGAIN_MS && overdue(now).length > 0
  const reader: FillReader = {
    isDue: false,
    get isBehind() {
      return reader.isDue || hasNameless || isReading
    },
    sawRows: rows => {
      hasNameless = unnamedLegs(rows, options.snapshot).length > 0
    },
    read: async () => {
      const now = nowMs(options)
      const isMissed = reader.isDue || hasNameless
      if (!isMissed && !isOverdue(now)) return []
      reader.isDue = false
      isReading = true
      askedMs = now
      try {
        return await readRows(now)
      } catch (error) {
        // The read is still due, whatever the rows showed before the failure.
        reader.isDue ||= isMissed
        throw error
      } finally {
        isReading = false
      }
    },
  }
  const readRows = async (now: number): Promise<readonly Report[]> => {
    const askedAt = options.snapshot.venueNow()
    const rows = await readMatches(account, fills.sinceMs)
    await claimUnknown(options.snapshot, rows)
    reader.sawRows(rows)
    const legs = rows.flatMap(row => ownLegs(row, account))
    const settled = legs.flatMap(leg => settledReports(options, leg))
    const failed = await failedReports(options, legs, overdue(now))
    fills.caughtUp(askedAt)
    return [...settled, ...failed]
  }
  return reader
}

const nowMs = ({ clock }: FillReaderOptions): number => clock.now() / 1_000

function settledReports({ clock, snapshot }: FillReaderOptions, leg: OwnLeg): readonly Report[] {
  const fill = settledFill(leg, snapshot.account)
  const receivedAt = clock.now()
  if (fill === null || snapshot.fills.isDone(fill.key)) return []
  return [{ at: Timestamp.ofMs(leg.executedMs), receivedAt, kind: 'settled', fill }]
}

/** Reports for open fills that are missing from the rows, if the state of their orders explains it. */
async function failedReports(
  options: FillReaderOptions,
  legs: readonly OwnLeg[],
  open: readonly OpenFill[],
): Promise<readonly Report[]> {
  const { clock, snapshot } = options
  const shown = new Set(legs.filter(leg => leg.settlement === null).map(leg => matchKey(leg.hash, leg.shares)))
  const settled = new Set(legs.map(leg => settledFill(leg, snapshot.account)?.key))
  const reports: Report[] = []
  for (const { fill, sinceMs } of open) {
    const ageMs = nowMs(options) - sinceMs
    if (
      shown.has(matchKey(orderHashOf(fill), fill.shares)) ||
      settled.has(fill.key) ||
      !(await hasFailed(snapshot, fill, ageMs))
    )
      continue
    const at = clock.now()
    reports.push({ at, receivedAt: at, kind: 'failed', fill })
  }
  return reports
}

/** A failed settlement removes the match and its order from the lists; if the order had ended before, only time can tell. */
async function hasFailed({ account }: SnapshotOptions, fill: Fill, ageMs: number): Promise<boolean> {
  const row = await readOrder(account, orderHashOf(fill))
  if (row === null || row.status === 'OPEN') return false
  return row.status === 'INVALIDATED' || ageMs > GIVE_UP_MS
}
