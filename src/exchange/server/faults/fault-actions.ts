import { Price } from '../../../model/money.js'
import { Timestamp } from '../../../model/time.js'
import type { Fault, FaultKind, FaultOf } from '../../../protocol/api/schemas-faults.js'
import type { Audience } from '../stream/audience.js'
import type { Followers } from '../stream/followers.js'
import { command } from '../writes/carry-out.js'
import type { FaultTarget } from './fault-target.js'

/** Where deeds are done. */
export interface ActionTarget extends FaultTarget {
  readonly audience: Audience
  readonly followers: Followers
}

type Actions = { readonly [K in FaultKind]?: (scene: ActionTarget, fault: FaultOf<K>) => Promise<void> }

/** Later than every token's end. */
const NEVER = Timestamp.ofSeconds(1e11)
const EVERY_MS = 1_000

/** Faults that happen by themselves. What the core does of them stands in its log, as if an operator had said it. */
const ACTIONS: Actions = {
  settlement: ({ writes }, { delayMs, fails }) =>
    command(writes, {
      kind: 'settling',
      at: writes.sequencer.now(),
      delayUs: delayMs === undefined || delayMs === null ? null : delayMs * 1_000,
      fails: fails ?? 0,
    }),
  'silent-resolution': ({ writes }, { market, yes }) =>
    command(writes, { kind: 'resolve', at: writes.sequencer.now(), market, yes }),
  'tick-change': ({ writes }, { market, decimalPrecision }) =>
    command(writes, { kind: 'tick', at: writes.sequencer.now(), market, tick: Price.of(10 ** (4 - decimalPrecision)) }),
  'token-expiry': async ({ auth, followers }) => {
    auth.login.revokeAll()
    followers.expire(NEVER)
  },
  'shutdown-notice': async ({ audience }, { graceMs }) => {
    void audience.drain(graceMs)
  },
  'stalled-socket': async ({ audience }, { forMs }) => audience.stall(forMs),
}

/** What is left of a deed when its fault is taken back. */
const UNDOING: Actions = {
  settlement: ({ writes }) => command(writes, { kind: 'settling', at: writes.sequencer.now(), delayUs: null, fails: 0 }),
  'token-expiry': async ({ auth }) => auth.login.restore(),
}

/** Whether a fault happens by itself, and not to something. */
export const isAction = ({ kind }: Fault): boolean => kind in ACTIONS

/** Takes back what can be taken back of a deed. */
export const undo = (scene: ActionTarget, fault: Fault): Promise<void> => carryOut(UNDOING, scene, fault)

const carryOut = async <K extends FaultKind>(deeds: Actions, scene: ActionTarget, fault: FaultOf<K>): Promise<void> => {
  const deed = deeds[fault.kind]
  await deed?.(scene, fault)
}

/** When a deed is done and how often; no kind asks for all of it. */
interface Times {
  readonly afterMs?: number | undefined
  readonly count?: number | undefined
  readonly everyMs?: number | undefined
}

export interface ActionOptions extends ActionTarget {
  /** Tells that the deed is about to be done. */
  readonly onStrike: () => void
}

/**
 * Does a deed when its time comes, and again as often as it says. Resolves when it is done that is due at once, with the way to stop the rest;
 * rejects where that one is refused. A later one that is refused is only logged.
 */
export const startAction = async (options: ActionOptions, fault: Fault): Promise<() => void> => {
  const { afterMs = 0, count = 1, everyMs = EVERY_MS } = (fault.when ?? {}) as Times
  let left = count
  let timer: NodeJS.Timeout | null = null
  const act = async (): Promise<void> => {
    left -= 1
    options.onStrike()
    await carryOut(ACTIONS, options, fault)
    if (left > 0) wait(everyMs)
  }
  const wait = (ms: number): void => {
    timer = setTimeout(() => {
      act().catch((error: unknown) => options.writes.log('a fault could not happen', { fault: fault.kind, why: String(error) }))
    }, ms)
    timer.unref()
  }
  if (afterMs > 0) wait(afterMs)
  else await act()
  return () => {
    left = 0
    if (timer !== null) clearTimeout(timer)
  }
}
