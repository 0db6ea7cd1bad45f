import { describe, expect, it } from 'vitest'
import { avellanedaStoikov, practicalAvellanedaStoikov } from '../../../src/strategy/models/avellaneda-stoikov.js'

const PAPER = { fair: 0.5, inventory: 2, riskAversion: 0.5, volatilityPerRootSecond: 0.05, secondsLeft: 1, fillDecay: 50 }

describe("the paper's form of Avellaneda and Stoikov", () => {
  it('gives the figures that were computed apart', () => {
    const { reservation, half, bid, ask } = avellanedaStoikov(PAPER)
    expect(reservation).toBeCloseTo(0.4975, 6)
    expect(2 * half).toBeCloseTo(0.041051, 6)
    expect(bid).toBeCloseTo(0.476974, 6)
    expect(ask).toBeCloseTo(0.518026, 6)
  })

  it('tends to a spread of 2 / k without risk aversion, and is that at none', () => {
    expect(2 * avellanedaStoikov({ ...PAPER, riskAversion: 1e-9 }).half).toBeCloseTo(2 / 50, 9)
    expect(2 * avellanedaStoikov({ ...PAPER, riskAversion: 0 }).half).toBe(2 / 50)
  })

  it('leaves the inventory out at the end', () => {
    expect(avellanedaStoikov({ ...PAPER, secondsLeft: 0 }).reservation).toBe(0.5)
  })
})

describe('the practical form', () => {
  it('gives the figures that were computed apart', () => {
    const { reservation, half, bid, ask } = practicalAvellanedaStoikov({
      fair: 0.5,
      inventoryShare: 0.4,
      riskAversion: 0.5,
      deviation: 0.05,
      timeFraction: 1,
      fillDecay: 50,
    })
    expect(reservation).toBeCloseTo(0.49, 6)
    expect(2 * half).toBeCloseTo(0.064801, 6)
    expect(bid).toBeCloseTo(0.457599, 6)
    expect(ask).toBeCloseTo(0.522401, 6)
  })
})
