import { afterEach, beforeEach, expect, test } from 'vitest'
import { type RunningExchange, startExchange } from '../../src/exchange.js'
import { openJournal } from '../../src/journal/journal.js'
import { Price, Size } from '../../src/model/money.js'
import { pull } from '../../src/model/quote.js'
import { restoreState } from '../../src/runtime/restore-state.js'
import type { Strategy } from '../../src/strategy/strategy.js'
import { watchOrders } from './outside-look.js'
import { type WalletSession, wakeWallet } from './wallet-session.js'

/** The disk ends here for the journal, in pages of 4 KiB: some tens of orders. */
const PAGES_MAX = 45

let exchange: RunningExchange
let wallet: WalletSession | undefined
beforeEach(async () => {
  exchange = await startExchange({ seed: 7, crowd: { kind: 'synthetic' } })
})
afterEach(async () => {
  await wallet?.close()
  await exchange.close()
})

/** Quotes at other prices each time it is asked, so that each answer is removals and creates. */
function restless(): Strategy<unknown>['decide'] {
  let asked = 0
  return ({ book, market }) => {
    const best = book.state === 'live' ? book.best('bid') : null
    if (book.state !== 'live' || best === null) return pull('dark')
    const price = Price.floor(best.price - (2 + (++asked % 3)) * market.tick, market.tick)
    return book.quote({ bid: { price, size: Size.ofShares(20) } })
  }
}

test('on a full disk nothing is placed any more, all that rests is removed, and the run says why', async () => {
  wallet = await wakeWallet({ exchange, decide: restless(), pagesMax: PAGES_MAX })
  const { session, journal, file } = wallet
  const look = await watchOrders(exchange, exchange.accounts[0]!.privateKey)
  expect(String(await session.failure)).toContain('the disk is full; make room and start again')
  // Whatever had begun to leave is known: it stands in the tables or beside them.
  const stopped = await session.stop('the disk is full')
  expect(stopped).toMatchObject({ open: 0, unanswered: 0 })
  expect(await look()).toEqual([])
  const placed = session.desk.summary().counts.placed
  journal.close()

  const again = openJournal(file, { epoch: 0 })
  const sent = again.rows.orders(9_999).length
  expect(sent).toBeGreaterThan(10)
  // The creates of the turn that could not be written were rejected here and never sent.
  expect(sent).toBeLessThanOrEqual(placed)
  expect(restoreState(again).state.counter).toBeGreaterThanOrEqual(sent)
  again.close()
}, 120_000)
