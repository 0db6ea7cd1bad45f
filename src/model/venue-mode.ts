import type { Market } from './market.js'

/**
 * What a whole venue accepts. `post-only`: no order that would trade at once; `cancel-only`: no order; `restart`: the venue is down for a short time,
 * so no order, and no book is trusted until the venue sends it again in full.
 */
export type VenueMode = 'open' | 'post-only' | 'cancel-only' | 'restart'

/** From the most permissive to the strictest. */
const TRADING: readonly Market['trading'][] = ['open', 'post-only', 'cancel-only', 'closed']

/** The market with the stricter of its own mode and its venue's; the same object if that is its own. */
export function marketIn(mode: VenueMode, market: Market): Market {
  const allowed = mode === 'restart' ? 'cancel-only' : mode
  return TRADING.indexOf(allowed) > TRADING.indexOf(market.trading) ? Object.freeze({ ...market, trading: allowed }) : market
}

/** Whether a market accepts resting orders. */
export const takesOrders = ({ trading, result }: Pick<Market, 'trading' | 'result'>): boolean =>
  (trading === 'open' || trading === 'post-only') && result === null
