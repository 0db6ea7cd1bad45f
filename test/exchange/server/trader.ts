import type { CoreCommand, OrderSpec } from '../../../src/exchange/core/command.js'
import type { OpenExchange } from '../../../src/exchange/server/open-exchange.js'
import { Timestamp } from '../../../src/model/time.js'
import { orderOf, wei } from '../core/try-exchange.js'

type Untimed = CoreCommand extends infer C ? (C extends CoreCommand ? Omit<C, 'at'> : never) : never

/** The inside of an exchange in few words: commands without signatures, at the exchange's own time. */
export interface Trader {
  do(command: Untimed): Promise<void>
  /** `buy yes 0.55 100`, by any account. */
  place(account: string, market: number, text: string, changes?: Partial<OrderSpec>): Promise<void>
  /** One account buys from another at a price: one match. */
  trade(market: number, price: string, shares: string): Promise<void>
}

/** Lets ann, bob and cat trade with a million each. */
export const openTrader = async ({ writes: { sequencer } }: OpenExchange): Promise<Trader> => {
  const perform = async (command: Untimed): Promise<void> => {
    await sequencer.apply({ command: { ...command, at: sequencer.now() } })
  }
  const place: Trader['place'] = (account, market, text, changes) => {
    const expiresAt = Timestamp.add(sequencer.now(), 30 * 86_400_000_000)
    return perform({ kind: 'place', order: orderOf(account, text, { market, expiresAt, ...changes }) })
  }
  for (const account of ['ann', 'bob', 'cat']) {
    await perform({ kind: 'fund', account, cash: wei('1000000') })
    await perform({ kind: 'approve', account, cash: true, shares: true })
  }
  return {
    do: perform,
    place,
    trade: async (market, price, shares) => {
      await place('ann', market, `buy no ${(1 - Number(price)).toFixed(3)} ${shares}`)
      await place('bob', market, `buy yes ${price} ${shares}`)
    },
  }
}
