import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inFolder, newestRun, oddsmith } from './daemon.js'

/** Fifteen lines that a user might write, in a folder that knows nothing of this package. */
const MINE = `import { Price, pull, Size, type StrategyDefinition, z } from 'oddsmith'
const parameters = z.strictObject({ sizeShares: z.number().positive() })
export const strategy = {
  name: 'mine',
  version: 1,
  watches: 'touch',
  parameters,
  create: ({ sizeShares }) => ({
    decide({ book, market: { tick } }) {
      if (book.state !== 'live' || book.touch === null) return pull('no two-sided book')
      const { bid, ask } = book.touch
      const size = Size.ofShares(sizeShares)
      return book.quote({ bid: { price: Price.floor(bid, tick), size }, ask: { price: Price.ceil(ask, tick), size } })
    } }),
} satisfies StrategyDefinition<typeof parameters>
`

const STREAMS = (wait: string): string => `import { Price, pull, Size, z } from 'oddsmith'
import { debounceTime, map, reactive } from 'oddsmith/reactive'
export const strategy = reactive({
  name: 'streams',
  version: 1,
  watches: 'touch',
  parameters: z.strictObject({ sizeShares: z.number().positive() }),
  build: ({ books, scheduler, market: { tick }, parameters }) =>
    books.pipe(
      ${wait},
      map(book => {
        if (book.state !== 'live' || book.touch === null) return pull('no two-sided book')
        const size = Size.ofShares(parameters.sizeShares)
        const { bid, ask } = book.touch
        return book.quote({ bid: { price: Price.floor(bid, tick), size }, ask: { price: Price.ceil(ask, tick), size } })
      }),
    ),
})
`

const config = (strategy: string, parameters = '{ sizeShares: 15 }'): string =>
  `venue: { name: predict, embedded: { seed: 2, worldFile: ${resolve('config/three-markets.yaml')} } }
strategies:
  - strategy: ${strategy}
    parameters: ${parameters}
limits: { positionMaxShares: 200 }
`

describe('a strategy of a user', () => {
  test(
    'is a file of fifteen lines outside the package, named by its path from the config, and trades',
    () =>
      inFolder(async home => {
        expect(MINE.trim().split('\n').length).toBeLessThanOrEqual(16)
        writeFileSync(join(home, 'mine.ts'), MINE)
        writeFileSync(join(home, 'mine.yaml'), config('./mine.ts'))
        const run = oddsmith(['run', join(home, 'mine.yaml'), '--home', home, '--json'])
        await run.says(/[1-9]\d* fills/)
        run.child.kill('SIGINT')
        const { code, stdout, stderr } = await run.ended
        expect(code, stderr).toBe(0)
        const summary = JSON.parse(stdout)
        expect(summary).toMatchObject({ openOrdersAtExit: 0, isEqualToVenue: true, orders: { unknown: 0 } })
        expect(summary.fills).toBeGreaterThan(0)
      }),
    90_000,
  )

  test('that is wrong is refused before anything starts, with the line of the config and what was expected', () =>
    inFolder(async home => {
      writeFileSync(join(home, 'mine.ts'), MINE)
      writeFileSync(join(home, 'half.ts'), 'export const strategy = { name: "half", version: 1 }')
      const refused = async (text: string): Promise<string> => {
        writeFileSync(join(home, 'wrong.yaml'), text)
        const { code, stderr } = await oddsmith(['run', join(home, 'wrong.yaml'), '--home', home]).ended
        expect(code, stderr).toBe(2)
        return stderr
      }
      const at = `${join(home, 'wrong.yaml')}:`
      expect(await refused(config('./half.ts'))).toContain(
        `${at}3: strategies.0.strategy: ${join(home, 'half.ts')}: in "strategy"`,
      )
      expect(await refused(config('./none.ts'))).toContain(`${at}3: strategies.0.strategy: no strategy file at`)
      expect(await refused(config('two-sidet'))).toContain('did you mean "two-sided"?')
      expect(await refused(config('./mine.ts', '{ sizeShare: 15 }'))).toContain(
        `${at}4: strategies.0.parameters.sizeShare: there is no such field; did you mean "sizeShares"?`,
      )
      expect(await refused(config('./mine.ts', '{ sizeShares: -1 }'))).toContain('expected more than 0, found -1')
    }))

  test('may be written with streams: its run replays to the same commands, and rxjs’s own timers are refused', () =>
    inFolder(async home => {
      writeFileSync(join(home, 'streams.ts'), STREAMS('debounceTime(100, scheduler)'))
      writeFileSync(join(home, 'streams.yaml'), config('./streams.ts'))
      const run = oddsmith(['run', join(home, 'streams.yaml'), '--home', home, '--for', '5s', '--json'])
      const { code, stdout, stderr } = await run.ended
      expect(code, stderr).toBe(0)
      const summary = JSON.parse(stdout)
      expect(summary.orders.placed).toBeGreaterThan(0)
      const replayed = await oddsmith(['replay', newestRun(home), '--json']).ended
      expect(JSON.parse(replayed.stdout)).toMatchObject({ stateHash: summary.stateHash, firstDifference: null })

      writeFileSync(join(home, 'streams.ts'), STREAMS('debounceTime(100)'))
      const refused = await oddsmith(['run', join(home, 'streams.yaml'), '--home', home, '--for', '5s']).ended
      expect(refused.stderr).toMatch(/streams\W+ uses rxjs's asyncScheduler/)
    }))
})
