import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../../src/cli/config/config.js'
import { chooseOrderLife, type OrderLife } from '../../../src/cli/config/order-life.js'

const lifeOf = async (markets: number, rest = ''): Promise<OrderLife> =>
  chooseOrderLife(
    await parseConfig('paper.yaml', `venue: {name: predict, embedded: {}}\nstrategies: [{strategy: two-sided}]\n${rest}`),
    markets,
  )

describe('the life of orders', () => {
  it('is as short as a quarter of the calls allows, and at least half a minute', async () => {
    expect((await lifeOf(3)).seconds).toBe(30)
    expect(await lifeOf(20)).toEqual({
      seconds: 80,
      words: 'orders live 80 s (auto): 20 markets × 2 sides × (create + removal) each 40 s = 120 of 480 calls in 60 s',
    })
    expect((await lifeOf(100)).seconds).toBe(400)
  })

  it('is what the config says where that can hold', async () => {
    expect(await lifeOf(20, 'requote: {orderLifeSeconds: 60}')).toEqual({
      seconds: 60,
      words: 'orders live 60 s: 20 markets × 2 sides × (create + removal) each 30 s = 160 of 480 calls in 60 s',
    })
  })

  it('is refused with the arithmetic where renewing alone needs more calls than there are', async () => {
    await expect(lifeOf(20, 'requote: {orderLifeSeconds: 20}')).rejects.toThrow(
      'paper.yaml:3: requote.orderLifeSeconds: 20 markets × 2 sides × (create + removal) each 10 s = 480 calls in 60 s, but there are 500 calls - 20 % kept for cancels - 20 of the keeper = 380; expected at least 26, or auto',
    )
    expect((await lifeOf(20, 'requote: {orderLifeSeconds: 26}')).seconds).toBe(26)
  })

  it('goes by the shortest supply of several windows, and by the least life where only short windows are counted', async () => {
    const window = (calls: number, perMs: number): string => `{route: create, calls: ${calls}, perMs: ${perMs}}`
    expect((await lifeOf(20, `budget: {windows: [${window(500, 60_000)}, ${window(300, 60_000)}]}`)).seconds).toBe(128)
    expect(await lifeOf(20, `budget: {windows: [${window(40, 1_000)}]}`)).toMatchObject({ seconds: 30 })
    // A bucket counts by what comes back in it: 120 calls a minute, of which the keeper needs none.
    const bucket = 'budget: {buckets: [{route: trading, capacity: 40, refillPerSecond: 2}]}'
    expect((await lifeOf(20, bucket)).seconds).toBe(320)
  })
})
