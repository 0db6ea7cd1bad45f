import type { MarketId, MarketIndex } from '../model/ids.js'
import { type Outcome, Wei } from '../model/money.js'
import { Payout } from '../model/payout.js'
import type { Snapshot } from '../model/report.js'
import type { DeskState } from './desk-state.js'
import { unitsUp } from './units.js'

type Shares = Readonly<Record<Outcome, Wei>>

/** A wallet's shares by market, those of markets outside this run included. */
export const sharesByMarket = (
  { shares, elsewhere = new Map() }: Pick<Snapshot, 'shares' | 'elsewhere'>,
  idOf: (market: MarketIndex) => MarketId | undefined,
): ReadonlyMap<MarketId, Shares> => {
  const all = new Map(elsewhere)
  for (const [index, held] of shares) {
    const id = idOf(index)
    if (id !== undefined) all.set(id, held)
  }
  return all
}

/** What a wallet's shares of decided markets pay once they are redeemed, by market. Our books counted it as cash when they booked the result. */
export function payoutsOf(
  positions: Pick<DeskState['positions'], 'get'>,
  shares: ReadonlyMap<MarketId, Shares>,
): Map<MarketId, Wei> {
  const payouts = new Map<MarketId, Wei>()
  for (const [market, held] of shares) {
    const result = positions.get(market)?.result ?? null
    if (result === null) continue
    const payout = Payout.ofBoth(result, held)
    if (payout > 0n) payouts.set(market, Wei.of(payout))
  }
  return payouts
}

/** The sum of payouts; absent ones are none. */
export const totalOf = (payouts: ReadonlyMap<MarketId, Wei> = new Map()): Wei => [...payouts.values()].reduce(Wei.add, Wei.ZERO)

/**
 * Payouts that the wallet has not redeemed yet. Some venues pay a result by themselves; at others the shares stay in the wallet until their holder
 * redeems them. Until then their payout is ours and cannot be spent.
 */
export class Unredeemed {
  readonly #state: Pick<DeskState, 'unredeemed' | 'positions'>
  /** All of them in 1e-10 of a collateral unit, rounded up. */
  units = 0

  constructor(state: Pick<DeskState, 'unredeemed' | 'positions'>) {
    this.#state = state
    this.#sum()
  }

  get total(): Wei {
    return totalOf(this.#state.unredeemed)
  }

  has(market: MarketId): boolean {
    return this.#state.unredeemed?.has(market) === true
  }

  /** A result was booked. It is not in the wallet yet if an earlier result had to be redeemed. */
  owe(market: MarketId, payout: Wei): void {
    const { unredeemed } = this.#state
    if (unredeemed === undefined) return
    unredeemed.set(market, Wei.add(unredeemed.get(market) ?? Wei.ZERO, payout))
    this.#sum()
  }

  /** Reads them from the wallet's shares. Returns their sum. */
  read(shares: ReadonlyMap<MarketId, Shares>): Wei {
    const payouts = payoutsOf(this.#state.positions, shares)
    if (payouts.size > 0 || this.#state.unredeemed !== undefined) this.#state.unredeemed = payouts
    this.#sum()
    return this.total
  }

  #sum(): void {
    this.units = unitsUp(this.total)
  }
}
