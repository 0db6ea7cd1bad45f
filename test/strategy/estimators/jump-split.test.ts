import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../src/exchange/crowd/random.js'
import { JumpSplit } from '../../../src/strategy/estimators/jump-split.js'
import { after } from '../../engine/desk-bench.js'

const OPTIONS = { clockMs: 1_000, halfLifeSeconds: 3_000, of: 'price' } as const

/** A walk of 10 (1/10,000) per root second with a jump of `jump` once in `every` seconds. */
function split(jump: number, every: number): JumpSplit {
  const random = createRandom(5)
  const measured = new JumpSplit(OPTIONS)
  let price = 5_000
  for (let second = 0; second < 12_000; second++) {
    price += 10 * random.normal()
    if (second % every === every - 1) price += random.uniform() < 0.5 ? jump : -jump
    measured.update(after(1_000 * second), price)
  }
  return measured
}

describe('a jump split', () => {
  it('finds the volatility of a walk without jumps within 5 %, and next to no jumps', () => {
    const measured = split(0, 60)
    expect(Math.abs(measured.diffusionPerRootSecond / 10 - 1)).toBeLessThan(0.05)
    expect(measured.jumpShare).toBeLessThan(0.05)
  })

  it('finds it within 8 % under rare jumps that bring half of the variance, where the whole variance would say 41 % more', () => {
    // 100 a second diffuse, and 245² once in 600 s are 100 a second more.
    const measured = split(Math.sqrt(60_000), 600)
    expect(Math.abs(measured.diffusionPerRootSecond / 10 - 1)).toBeLessThan(0.08)
    expect(Math.abs(measured.jumpVariancePerSecond / 100 - 1)).toBeLessThan(0.25)
    expect(Math.abs(measured.jumpShare - 0.5)).toBeLessThan(0.08)
  })

  it('says its floor and no jump before there are two samples, over a gap and in a market that stands still', () => {
    const measured = new JumpSplit({ ...OPTIONS, floorPerRootSecond: 2 })
    expect([measured.diffusionPerRootSecond, measured.jumpVariancePerSecond, measured.jumpShare]).toEqual([2, 0, 0])
    for (let second = 0; second < 5; second++) measured.update(after(1_000 * second), 5_000)
    measured.pause()
    for (let second = 60; second < 90; second += 7) measured.update(after(1_000 * second), 9_000)
    expect([measured.diffusionPerRootSecond, measured.jumpVariancePerSecond, measured.jumpShare]).toEqual([2, 0, 0])
  })

  it('counts one jump between quiet seconds as a jump whole', () => {
    const measured = new JumpSplit(OPTIONS)
    for (let second = 0; second < 10; second++) measured.update(after(1_000 * second), second < 5 ? 5_000 : 6_000)
    expect(measured.jumpShare).toBe(1)
    expect(measured.diffusionPerRootSecond).toBe(0)
  })
})
