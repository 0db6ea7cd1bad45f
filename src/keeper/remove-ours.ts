import { setTimeout as systemPause } from 'node:timers/promises'
import type { OrderHash } from '../model/ids.js'
import { reasonOf } from '../model/reason-of.js'
import type { OwnOrder, Remover, ShownOrder } from '../venues/remover.js'
import type { ToldOrders } from './told-orders.js'

export interface RemovalOptions {
  readonly remover: Remover
  readonly told: ToldOrders
  /** Longest life of an order that was not announced by the daemon. */
  readonly orderLifeMs: number
  /** How much longer it may rest because the clocks of host and venue differ, in ms. */
  readonly clockAllowanceMs: number
  /** Wall time in ms. */
  readonly wallMs: () => number
  /** True: removal is no longer needed, because the daemon is well again or a person does not want to wait. */
  readonly isOver: () => boolean
  /** Least time between two empty lists, in ms. */
  readonly apartMs?: number
  readonly say: (level: 'info' | 'warn' | 'error', text: string, fields?: Readonly<Record<string, unknown>>) => void
  /** How to wait; default: the computer's timers and its monotonic clock, in ms. */
  readonly pause?: (ms: number) => Promise<unknown>
  readonly monotonicMs?: () => number
}

/** The result. */
export interface RemovalResult {
  /** Our orders that the venue said it removed, or that its list showed before and no longer shows. */
  readonly removed: number
  /** Our orders in the last list; null: it could not be read. */
  readonly open: readonly OrderHash[] | null
  /** Orders of the wallet from another journal or program in the last list that could be read. */
  readonly strangers: readonly OrderHash[]
  /** `empty`: the list was read twice without our orders. `expired`: every order has expired. `over`: `isOver` returned true. */
  readonly how: 'empty' | 'expired' | 'over'
  /** No order of ours can rest: the list was empty twice, or it was empty when it was last read and every order has expired. */
  readonly isNoneLeft: boolean
}

/** A request that was in flight when the daemon died may arrive this late: two empty lists this far apart are proof. */
const APART_MS = 6_000
/** How often the list is read: soon at first, then rarely, because each read is a call. */
const LOOK_FIRST_MS = 200
const LOOK_MAX_MS = 1_500
/** How long a venue may take to end an expired order. */
const EXPIRY_LATE_MS = 1_000

/**
 * Removes every order of this journal until the venue's list twice shows none of them, or all have expired. Orders announced by the daemon are
 * removed at once, before the list is read. Other programs' orders are reported and not touched. Never rejects.
 */
export async function removeOurs(options: RemovalOptions): Promise<RemovalResult> {
  const { remover, told, isOver, pause = systemPause, monotonicMs = () => performance.now() } = options
  const looks = createLooks(options, monotonicMs)
  const wallMs = options.wallMs()
  const endMs = monotonicMs() + leftMs(options, wallMs)
  const known = told.alive(wallMs)
  if (known.length > 0) looks.removed(await remover.remove(known))
  for (let waitMs = LOOK_FIRST_MS; ; waitMs = Math.min(LOOK_MAX_MS, waitMs * 2)) {
    if (isOver()) return looks.result('over')
    const startedAt = monotonicMs()
    const shown = await look(options)
    if (looks.take(shown, startedAt)) return looks.result('empty')
    if (monotonicMs() > endMs) return looks.result('expired')
    const ours = looks.open()
    if (shown !== null && ours.length > 0) looks.removed(await remover.remove(ours))
    const dueAt = Math.min(startedAt + waitMs, looks.provedAt())
    await pauseFor({ pause, isOver, leftMs: () => Math.max(dueAt - monotonicMs(), remover.waitMs()) })
  }
}

/** Time until every order must have expired. Later changes of the wall clock do not affect it. */
const leftMs = ({ told, orderLifeMs, clockAllowanceMs }: RemovalOptions, wallMs: number): number =>
  (told.lastExpiryMs === 0 ? orderLifeMs : Math.max(0, told.lastExpiryMs - wallMs)) + clockAllowanceMs + EXPIRY_LATE_MS

const SLICE_MS = 250

interface Pausing extends Required<Pick<RemovalOptions, 'pause' | 'isOver'>> {
  readonly leftMs: () => number
}

/** In slices, to notice `isOver` in time. */
async function pauseFor({ pause, isOver, leftMs }: Pausing): Promise<void> {
  for (let left = leftMs(); left > 0 && !isOver(); left = leftMs()) await pause(Math.min(left, SLICE_MS))
}

/** null: the list could not be read. */
async function look({ remover, say }: RemovalOptions): Promise<readonly ShownOrder[] | null> {
  try {
    return await remover.list()
  } catch (error) {
    const why = reasonOf(error)
    if (remover.isRefused) say('error', 'the venue refuses the keeper’s login: orders rest until they expire', { why })
    else say('warn', 'the venue’s list could not be read', { why })
    return null
  }
}

function createLooks({ say, apartMs = APART_MS }: RemovalOptions, monotonicMs: () => number) {
  const seen = new Set<OrderHash>()
  const named = new Set<OrderHash>()
  let ours: readonly OwnOrder[] | null = null
  let strangers: readonly OrderHash[] = []
  let emptySince: number | null = null
  return {
    open: () => ours ?? [],
    /** When the next empty list will be proof. */
    provedAt: () => (emptySince === null ? Number.POSITIVE_INFINITY : emptySince + apartMs),
    /** Takes a list; returns whether it proves that none of our orders is left. */
    take: (shown: readonly ShownOrder[] | null, startedAt: number): boolean => {
      if (shown === null) return false
      ours = shown.filter((order): order is OwnOrder => order.id !== null)
      for (const { hash } of ours) seen.add(hash)
      strangers = shown.filter(({ id }) => id === null).map(({ hash }) => hash)
      for (const hash of strangers) {
        if (named.has(hash)) continue
        named.add(hash)
        say('warn', `order ${hash} of this wallet is not of this journal and is left where it is`)
      }
      if (ours.length > 0) emptySince = null
      else emptySince ??= monotonicMs()
      return emptySince !== null && startedAt - emptySince >= apartMs
    },
    /** The venue said that it removed these. */
    removed: (hashes: readonly OrderHash[]): void => {
      for (const hash of hashes) seen.add(hash)
    },
    result: (how: RemovalResult['how']): RemovalResult => {
      const open = ours?.map(({ hash }) => hash) ?? null
      const removed = [...seen].filter(hash => open?.includes(hash) !== true).length
      return { removed, open, strangers, how, isNoneLeft: how !== 'over' && open?.length === 0 }
    },
  }
}
