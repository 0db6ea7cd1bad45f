import type { Turn } from '../../../engine/news.js'
import type { Batch } from '../../../model/batch.js'
import { EventKind } from '../../../model/event.js'
import type { MarketId, MarketIndex } from '../../../model/ids.js'
import type { Trade } from '../../../strategy/view.js'

/** Data of a run's turns that no part of the engine keeps, for display. */
export interface SeenTurns {
  /** Sees each turn after it was carried out. */
  saw(batch: Batch, turn: Turn): void
  /** Keeps the prints of this market from now on; null: of none. */
  watch(market: { readonly id: MarketId; readonly index: MarketIndex } | null): void
  /** Prints of the watched market, newest last. */
  readonly trades: readonly Trade[]
  /** How often each rule refused an order of each market. */
  readonly refusals: readonly RefusedOften[]
  /** The wallet's stream. `since`: microseconds; null: its state is not known yet. */
  readonly link: { readonly state: 'live' | 'lost'; readonly since: number | null }
}

export interface RefusedOften {
  readonly rule: string
  /** The market that had the index then. */
  readonly market: MarketIndex | null
  readonly count: number
}

const TRADES_MAX = 200
/** The most pairs of rule and market; further ones are not counted. */
const REFUSALS_MAX = 2_000

/** Begins empty. A turn without such data costs a few comparisons. */
export function createSeenTurns(): SeenTurns {
  const refusals = new Map<string, { rule: string; market: MarketIndex | null; count: number }>()
  let watched: { readonly id: MarketId; readonly index: MarketIndex } | null = null
  let trades: Trade[] = []
  let link: SeenTurns['link'] = { state: 'lost', since: null }

  const refused = ({ intent, rule }: Turn['refusals'][number]): void => {
    const market = intent.kind === 'place' ? intent.market : null
    const key = `${rule} ${market}`
    const known = refusals.get(key)
    if (known !== undefined) known.count++
    else if (refusals.size < REFUSALS_MAX) refusals.set(key, { rule, market, count: 1 })
  }
  const keepPrints = ({ events, from, to }: Batch, market: MarketIndex): void => {
    for (let row = from; row < to; row++) {
      if (events.kind[row] !== EventKind.TRADE || events.market[row] !== market) continue
      const side = events.side[row] === 0 ? 'bid' : 'ask'
      trades.push({ side, price: events.price[row]!, size: events.size[row]!, at: events.receivedAt[row]! })
    }
    if (trades.length > TRADES_MAX) trades.splice(0, trades.length - TRADES_MAX)
  }
  return {
    saw: (batch, turn) => {
      const { reports, now } = batch
      for (let i = 0; i < turn.refusals.length; i++) refused(turn.refusals[i]!)
      for (let i = 0; i < reports.length; i++) {
        const report = reports[i]!
        if (report.kind === 'link' && report.state !== link.state) link = { state: report.state, since: now }
      }
      if (watched !== null) keepPrints(batch, watched.index)
    },
    watch: market => {
      if (market?.id === watched?.id) return
      watched = market
      trades = []
    },
    get trades() {
      return trades
    },
    get refusals() {
      return [...refusals.values()]
    },
    get link() {
      return link
    },
  }
}
