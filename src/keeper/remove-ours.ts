import { setTimeout as systemPause } from 'node:timers/promises'
import type { OrderHash } from '../model/ids.js'
import type { OwnOrder, Remover, ShownOrder } from '../venues/remover.js'
import type { ToldOrders } from './told-orders.js'

export interface RemovalOptions {
  readonly remover: Remover
  readonly told: ToldOrders
  /** How long an order may live, where none was told of. */
  readonly orderLifeMs: number
  /** How much longer it may rest because the clocks of host and venue differ, in ms. */
  readonly clockAllowanceMs: number
  /** Wall time in ms. */
  readonly wallMs: () => number
  /** True: there is no more need, because the daemon is well again or a person will not wait. */
  readonly isOver: () => boolean
  /** How far apart two empty lists are to be, in ms. */
  readonly apartMs?: number
  readonly say: (level: 'info' | 'warn' | 'error', text: string, fields?: Readonly<Record<string, unknown>>) => void
  /** How it waits; default: by the computer's timers and its monotonic clock, in ms. */
  readonly pause?: (ms: number) => Promise<unknown>
  readonly monotonicMs?: () => number
}

/** What came of it. */
export interface Removal {
  /** Orders of ours that the venue said it removed, or that its list showed and shows no more. */
  readonly removed: number
  /** Orders of ours that it showed last; null: it could not be asked. */
  readonly open: readonly OrderHash[] | null
  /** Orders of the wallet that are of another journal or program. */
  readonly strangers: readonly OrderHash[]
  /** `empty`: the list was seen without ours twice. `expired`: every order has met its end by itself. `over`: `isOver` said so. */
  readonly how: 'empty' | 'expired' | 'over'
}

/** A request that was on its way when the daemon died may arrive as late as this: twice empty and this far apart is evidence. */
const APART_MS = 6_000
/** How often the list is read: soon at first, then seldom, because each look is a call. */
const LOOK_FIRST_MS = 200
const LOOK_MAX_MS = 1_500
/** What a venue may take to end an order whose time is over. */
const EXPIRY_LATE_MS = 1_000

/**
 * Removes every order of this journal until the venue's list shows none of them twice, or each has expired. Those the daemon told of are asked to leave
 * at once, before the list is read. Orders of strangers are named and not touched. Never rejects.
 */
export async function removeOurs(options: RemovalOptions): Promise<Removal> {
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

/** How long it takes until each order must have expired. What is done with the wall clock from now on changes nothing about that. */
const leftMs = ({ told, orderLifeMs, clockAllowanceMs }: RemovalOptions, wallMs: number): number =>
  (told.lastExpiryMs === 0 ? orderLifeMs : Math.max(0, told.lastExpiryMs - wallMs)) + clockAllowanceMs + EXPIRY_LATE_MS

const SLICE_MS = 250

interface Pausing extends Required<Pick<RemovalOptions, 'pause' | 'isOver'>> {
  readonly leftMs: () => number
}

/** In slices, so that what makes it needless is seen in time. */
async function pauseFor({ pause, isOver, leftMs }: Pausing): Promise<void> {
  for (let left = leftMs(); left > 0 && !isOver(); left = leftMs()) await pause(Math.min(left, SLICE_MS))
}

/** null: the list could not be read. */
async function look({ remover, say }: RemovalOptions): Promise<readonly ShownOrder[] | null> {
  try {
    return await remover.list()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    if (remover.isRefused) say('error', 'the venue refuses the keeper’s login: orders rest until they expire', { why })
    else say('warn', 'the venue’s list could not be read', { why })
    return null
  }
}

function createLooks({ say, apartMs = APART_MS }: RemovalOptions, monotonicMs: () => number) {
  const seen = new Set<OrderHash>()
  const named = new Set<OrderHash>()
  let ours: readonly OwnOrder[] | null = null
  let emptySince: number | null = null
  return {
    open: () => ours ?? [],
    /** When the next empty list proves it. */
    provedAt: () => (emptySince === null ? Number.POSITIVE_INFINITY : emptySince + apartMs),
    /** Answers whether it is proved that nothing of ours is left. */
    take: (shown: readonly ShownOrder[] | null, startedAt: number): boolean => {
      if (shown === null) return false
      ours = shown.filter((order): order is OwnOrder => order.id !== null)
      for (const { hash } of ours) seen.add(hash)
      for (const order of shown) {
        if (order.id !== null || named.has(order.hash)) continue
        named.add(order.hash)
        say('warn', `order ${order.hash} of this wallet is not of this journal and is left where it is`)
      }
      if (ours.length > 0) emptySince = null
      else emptySince ??= monotonicMs()
      return emptySince !== null && startedAt - emptySince >= apartMs
    },
    /** The venue said that it removed these. */
    removed: (hashes: readonly OrderHash[]): void => {
      for (const hash of hashes) seen.add(hash)
    },
    result: (how: Removal['how']): Removal => {
      const open = ours?.map(({ hash }) => hash) ?? null
      const removed = [...seen].filter(hash => open?.includes(hash) !== true).length
      return { removed, open, strangers: [...named], how }
    },
  }
}
