import type { DeskState } from '../../src/engine/desk-state.js'
import type { MarketId } from '../../src/model/ids.js'
import type { Market } from '../../src/model/market.js'
import type { Timestamp } from '../../src/model/time.js'
import { clockAt, statusOfRecord } from './desk-bench.js'

/** Money in 1e-10, sizes in millionths of a share: small enough here that doubles are exact. */
interface Maybe {
  readonly market: MarketId
  readonly outcome: 'yes' | 'no'
  /** Below zero: it sells. */
  readonly shares: number
  readonly spent: number
}

const EVENTS_MAX = 10
const WEI_PER_MILLIONTH = 1e12
const WEI_PER_UNIT = 1e8

/** How the markets of a group may end: what one YES share of each pays. */
type Ending = readonly number[]

/**
 * The most that markets lose together, by trying each ending of the group with every set of orders and unsettled fills that may come true, with nothing of the
 * sums that the engine makes. In 1e-10; null: there are too many sets to try.
 */
export function bruteForceGroup(
  state: DeskState,
  markets: readonly Market[],
  now: Timestamp,
  may: { readonly countsVoid: boolean },
): number | null {
  const maybes = maybesOf(state, markets, now)
  if (maybes.length > EVENTS_MAX) return null
  let worst = Number.NEGATIVE_INFINITY
  for (const ending of endings(markets, may.countsVoid)) {
    const held = markets.reduce((sum, { id }, i) => sum + heldLoss(state, id, ending[i]!), 0)
    for (let choice = 0; choice < 2 ** maybes.length; choice++) {
      let loss = held
      maybes.forEach(({ market, outcome, shares, spent }, bit) => {
        if ((choice & (1 << bit)) === 0) return
        const yes = ending[markets.findIndex(({ id }) => id === market)]!
        loss += spent - shares * 1e4 * (outcome === 'yes' ? yes : 1 - yes)
      })
      worst = Math.max(worst, loss)
    }
  }
  return worst
}

function maybesOf(state: DeskState, markets: readonly Market[], now: Timestamp): readonly Maybe[] {
  const ids = new Set<string>(markets.map(({ id }) => id))
  const fills = [...state.pending.values()].map(({ market, outcome, side, shares, value }) => ({
    ...{ market, outcome },
    shares: (Number(shares) / WEI_PER_MILLIONTH) * (side === 'buy' ? 1 : -1),
    spent: (Number(value) / WEI_PER_UNIT) * (side === 'buy' ? 1 : -1),
  }))
  const clock = clockAt(now, { grace: 3_000_000 })
  const orders = [...state.orders.values()]
    .filter(order => statusOfRecord(order, clock) !== 'done')
    .map(({ market, outcome, side, price, left }) => ({
      ...{ market, outcome },
      shares: side === 'buy' ? left : -left,
      spent: side === 'buy' ? left * price : -left * price,
    }))
  return [...fills, ...orders].filter(({ market }) => ids.has(market))
}

function heldLoss(state: DeskState, market: MarketId, yes: number): number {
  const held = state.positions.get(market)
  if (held === undefined) return 0
  const spent = Number(held.yes.boughtFor - held.yes.soldFor + held.no.boughtFor - held.no.soldFor)
  return (spent - Number(held.yes.shares) * yes - Number(held.no.shares) * (1 - yes)) / WEI_PER_UNIT
}

/** All ways to end that a neg-risk group has, those of its markets without a result tried one by one. */
function endings(markets: readonly Market[], countsVoid: boolean): readonly Ending[] {
  const known = markets.map(({ result }) => result?.yes ?? null)
  const isSplit = known.some(yes => yes !== null && yes !== 0 && yes !== 1)
  const isExhaustive = markets.every(({ group }) => group?.isExhaustive === true)
  const hasOpen = known.includes(null)
  return combinations(known.map(yes => (yes === null ? [0, 1, 0.5] : [yes]))).filter(ending => {
    const open = ending.filter((_, i) => known[i] === null)
    const isVoid = open.length > 0 && open.every(yes => yes === 0.5)
    const winners = ending.filter(yes => yes === 1).length
    if (isSplit) return open.every(yes => yes !== 0.5)
    if (isVoid) return countsVoid && winners === 0
    if (ending.some((yes, i) => yes === 0.5 && known[i] === null)) return false
    return winners === 1 || (winners === 0 && !(isExhaustive && hasOpen))
  })
}

const combinations = (choices: readonly (readonly number[])[]): readonly Ending[] =>
  choices.reduce<readonly Ending[]>((all, each) => all.flatMap(one => each.map(yes => [...one, yes])), [[]])
