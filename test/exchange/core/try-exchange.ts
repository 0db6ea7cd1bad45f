import type { CoreAnswer, CoreCommand, MarketSpec, OrderSpec } from '../../../src/exchange/core/command.js'
import { type Core, createCore } from '../../../src/exchange/core/core.js'
import type { CoreEvent } from '../../../src/exchange/core/core-event.js'
import type { CoreOptions } from '../../../src/exchange/core/core-options.js'
import { type Outcome, Price, type Side, Wei } from '../../../src/model/money.js'
import { Timestamp } from '../../../src/model/time.js'
import { draw } from '../../../src/testing/book-picture.js'

export const at = (seconds: number): Timestamp => Timestamp.ofSeconds(seconds)

/** A decimal text as wei: '0.55', '100'. */
export const wei = (text: string): Wei => {
  const [whole = '0', rest = ''] = text.split('.')
  return Wei.of(BigInt(whole) * 10n ** 18n + BigInt(rest.padEnd(18, '0')))
}

/** A market without end or fee, tick 0.01. */
export const marketOf = (changes: Partial<MarketSpec> = {}): MarketSpec => ({
  id: 1,
  tick: Price.of(100),
  feeRateBps: 0,
  isNegRisk: false,
  isYieldBearing: false,
  endsAt: null,
  resolvesTo: null,
  ...changes,
})

let hashes = 0

/** An order from words: `buy yes 0.55 100`; the hash is new unless given. */
export const orderOf = (account: string, text: string, changes: Partial<OrderSpec> = {}): OrderSpec => {
  const [side, outcome, limit = '', shares = ''] = text.split(' ')
  return {
    hash: `0x${++hashes}`,
    account,
    market: 1,
    outcome: outcome as Outcome,
    side: side as Side,
    strategy: 'LIMIT',
    shares: wei(shares),
    limit: wei(limit),
    budget: null,
    expiresAt: at(1_000_000),
    isPostOnly: false,
    isFillOrKill: false,
    selfTradePrevention: 'cancel-maker',
    ...changes,
  }
}

export type Untimed = CoreCommand extends infer C ? (C extends CoreCommand ? Omit<C, 'at'> : never) : never

/** An exchange with one market and a clock in seconds, to be spoken to in few words. */
export interface TryExchange {
  readonly core: Core
  /** Does a command now. */
  do(command: Untimed): CoreAnswer
  place(account: string, text: string, changes?: Partial<OrderSpec>): { readonly answer: CoreAnswer; readonly hash: string }
  /** Sets the time, in seconds, and lets happen what is due. */
  wait(seconds: number): void
  book(): string
  status(hash: string): string | undefined
  /** Drained events in words, without those of the book. */
  happened(): string[]
  held(account: string): { cash: Wei; reserved: Wei; yes: Wei; no: Wei; reservedYes: Wei; reservedNo: Wei }
}

/** Makes it, with ann, bob and cat approved and 1,000 each. */
export function tryExchange(options: CoreOptions = {}, market: Partial<MarketSpec> = {}): TryExchange {
  const core = createCore(options)
  let now = at(0)
  const perform = (command: Untimed): CoreAnswer => core.apply({ ...command, at: now })
  perform({ kind: 'market', market: marketOf(market) })
  for (const account of ['ann', 'bob', 'cat']) {
    perform({ kind: 'fund', account, cash: wei('1000') })
    perform({ kind: 'approve', account, cash: true, shares: true })
  }
  core.drain()
  return {
    core,
    do: perform,
    place: (account, text, changes) => {
      const order = orderOf(account, text, changes)
      return { answer: perform({ kind: 'place', order }), hash: order.hash }
    },
    wait: seconds => {
      now = at(seconds)
      core.advance(now)
    },
    book: () => draw({ bids: core.levels(1, 'bid'), asks: core.levels(1, 'ask') }),
    status: hash => core.order(hash)?.status,
    happened: () => core.drain().flatMap(inWords),
    held: id => heldBy(core, id),
  }
}

function heldBy(core: Core, id: string): ReturnType<TryExchange['held']> {
  const account = core.account(id)
  const zero = { yes: Wei.ZERO, no: Wei.ZERO, reservedYes: Wei.ZERO, reservedNo: Wei.ZERO }
  const shares = account?.holdings.get(1) ?? zero
  return { cash: account?.cash ?? Wei.ZERO, reserved: account?.reservedCash ?? Wei.ZERO, ...zero, ...shares }
}

function inWords(event: CoreEvent): string[] {
  switch (event.kind) {
    case 'accepted':
      return [`accepted ${event.order.id}`]
    case 'ended':
      return [`${event.status} ${event.order.id} ${event.why}`]
    case 'submitted':
      return []
    case 'matched':
    case 'settled':
    case 'failed':
      return [`${event.kind} ${event.match.id}`]
    case 'trading':
    case 'status':
      return [`${event.kind} ${event.status}`]
    case 'paid':
      return [`paid ${event.account} ${event.outcome} ${Wei.toNumber(event.value)}`]
    case 'book':
    case 'converted':
      return []
    default:
      event satisfies never
      return []
  }
}
