import { createBooks } from '../src/engine/books.js'
import { deriveSlot } from '../src/engine/derive-slot.js'
import { DeskClock } from '../src/engine/desk-clock.js'
import { freshDeskState } from '../src/engine/desk-state.js'
import { Ledger } from '../src/engine/ledger.js'
import { referenceReader } from '../src/engine/references.js'
import { Scopes } from '../src/engine/scopes.js'
import { deskSettings } from '../src/engine/settings.js'
import { Slot } from '../src/engine/slot.js'
import { MarketIndex, OrderId } from '../src/model/ids.js'
import type { Place } from '../src/model/intent.js'
import type { Market } from '../src/model/market.js'
import { Price, Size } from '../src/model/money.js'
import { plainMarket } from '../src/model/plain-market.js'
import { Timestamp } from '../src/model/time.js'
import { approve } from '../src/testing/approve.js'
import type { Bench, Row } from './bench.js'
import { createYardstick } from './parts/yardstick.js'
import { type Contender, interleave } from './rounds.js'

const OUTCOMES = 20
const START = Timestamp.ofSeconds(1_800_000_000)
const BUDGET_NS = 50_000
const YARDSTICK = 'yardstick'

/** Cost of an order whose neg-risk group and account have limits: the worst case over the group's outcomes, summed over all its orders. */
export const bench: Bench = {
  name: 'group-risk',
  run: ({ isQuick }) => {
    const contenders = [5, 100].map((orders): Contender => {
      const { scopes, slots } = openGroup(orders)
      let next = 0
      return { name: String(orders), call: () => void scopes.stand(slots[next++ % OUTCOMES]!) }
    })
    const yardstick = createYardstick()
    const all = [...contenders, { name: YARDSTICK, call: yardstick.call }]
    const times = interleave(all, isQuick ? { rounds: 3, msPerRound: 50 } : { rounds: 9, msPerRound: 400 })
    const scale = yardstick.scale(times.get(YARDSTICK) ?? Number.NaN)
    return Promise.resolve(
      contenders.map(({ name: orders }): Row => {
        const ns = times.get(orders) ?? Number.NaN
        const ratio = ns / (BUDGET_NS * scale)
        return {
          what: `worst case of a group and the account, ${OUTCOMES} outcomes with ${orders} orders each`,
          value: ns / 1_000,
          unit: 'us',
          ratio,
          against: `50 us x ${scale.toFixed(2)}, this machine's pace`,
          budget: '<= 1x',
          holds: ratio <= 1,
        }
      }),
    )
  },
}

/** A group in which each market has the same number of resting orders. */
function openGroup(orders: number): { readonly scopes: Scopes; readonly slots: readonly Slot[] } {
  const markets = Array.from({ length: OUTCOMES }, (_, index) => marketOf(index))
  const ledger = new Ledger(freshDeskState(1), markets)
  const settings = deskSettings({
    limits: {
      account: { positionMaxUsdt: null, worstCaseLossMaxUsdt: 900_000 },
      group: { worstCaseLossMaxUsdt: 900_000, countsVoid: true },
    },
  })
  const clock = Object.assign(new DeskClock(), { now: START, bornAt: START })
  for (const market of markets)
    for (let i = 0; i < orders; i++) {
      const id = OrderId.of(1, market.index * orders + i + 1)
      ledger.submit({ kind: 'submit', id, order: approve(placeOf(market, i), market) }, START)
    }
  const scopes = new Scopes(settings.limits, ledger, clock)
  const books = createBooks(markets)
  const reads = { sibling: () => undefined, group: () => [], references: [], reference: referenceReader([]) }
  const slots = markets.map(({ index }) => {
    const slot = new Slot({ depth: books.depth(index), assignment: null, limits: settings.limits, ledger, clock, ...reads })
    deriveSlot(slot, ledger, clock, settings)
    scopes.join(slot)
    return slot
  })
  return { scopes, slots }
}

const placeOf = ({ index }: Market, i: number): Place => ({
  kind: 'place',
  market: index,
  outcome: i % 2 === 0 ? 'yes' : 'no',
  side: 'buy',
  price: Price.of(100 * (1 + (i % 60))),
  size: Size.ofShares(200),
  style: 'post-only',
  expiresAt: Timestamp.add(START, 600_000_000),
})

const marketOf = (index: number): Market => ({
  ...plainMarket(`market-${index}`, `question ${index}`),
  index: MarketIndex.of(index),
  group: { id: 'who wins', isNegRisk: true, isExhaustive: true },
})
