import type { Market } from './market.js'

/**
 * What a whole venue takes. `post-only`: no order that would trade at once; `cancel-only`: no order; `restart`: it is away for a moment, so no order and no
 * book that can be believed until the venue tells it again as a whole.
 */
export type VenueMode = 'open' | 'post-only' | 'cancel-only' | 'restart'

/** From the freest to the strictest. */
const TRADING: readonly Market['trading'][] = ['open', 'post-only', 'cancel-only', 'closed']

/** A market while its venue is in a mode: what the stricter of the two allows. The market itself where that is its own. */
export function marketIn(mode: VenueMode, market: Market): Market {
  const allowed = mode === 'restart' ? 'cancel-only' : mode
  return TRADING.indexOf(allowed) > TRADING.indexOf(market.trading) ? Object.freeze({ ...market, trading: allowed }) : market
}

/** Whether orders may be placed to rest in a market. */
export const takesOrders = ({ trading, result }: Pick<Market, 'trading' | 'result'>): boolean =>
  (trading === 'open' || trading === 'post-only') && result === null
