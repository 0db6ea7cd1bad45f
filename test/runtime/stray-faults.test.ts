import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { StrategyFault } from '../../src/model/batch.js'
import { MarketIndex } from '../../src/model/ids.js'
import { keep } from '../../src/model/quote.js'
import { createBlame } from '../../src/runtime/stray-faults.js'
import { DeskBench, market, START } from '../engine/desk-bench.js'

const definition = (name: string) =>
  ({ name, version: 1, parameters: z.unknown(), watches: 'touch', create: () => ({ decide: keep }) }) as const
const at = (index: number, name: string, place?: string) => ({
  ...{ market: MarketIndex.of(index), definition: definition(name), parameters: {} },
  ...(place !== undefined && { place }),
})

const thrownAt = (...frames: readonly string[]): Error => {
  const error = new Error('too late')
  error.stack = `Error: too late\n${frames.map(frame => `    at run (${frame}:3:7)`).join('\n')}\n    at listOnTimeout (node:internal/timers:581:17)`
  return error
}

const blaming = () => {
  const bench = new DeskBench({ decide: keep, markets: [market(0), market(1), market(2)] })
  bench.open()
  const told: StrategyFault[] = []
  const assignments = [
    at(0, 'mine', '/home/me/mine.ts'),
    at(1, 'maker', '/home/me/node_modules/maker'),
    at(2, 'mine', '/home/me/mine.ts'),
  ]
  const control = (fault: StrategyFault): void => {
    told.push(fault)
    bench.turn({ controls: [fault] })
  }
  return {
    told,
    bench,
    blame: createBlame({ assignments: () => assignments, desk: bench.desk, clock: { now: () => START }, control }),
  }
}

describe('an error that no one caught', () => {
  it('stops the strategy whose file stands in its stack, in all its markets, and once', () => {
    const { blame, told, bench } = blaming()
    expect(blame(thrownAt('/home/me/lib.ts', 'file:///home/me/mine.ts'))).toBe(true)
    expect(told).toMatchObject([{ what: 'fault', strategy: 'mine', markets: [0, 2], message: 'too late', who: 'stray error' }])
    expect(bench.desk.summary().markets.map(({ fault }) => fault?.message)).toEqual(['too late', undefined, 'too late'])
    expect(blame(thrownAt('/home/me/mine.ts'))).toBe(true)
    expect(told).toHaveLength(1)
  })

  it('is found in the files of a package', () => {
    const { blame, told } = blaming()
    expect(blame(thrownAt('/home/me/node_modules/maker/deep/price.js'))).toBe(true)
    expect(told).toMatchObject([{ strategy: 'maker', markets: [1] }])
  })

  it.each([
    ['has frames of no strategy', thrownAt('/home/me/mine.test.ts', '/home/me/node_modules/maker-two/main.js')],
    ['has no stack', 'a text'],
    ['is nothing', undefined],
  ])('is not a strategy’s where it %s', (_, thrown) => {
    const { blame, told } = blaming()
    expect(blame(thrown)).toBe(false)
    expect(told).toEqual([])
  })
})
