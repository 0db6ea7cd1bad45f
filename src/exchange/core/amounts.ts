import { type Outcome, type Side, WEI_PER_MILLIONTH, Wei } from '../../model/money.js'
import { type Lane, ONE } from './matching.js'

/** Wei of a price of 1/10,000. */
export const WEI_PER_PRICE = 10n ** 14n
export const WEI = 10n ** 18n
/** Wei of one product: a price of 1/10,000 times a millionth of a share. */
const WEI_PER_PRODUCT = 10n ** 8n

/** Millionths of a share as wei. */
export const sharesOf = (size: number): Wei => Wei.of(BigInt(size) * WEI_PER_MILLIONTH)

/** What `size` millionths cost at `price`, exactly; unlike the model's `cost` also beyond 2^53. */
export const valueOf = (price: number, size: number): Wei => Wei.of(BigInt(price) * BigInt(size) * WEI_PER_PRODUCT)

/** How many whole millionths `cash` buys at `price`. */
export const sizeFor = (cash: bigint, price: number): number => Number(cash / (BigInt(price) * WEI_PER_PRODUCT))

/** The lane in which an order stands: a buy of an outcome bids for it, a sell bids for the other one. */
export const laneOf = (outcome: Outcome, side: Side): Lane => ((outcome === 'yes') === (side === 'buy') ? 0 : 1)

/** The outcome a lane bids for. */
export const outcomeOf = (lane: Lane): Outcome => (lane === 0 ? 'yes' : 'no')

export const otherLane = (lane: Lane): Lane => (lane === 0 ? 1 : 0)

/** Converts a price of the order's lane to a price of its own outcome, or back. */
export const ownPrice = (side: Side, price: number): number => (side === 'buy' ? price : ONE - price)
