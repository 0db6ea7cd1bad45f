import type { Timestamp } from '../../../model/time.js'
import type { Fault } from '../../../protocol/api/schemas-faults.js'
import type { Watcher } from '../log/watcher.js'
import type { Push } from '../stream/push.js'
import type { Answering } from './answering.js'
import type { FaultRule } from './fault-rules.js'

/**
 * What the exchange does wrong on purpose. Nothing of it outlives the process but what the core did because of it. Whoever has a hook for
 * faults looks at `isIdle` first, so that an exchange without them pays for nothing else.
 */
export interface Faults extends Watcher {
  /** No fault is set. */
  readonly isIdle: boolean
  /** Sets a fault; what shall happen at once has happened. Throws a refusal where the core refuses it. */
  set(fault: Fault): Promise<FaultRule>
  list(): readonly FaultRule[]
  /** Takes a fault away, and back what it did where that can be; null: there is none of this number. */
  clear(id: number): Promise<FaultRule | null>
  /** Stops what was still to happen. */
  close(): void
  /** Answers a request in the place of the app. */
  answer(asked: Parameters<Answering>, answer: Answering): Promise<Response>
  /** Lets a push leave in the place of the followers. */
  leave(push: Push, deliver: (data: object) => void): void
  /** What is shown in the place of a snapshot. */
  wording(push: Push): object
  /** The exchange's time in milliseconds, as clients are told it. */
  shownMs(now: Timestamp): number
}
