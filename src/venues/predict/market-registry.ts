import type { MarketIndex } from '../../model/ids.js'
import type { Market } from '../../model/market.js'
import type { Outcome } from '../../model/money.js'
import type { MarketFlags } from '../../protocol/contracts.js'
import type { WireMarket } from '../../protocol/wire.js'

/** What orders and balances need from a market beyond `Market`. */
export interface PredictMarket {
  readonly id: string
  readonly index: MarketIndex
  readonly flags: MarketFlags
  readonly tokens: Readonly<Record<Outcome, bigint>>
  /** The same as text on the wire. */
  readonly tokenTexts: Readonly<Record<Outcome, string>>
  readonly feeRateBps: number
  /** The neg-risk group that it belongs to; null: to none. */
  readonly group: string | null
}

/** The markets of this run, by its own index or by the venue's id. */
export interface MarketRegistry {
  /** Stores a row; it replaces an earlier row of the same market. */
  learn(row: WireMarket): void
  /** From now on, indexes refer to these markets; earlier ones are removed. */
  adopt(markets: readonly Market[]): void
  /** Stores rows of markets that may join, replacing those of the last survey. */
  survey(rows: readonly WireMarket[]): void
  /** Adds a market to the run. It must have been surveyed or learned before. */
  join(market: Pick<Market, 'id' | 'index'>): void
  /** Removes the market with this index from the run. */
  forget(index: MarketIndex): void
  byIndex(index: MarketIndex): PredictMarket | null
  byId(id: string): PredictMarket | null
  all(): readonly PredictMarket[]
  /** A market that was learned or surveyed, whether it is part of the run or not. */
  known(id: string): Omit<PredictMarket, 'index'> | null
  /** Stores markets outside the run in which the wallet holds shares. */
  hold(rows: readonly WireMarket[]): void
  /** Markets that left the run or were passed to `hold`, until `drop`. */
  elsewhere(): readonly HeldMarket[]
  /** Forgets a market of `elsewhere` in which nothing is held. */
  drop(id: string): void
}

/** A market outside the run, in which the wallet may hold shares. */
export type HeldMarket = Pick<PredictMarket, 'id' | 'flags' | 'tokens'>

/** Creates an empty registry. */
export function createMarketRegistry(): MarketRegistry {
  const rows = new Map<string, Omit<PredictMarket, 'index'>>()
  const indexes = new Map<string, MarketIndex>()
  // Computed once, because every order needs it.
  const byId = new Map<string, PredictMarket>()
  const byIndex = new Map<MarketIndex, PredictMarket>()
  let surveyed: ReadonlyMap<string, WireMarket> = new Map()
  const elsewhere = new Map<string, HeldMarket>()
  /** Rows of a survey are dropped unless they are of the run's own markets. */
  const keep = (id: string): void => {
    const row = surveyed.get(id)
    const read = row === undefined || rows.has(id) ? null : readRow(row)
    if (read !== null) rows.set(id, read)
  }
  const join = (id: string): void => {
    keep(id)
    const [row, index] = [rows.get(id), indexes.get(id)]
    if (row === undefined || index === undefined) return
    const market = { ...row, index }
    byId.set(id, market)
    byIndex.set(index, market)
  }
  return {
    learn: row => {
      const read = readRow(row)
      if (read === null) return
      rows.set(row.id, read)
      join(row.id)
    },
    adopt: markets => {
      for (const known of [indexes, byId, byIndex]) known.clear()
      for (const { id, index } of markets) {
        indexes.set(id, index)
        join(id)
      }
    },
    survey: found => {
      surveyed = new Map(found.map(row => [row.id, row]))
    },
    join: ({ id, index }) => {
      indexes.set(id, index)
      join(id)
    },
    forget: index => {
      const market = byIndex.get(index)
      const id = market?.id
      byIndex.delete(index)
      // The market may have joined again in the meantime, at another index.
      if (id === undefined || indexes.get(id) !== index) return
      for (const known of [indexes, byId, rows]) known.delete(id)
      if (market !== undefined) elsewhere.set(id, market)
    },
    byIndex: index => byIndex.get(index) ?? null,
    byId: id => byId.get(id) ?? null,
    known: id => {
      const row = surveyed.get(id)
      return rows.get(id) ?? (row === undefined ? null : readRow(row))
    },
    // In the run's order, whenever they were learned.
    all: () => [...indexes.keys()].flatMap(id => byId.get(id) ?? []),
    hold: held => {
      for (const row of held) {
        const read = readRow(row)
        if (read !== null) elsewhere.set(row.id, read)
      }
    },
    elsewhere: () => [...elsewhere.values()].filter(({ id }) => !byId.has(id)),
    drop: id => void elsewhere.delete(id),
  }
}

/** What a row says beyond `Market`; null: its tokens cannot be read. */
export function readRow(row: WireMarket): Omit<PredictMarket, 'index'> | null {
  const [yes, no] = [1, 2].map(indexSet => row.outcomes.find(outcome => outcome.indexSet === indexSet)?.onChainId ?? '')
  if (yes === undefined || no === undefined || !isToken(yes) || !isToken(no)) return null
  const tokens = { yes: BigInt(yes), no: BigInt(no) }
  return {
    id: row.id,
    flags: { isNegRisk: row.isNegRisk, isYieldBearing: row.isYieldBearing },
    tokens,
    tokenTexts: { yes: String(tokens.yes), no: String(tokens.no) },
    feeRateBps: row.feeRateBps,
    group: row.isNegRisk ? row.categorySlug : null,
  }
}

const isToken = (digits: string): boolean => /^\d{1,78}$/.test(digits)
