import type { MarketId } from '../../model/ids.js'
import { Wei } from '../../model/money.js'
import { convertedTo, type GroupNo } from '../../venues/conversions.js'

/** One conversion: NO of these markets, and what comes of it. */
export interface ConversionStep {
  readonly of: GroupNo
  readonly markets: readonly MarketId[]
  /** NO that each of them gives. */
  readonly shares: Wei
  /** YES that each other market of the group gives, after the fee. */
  readonly yes: Wei
  readonly cash: Wei
}

/**
 * The conversions that free all cash that the NO of a group can: first what all of its markets have, then what all but the smallest have left, and so on.
 * NO of a single market frees none, and stays. `most`: only one conversion, of this number of shares of every market that has as many.
 */
export function conversionSteps(of: GroupNo, most: Wei | null): readonly ConversionStep[] {
  const steps: ConversionStep[] = []
  let level = Wei.ZERO
  const levels = most === null ? of.markets.map(({ free }) => free) : [most]
  for (const next of levels.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))) {
    const markets = of.markets.filter(({ free }) => free >= next).map(({ market }) => market)
    if (next === level || markets.length < 2) continue
    const shares = Wei.sub(next, level)
    const yes = convertedTo(shares, of)
    steps.push({ of, markets, shares, yes, cash: Wei.of(BigInt(markets.length - 1) * yes) })
    level = next
  }
  return steps
}
