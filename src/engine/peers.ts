import { NO_PEERS, type Slot } from './slot.js'

/** Makes a market a peer of those among `slots` that are in its group and have its strategy. Does nothing if it is one already. */
export function joinPeers(slot: Slot, slots: readonly Slot[]): void {
  const group = groupOf(slot)
  if (slot.peers.length > 0 && slot.peers.every(other => groupOf(other) === group)) return
  leavePeers(slot)
  if (group === null) return
  const strategy = slot.assignment?.definition
  const others = slots.filter(other => other !== slot && groupOf(other) === group && other.assignment?.definition === strategy)
  meet([...others, slot].toSorted((one, other) => one.index - other.index))
}

/** Takes a market out of its peers. */
export function leavePeers(slot: Slot): void {
  meet(slot.peers.filter(other => other !== slot))
  slot.meet(NO_PEERS)
}

const meet = (peers: readonly Slot[]): void => peers.forEach(slot => slot.meet(peers))

const groupOf = ({ market, assignment }: Slot): string | null => (assignment === null ? null : (market.group?.id ?? null))
