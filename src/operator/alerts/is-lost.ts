import { isVenueFeed } from '../../model/venue-feeds.js'
import type { RunCopy } from '../schemas-run.js'

/**
 * Whether nothing of a feed can be trusted. If one of the venue is `suspect`, some books can be trusted. A `suspect` reference has no value that can:
 * its source is silent.
 */
export const isLost = ({ name, state }: Pick<RunCopy['feeds'][number], 'name' | 'state'>): boolean =>
  state !== 'live' && (state !== 'suspect' || !isVenueFeed(name))
