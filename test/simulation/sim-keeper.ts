import type { Signer } from '../../src/protocol/sign.js'
import { createPredictVenue } from '../../src/venues/predict/predict-venue.js'
import type { Wires } from '../../src/venues/wires/wires.js'
import { ADDRESSES } from './sim-bot.js'
import { type BotClock, type Owner, stampOf, type VirtualTime } from './virtual-time.js'

export interface KeeperParts {
  readonly time: VirtualTime
  readonly signer: Signer
  readonly wiresOf: (owner: Owner, clock: BotClock) => Wires
}

const AGAIN_MS = 300
/** A create may still be in flight: a second look comes later than a request can take. */
const SECOND_LOOK_MS = 6_000

/** Stands in for the keeper process: removes everything of a dead daemon until the venue's list was empty twice. */
export function removeAll({ time, signer, wiresOf }: KeeperParts, onDone: () => void): void {
  const owner: Owner = { isAlive: true }
  const clock: BotClock = { now: () => stampOf(time.now), wallOffset: () => 0 }
  const venue = createPredictVenue({ ...ADDRESSES, clock, wires: wiresOf(owner, clock) })
  const gateway = venue.gateway({ signer, epoch: 0 }, new Map())
  let empty = 0
  const look = async (): Promise<void> => {
    let wait = AGAIN_MS
    try {
      const hashes = await gateway.openHashes()
      empty = hashes.length === 0 ? empty + 1 : 0
      if (hashes.length > 0) await gateway.cancel(hashes)
      else wait = SECOND_LOOK_MS
    } catch {
      empty = 0
    }
    if (empty < 2) time.after(wait, 'keeper', () => void look(), owner)
    else onDone()
  }
  void look()
}
