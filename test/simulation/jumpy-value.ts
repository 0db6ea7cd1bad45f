import type { FairValue } from '../../src/exchange/crowd/fair-value.js'
import type { Chance } from './chance.js'

/** What markets are worth in a simulation: it stands until it is moved. */
export interface JumpyValue {
  of(market: number): FairValue
  /** Moves one market's value by up to so much. */
  jump(market: number, most: number): void
}

const NEAREST = 0.06

/** Values of chance, to begin with near the middle. */
export function jumpyValue(chance: Chance): JumpyValue {
  const values = new Map<number, number>()
  const valueOf = (market: number): number => {
    const known = values.get(market) ?? chance.between(0.35, 0.65)
    values.set(market, known)
    return known
  }
  return {
    of: market => {
      valueOf(market)
      return { at: () => valueOf(market) }
    },
    jump: (market, most) => {
      const moved = valueOf(market) + chance.between(-most, most)
      values.set(market, Math.min(1 - NEAREST, Math.max(NEAREST, moved)))
    },
  }
}
