import { type Clock, Timestamp } from '../../model/time.js'
import { OPERATIONS } from '../../protocol/api/operations.js'
import type { RateHeaders } from '../wires/rest.js'

/** Says whether books may be read for certainty alone: orders and their removals come first. */
export interface SpareCalls {
  take(path: string, rate: RateHeaders): void
  readonly maySpend: () => boolean
}

/** Of a window, what such reads leave to others. */
const LEFT_SHARE = 0.05

/** Which window the venue counts these reads in is not documented, so the headers of their own answers say what is left of it. */
export function createSpareCalls(clock: Clock): SpareCalls {
  let scarceUntil = Timestamp.ZERO
  return {
    take: (path, { limit, remaining, resetSeconds }) => {
      if (path.startsWith(OPERATIONS.getOrderbooks.path) && remaining <= limit * LEFT_SHARE)
        scarceUntil = Timestamp.add(clock.now(), resetSeconds * 1_000_000)
    },
    maySpend: () => clock.now() >= scarceUntil,
  }
}
