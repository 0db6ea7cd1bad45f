import type { WrittenFault } from '../../../protocol/api/schemas-faults.js'
import type { Watcher } from '../log/watcher.js'
import type { StreamFaults } from '../stream/stream-faults.js'
import type { FaultRule } from './fault-rules.js'

/**
 * What the exchange does wrong on purpose. A restart clears the faults; only what the core did because of them stays. Callers check `isIdle` first,
 * so that an exchange without faults pays for nothing else.
 */
export interface Faults extends Watcher, StreamFaults {
  /** Sets a fault. Resolves when what is due at once has happened. Rejects with a refusal if the core refuses the action. */
  set(fault: WrittenFault): Promise<FaultRule>
  list(): readonly FaultRule[]
  /** Clears a fault, and ends its effect where possible; `null`: there is no such fault. */
  clear(id: number): Promise<FaultRule | null>
  /** Stops all actions that are still to come. */
  close(): void
  /** Answers a request instead of the app. */
  answer(asked: Parameters<Answering>, answer: Answering): Promise<Response>
}

/** The request's own end of the connection. */
interface Bindings {
  readonly outgoing: { destroy(): unknown }
}

/** What answers requests: the app as the HTTP server calls it. */
export type Answering = (request: Request, bindings: Bindings) => Response | Promise<Response>
