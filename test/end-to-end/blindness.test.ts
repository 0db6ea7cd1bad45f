import { afterAll, beforeAll, describe, test } from 'vitest'
import type { RunningExchange } from '../../src/exchange.js'
import { createOperator, type OperatorClient } from '../exchange/server/operator-client.js'
import { isAcceptance } from '../is-acceptance.js'
import { openExchange, type Seat, takeSeat } from '../venues/predict/seat.js'
import { type Blindness, createMaker, goBlind, type Maker } from './blind-rounds.js'
import type { Carried, WireFault } from './stream-proxy.js'

const ROUNDS = isAcceptance ? 20 : 1
const [SILENT_MS, HALF_OPEN_MS, CUT_MS] = [15_000, 10_000, 7_000]

/** A fault of the wire between the bot and its exchange. */
const wire = (name: string, boundMs: number, fault: WireFault, kinds: readonly Carried[]): Blindness => ({
  name,
  boundMs,
  lastsMs: boundMs + 3_000,
  begin: async ({ proxy }) => proxy.set(kinds, fault),
  end: async ({ proxy }) => proxy.set(kinds, 'none'),
})

let operator: OperatorClient
const silentBook: Blindness = {
  name: 'a book that moves and is pushed no more',
  boundMs: SILENT_MS,
  lastsMs: SILENT_MS + 5_000,
  begin: async ({ blind }) => {
    for (const market of blind) await operator.done('/faults', { kind: 'silence', when: { topic: 'book', market } })
  },
  end: () => operator.done('/faults/clear'),
}

const OTHERS: readonly Blindness[] = [
  wire('a half-open wallet stream', HALF_OPEN_MS, 'swallow', ['wallet']),
  wire('a half-open stream of books', HALF_OPEN_MS, 'swallow', ['books']),
  wire('a stream of books whose way there is swallowed', HALF_OPEN_MS, 'swallow-up', ['books']),
  wire('a wallet stream that is cut', CUT_MS, 'cut', ['wallet']),
  wire('a stream of books that is cut', CUT_MS, 'cut', ['books']),
]

/** `npm test` has one of each kind; what a stream alone does then, venues/predict/half-open.test.ts and silence.test.ts prove in less time. */
const BLINDNESSES: readonly Blindness[] = [
  silentBook,
  wire('streams whose way back is swallowed', HALF_OPEN_MS, 'swallow-down', ['books', 'wallet']),
  wire('both streams cut', CUT_MS, 'cut', ['books', 'wallet']),
  ...(isAcceptance ? OTHERS : []),
]

describe.concurrent('quotes that cannot be watched are pulled', () => {
  let exchange: RunningExchange
  let seat: Seat
  let maker: Maker
  beforeAll(async () => {
    const markets = [...BLINDNESSES, 'quiet'].map((_, index) => ({
      question: `Is it blindness ${index}?`,
      endsInMinutes: null,
    }))
    exchange = await openExchange({ markets, accounts: BLINDNESSES.length + 1 })
    operator = createOperator(exchange)
    seat = await takeSeat(exchange, BLINDNESSES.length, false)
    maker = createMaker(
      seat,
      exchange.markets.map(({ id }) => id),
    )
  })
  afterAll(async () => {
    seat.leave()
    await exchange.close()
  })

  for (const [account, blindness] of BLINDNESSES.entries())
    test(
      `${blindness.name}: no order ${blindness.boundMs / 1_000} s later`,
      async () => {
        const ids = exchange.markets.map(({ id }) => id)
        const quiet = blindness === silentBook ? ids.slice(-1) : []
        await goBlind(blindness, { exchange, account, blind: ids.slice(account, account + 1), quiet, rounds: ROUNDS, maker })
      },
      60_000 + ROUNDS * 60_000,
    )
})
