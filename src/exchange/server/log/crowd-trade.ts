import { Size } from '../../../model/money.js'
import type { CrowdCommand } from '../../core/command.js'
import type { CoreEvent } from '../../core/core-event.js'
import type { CrowdTrade } from './watcher.js'

/** What of a print was traded within the recorded crowd: all that did not fill our orders, as its events tell. null: nothing. */
export const crowdTrade = (
  { market, side, price, size, at }: Extract<CrowdCommand, { kind: 'crowd-print' }>,
  events: readonly CoreEvent[],
): CrowdTrade | null => {
  let left: number = size
  for (const event of events)
    if (event.kind === 'matched' && event.match.taker === null)
      for (const maker of event.match.makers) left -= Size.floorWei(maker.shares)
  return left > 0 ? { at, market, side, price, size: left } : null
}
