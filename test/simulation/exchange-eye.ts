import type { Core } from '../../src/exchange/core/core.js'
import type { CoreEvent, CoreOrder, Leg, Match } from '../../src/exchange/core/core-event.js'
import type { Watcher } from '../../src/exchange/server/log/watcher.js'

/** What a market would cost the wallet at most, in wei, by which outcome wins. */
export interface Losses {
  readonly ifYes: bigint
  readonly ifNo: bigint
}

/** Keeps the books of one wallet from the exchange's own events, apart from anything that the bot believes. A new life of the exchange has a new one. */
export class ExchangeEye implements Watcher {
  core: Core | null = null
  /** Something happened since this was last set to false. */
  isStirred = false
  /** Kept until something happens: it is asked for after every event. */
  #resting: readonly CoreOrder[] | null = null
  readonly #wallet: string
  readonly #onAccepted: (order: CoreOrder) => void
  /** Collateral that settled fills have taken, less what they brought. */
  readonly #spent = new Map<number, bigint>()

  constructor(wallet: string, onAccepted: (order: CoreOrder) => void) {
    this.#wallet = wallet.toLowerCase()
    this.#onAccepted = onAccepted
  }

  open(core: Core): void {
    this.core = core
  }

  see(event: CoreEvent): void {
    this.isStirred = true
    this.#resting = null
    if (event.kind === 'accepted' && this.#isOurs(event.order)) this.#onAccepted(event.order)
    if (event.kind !== 'settled') return
    for (const leg of this.#ourLegs(event.match)) {
      const { market } = leg.order.spec
      this.#spent.set(market, (this.#spent.get(market) ?? 0n) - cashOf(leg))
    }
  }

  /** Our orders that rest. */
  resting(): readonly CoreOrder[] {
    this.#resting ??= (this.core?.openOrdersOf(this.#wallet) ?? []).filter(order => order.isResting)
    return this.#resting
  }

  pending(market: number): number {
    return (this.core?.pending(market) ?? []).filter(match => this.#ourLegs(match).length > 0).length
  }

  cash(): bigint {
    return this.core?.account(this.#wallet)?.cash ?? 0n
  }

  shares(market: number): { readonly yes: bigint; readonly no: bigint } {
    return this.core?.account(this.#wallet)?.holdings.get(market) ?? { yes: 0n, no: 0n }
  }

  /** The worst that every subset of what is unsettled and what rests can bring; or of what is unsettled alone, which nothing can change any more. */
  losses(market: number, resting = this.resting()): Losses {
    const spent = this.#spent.get(market) ?? 0n
    const { yes, no } = this.shares(market)
    let ifYes = spent - yes
    let ifNo = spent - no
    const risk = (cash: bigint, outcome: 'yes' | 'no', shares: bigint): void => {
      const [won, lost] = [-cash - shares, -cash]
      ifYes += atLeastNothing(outcome === 'yes' ? won : lost)
      ifNo += atLeastNothing(outcome === 'no' ? won : lost)
    }
    for (const match of this.core?.pending(market) ?? [])
      for (const leg of this.#ourLegs(match)) risk(cashOf(leg), leg.outcome, sharesOf(leg))
    for (const { spec, matched } of resting) {
      if (spec.market !== market) continue
      const left = spec.shares - matched
      const value = (spec.limit * left) / 10n ** 18n
      if (spec.side === 'buy') risk(-value, spec.outcome, left)
      else risk(value, spec.outcome, -left)
    }
    return { ifYes, ifNo }
  }

  #isOurs({ spec }: CoreOrder): boolean {
    return spec.account === this.#wallet
  }

  #ourLegs({ taker, makers }: Match): readonly Leg[] {
    const legs = taker === null ? makers : [taker, ...makers]
    return legs.filter(leg => this.#isOurs(leg.order))
  }
}

const atLeastNothing = (loss: bigint): bigint => (loss > 0n ? loss : 0n)

const cashOf = ({ side, value, fee }: Leg): bigint => (side === 'buy' ? -value : value) - (fee.in === 'cash' ? fee.amount : 0n)

const sharesOf = ({ side, shares, fee }: Leg): bigint =>
  side === 'buy' ? shares - (fee.in === 'shares' ? fee.amount : 0n) : -shares
