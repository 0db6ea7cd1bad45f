import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadStrategy } from '../../src/cli/config/load-strategy.js'
import { Price } from '../../src/model/money.js'
import { keep } from '../../src/model/quote.js'
import { pluginFrame } from '../../src/runtime/plugin-frame.js'
import { turnEntries } from '../../src/runtime/turn-entries.js'
import { DeskBench, market, picture } from '../engine/desk-bench.js'

const folder = mkdtempSync(join(tmpdir(), 'oddsmith plugin '))
afterAll(() => rmSync(folder, { recursive: true }))

const faultOf = (decide: ConstructorParameters<typeof DeskBench>[0]['decide']) => {
  const bench = new DeskBench({ decide })
  const turn = bench.open()
  const [fault] = turn.faults.length > 0 ? turn.faults : bench.turn({ events: picture('ask 0.60 9 / bid 0.40 9') }).faults
  if (fault === undefined) throw new Error('a fault was expected')
  return fault
}

describe('pluginFrame', () => {
  it('names file and line of a TypeScript file that was loaded as it is', async () => {
    const file = join(folder, 'mine.ts')
    const lines = [
      "import { keep, type StrategyDefinition, z } from 'oddsmith'",
      'const parameters = z.strictObject({})',
      'const deep = (rest: number): number => {',
      "  if (rest === 0) throw new Error('it is empty')",
      '  return deep(rest - 1)',
      '}',
      'export const strategy = {',
      "  name: 'mine', version: 1, watches: 'touch', parameters,",
      "  create: () => ({ decide: ({ book }) => (book.state === 'live' && deep(2) > 0 ? keep() : keep()) }),",
      '} satisfies StrategyDefinition<typeof parameters>',
    ]
    writeFileSync(file, lines.join('\n'))
    const definition = await loadStrategy(file, folder)
    const made = definition.create({}, market(0))
    const fault = faultOf(view => made.decide(view))
    expect(fault.message).toBe('it is empty')
    // The bench hands the view on, so its own frame is the outer one.
    expect(pluginFrame(fault.stack)).toBe(`${file}:4`)
  })

  it('passes over our own code that a strategy fed with nonsense', () => {
    const fault = faultOf(({ book }) => {
      if (book.state === 'live') Price.of(Number.NaN)
      throw new Error('not reached while the book is live')
    })
    expect(pluginFrame(fault.stack)).toMatch(/plugin-frame\.test\.ts:\d+$/)
  })

  it('names no code from outside of the question where the answer itself is at fault', () => {
    const fault = faultOf(({ book }) => (book.state === 'live' ? (5 as never) : keep()))
    expect(fault.stack).toContain('plugin-frame.test.ts')
    expect(pluginFrame(fault.stack)).toBeNull()
  })

  it('passes over a library, unless the strategy is itself a package', () => {
    const ours = new URL('../../src/engine/quoter.ts', import.meta.url).href
    const own = `    at Object.decide (/home/me/mine.ts:12:3)\n    at #askStrategy (${ours}:80:20)\n    at run (/home/me/other.ts:1:1)`
    const library = '    at parse (file:///home/me/node_modules/zod/index.js:9:1)'
    expect(pluginFrame(`Error: x\n${library}\n${own}`)).toBe('/home/me/mine.ts:12')
    const packaged = '    at decide (/home/me/node_modules/maker/index.js:7:1)'
    expect(pluginFrame(`Error: x\n${library}\n${packaged}\n    at #askStrategy (${ours}:80:20)`)).toBe(
      '/home/me/node_modules/maker/index.js:7',
    )
    expect(pluginFrame(`Error: x\n    at #askStrategy (${ours}:80:20)`)).toBeNull()
    expect(pluginFrame('')).toBeNull()
  })

  it('stands in the journal beside what was thrown', () => {
    const bench = new DeskBench({
      decide: () => {
        throw new Error('no idea')
      },
    })
    const turn = bench.open()
    const batch = { now: bench.now, reports: [], controls: [] } as unknown as Parameters<typeof turnEntries>[0]
    expect(turnEntries(batch, turn)).toMatchObject([
      {
        kind: 'fault',
        fault: { market: 0, strategy: 'test', message: 'no idea' },
        where: expect.stringMatching(/plugin-frame\.test\.ts:\d+$/),
      },
    ])
  })
})
