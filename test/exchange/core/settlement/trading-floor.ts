import type { CoreAnswer, MarketSpec, OrderSpec } from '../../../../src/exchange/core/command.js'
import type { CoreOptions } from '../../../../src/exchange/core/core-options.js'
import type { Side, Wei } from '../../../../src/model/money.js'
import { type TryExchange, tryExchange } from '../try-exchange.js'

/** An order that was sent, with the exchange's answer. */
export interface Sent {
  readonly hash: string
  readonly answer: CoreAnswer
  readonly status: string | undefined
}

/** An account with 1,000 dollars that has approved the exchange. Sizes and prices are words: `10 yes at 0.54`. */
export interface Trader {
  buys(what: string, changes?: Partial<OrderSpec>): Sent
  sells(what: string, changes?: Partial<OrderSpec>): Sent
  removes(order: Sent): CoreAnswer
  /** Every signature given so far is void from now on, so matches of those orders cannot settle. */
  voidsSignatures(): CoreAnswer
  approves(what: { readonly cash: boolean; readonly shares: boolean }): CoreAnswer
  /** What it has, in words such as `990 cash (3.6 reserved), 20 yes`. */
  readonly has: string
}

/** An exchange with one market and three traders. */
export interface TradingFloor extends Record<'ann' | 'bob' | 'cat', Trader> {
  readonly exchange: TryExchange
  /** What the account of this name has, in words. */
  readonly has: (account: string) => string
}

export function openFloor(options: CoreOptions = {}, market: Partial<MarketSpec> = {}): TradingFloor {
  const exchange = tryExchange(options, market)
  const trader = (name: string) => traderOn(exchange, name)
  return { exchange, ann: trader('ann'), bob: trader('bob'), cat: trader('cat'), has: account => inWords(exchange, account) }
}

/** The same, where ann got 20 YES and bob 20 NO for 10 dollars each, less a fee of bob's. */
export function openFloorWithPairs(options: CoreOptions = {}, market: Partial<MarketSpec> = {}): TradingFloor {
  const floor = openFloor(options, market)
  floor.ann.buys('20 yes at 0.5')
  floor.bob.buys('20 no at 0.5')
  floor.exchange.happened()
  return floor
}

function traderOn(exchange: TryExchange, account: string): Trader {
  const send = (side: Side, what: string, changes?: Partial<OrderSpec>): Sent => {
    const [size, outcome, , price] = what.split(' ')
    const { hash, answer } = exchange.place(account, `${side} ${outcome} ${price} ${size}`, changes)
    return {
      hash,
      answer,
      get status() {
        return exchange.status(hash)
      },
    }
  }
  return {
    buys: (what, changes) => send('buy', what, changes),
    sells: (what, changes) => send('sell', what, changes),
    removes: ({ hash }) => exchange.do({ kind: 'remove', account, hashes: [hash] }),
    voidsSignatures: () => exchange.do({ kind: 'nonce', account }),
    approves: what => exchange.do({ kind: 'approve', account, ...what }),
    get has() {
      return inWords(exchange, account)
    },
  }
}

function inWords(exchange: TryExchange, account: string): string {
  const { cash, reserved, yes, no, reservedYes, reservedNo } = exchange.held(account)
  const part = (amount: Wei, what: string, kept: Wei) =>
    `${decimal(amount)} ${what}${kept === 0n ? '' : ` (${decimal(kept)} reserved)`}`
  const shares = [
    ...(yes === 0n && reservedYes === 0n ? [] : [part(yes, 'yes', reservedYes)]),
    ...(no === 0n && reservedNo === 0n ? [] : [part(no, 'no', reservedNo)]),
  ]
  return [part(cash, 'cash', reserved), ...shares].join(', ')
}

/** All digits of an amount in wei. */
function decimal(amount: Wei): string {
  const digits = String(amount).padStart(19, '0')
  const rest = digits.slice(-18).replace(/0+$/, '')
  return rest === '' ? digits.slice(0, -18) : `${digits.slice(0, -18)}.${rest}`
}
