import type { MarketId, MarketIndex } from '../model/ids.js'
import type { View } from '../strategy/view.js'
import type { Slot } from './slot.js'
import type { Corridor } from './turn.js'

/** How a strategy looks at its other markets while it decides for the market with this index. Each is brought up to date first. */
export function siblingReader(index: MarketIndex, desk: () => Corridor): Pick<View<unknown>, 'sibling' | 'group'> {
  const look = (slot: Slot): View<unknown> => {
    const { quoter, waking } = desk()
    quoter.look(slot)
    if (slot.attention.mustDecide) waking.wake(slot)
    return slot.view
  }
  const own = (): Slot | undefined => {
    const { quoter, account } = desk()
    if (!quoter.isAsking) throw new Error('another market can be looked at while a strategy decides, and never later')
    return account.slotAt[index]
  }
  return {
    sibling: (id: MarketId) => {
      const strategy = own()?.assignment?.definition
      const { account, roster } = desk()
      const slot = account.slotAt[account.ledger.markets.indexOf(id)]
      return slot === undefined || slot.assignment?.definition !== strategy || roster.isLeaving(slot) ? undefined : look(slot)
    },
    group: () => (own()?.peers ?? []).filter(slot => slot.index !== index && !desk().roster.isLeaving(slot)).map(look),
  }
}
