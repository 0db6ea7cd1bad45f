import { describe, expect, it } from 'vitest'
import { glft } from '../../../src/strategy/models/glft.js'

const INPUTS = {
  fair: 50,
  inventory: 2,
  riskAversion: 0.05,
  arrivalsPerSecond: 0.2,
  fillDecay: 0.6,
  volatilityPerRootSecond: 0.3,
  orderSize: 1,
}

describe('the closed form of Guéant, Lehalle and Fernandez-Tapia', () => {
  it('gives the figures that were computed apart', () => {
    const { c1, c2, half, skew, bid, ask } = glft(INPUTS)
    expect(c1).toBeCloseTo(1.600854, 6)
    expect(c2).toBeCloseTo(0.76795, 6)
    expect(half).toBeCloseTo(1.716047, 6)
    expect(skew).toBeCloseTo(0.230385, 6)
    expect(bid).toBeCloseTo(47.823183, 6)
    expect(ask).toBeCloseTo(51.255277, 6)
  })

  it('takes xi for gamma where it is left out', () => {
    expect(glft({ ...INPUTS, fillAversion: 0.05 })).toEqual(glft(INPUTS))
    expect(glft({ ...INPUTS, fillAversion: 0.2 }).c1).toBeCloseTo(Math.log(1 + 0.2 / 0.6) / 0.2, 9)
  })

  it('is 1 / k either way where nothing is averse', () => {
    expect(glft({ ...INPUTS, riskAversion: 0 })).toMatchObject({ c1: 1 / 0.6, c2: 0, skew: 0, half: 1 / 0.6, reservation: 50 })
    const near = glft({ ...INPUTS, fillAversion: 1e-9 })
    const none = glft({ ...INPUTS, fillAversion: 0 })
    expect(near.c1).toBeCloseTo(none.c1, 6)
    expect(near.c2).toBeCloseTo(none.c2, 6)
  })
})
