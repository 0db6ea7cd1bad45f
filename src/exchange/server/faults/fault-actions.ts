import { Price } from '../../../model/money.js'
import { Timestamp } from '../../../model/time.js'
import type { FaultKind, FaultOf, WrittenFault } from '../../../protocol/api/schemas-faults.js'
import type { Audience } from '../stream/audience.js'
import type { Followers } from '../stream/followers.js'
import { command } from '../writes/carry-out.js'
import type { FaultTarget } from './fault-target.js'

/** What actions of faults act on. */
export interface ActionTarget extends FaultTarget {
  readonly audience: Audience
  readonly followers: Followers
}

type Actions = { readonly [K in FaultKind]?: (scene: ActionTarget, fault: FaultOf<K>) => Promise<void> }

/** Later than the end of every token. */
const NEVER = Timestamp.ofSeconds(1e11)
const EVERY_MS = 1_000

/** Faults that act by themselves. Their commands are logged like an operator's. */
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

/** Ends the effect of an action when its fault is cleared. */
const UNDOING: Actions = {
  settlement: ({ writes }) => command(writes, { kind: 'settling', at: writes.sequencer.now(), delayUs: null, fails: 0 }),
  'token-expiry': async ({ auth }) => auth.login.restore(),
}

/** Whether a fault acts by itself, instead of changing a request or a push. */
export const isAction = ({ kind }: WrittenFault): boolean => kind in ACTIONS

/** Ends the effect of an action, as far as possible. */
export const undo = (scene: ActionTarget, fault: WrittenFault): Promise<void> => carryOut(UNDOING, scene, fault)

const carryOut = async <K extends FaultKind>(actions: Actions, scene: ActionTarget, fault: FaultOf<K>): Promise<void> => {
  const action = actions[fault.kind]
  await action?.(scene, fault)
}

/** Field names that kinds of faults share: when an action runs and how often. No kind has all of them. */
interface Times {
  readonly afterMs?: number | undefined
  readonly count?: number | undefined
  readonly everyMs?: number | undefined
}

export interface ActionOptions extends ActionTarget {
  /** Called just before the action runs. */
  readonly onStrike: () => void
}

/**
 * Runs an action when its time comes, and again as often as its fault says. Resolves, once an action that is due at once has run, with a function
 * that stops the rest; rejects when that first action is refused. A later refusal is only logged.
 */
export const startAction = async (options: ActionOptions, fault: WrittenFault): Promise<() => void> => {
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
