import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Price, pull, Size, type StrategyDefinition, type View, z } from 'oddsmith'
import { lintStrategy, strategyContract } from 'oddsmith/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { builtInStrategies } from '../../src/cli/config/load-strategy.js'
import type { Decision } from '../../src/model/quote.js'
import { strategy } from '../../strategies/two-sided.js'

const folder = mkdtempSync(join(tmpdir(), 'oddsmith-lint-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lint = (source: string, name = 'mine.ts'): readonly string[] => {
  writeFileSync(join(folder, name), source)
  return lintStrategy(join(folder, name)).map(line => line.slice(line.indexOf(name)))
}

describe('the lint', () => {
  test.each([
    ['const at = Date.now()', 'Date.now'],
    ['const at = new Date()', 'new Date()'],
    ['const at = new Date', 'new Date'],
    ['const at = Date()', 'Date()'],
    ['performance.now()', 'performance.now'],
    ['setTimeout(() => {}, 5)', 'setTimeout'],
    ['const id = setInterval', 'setInterval'],
    ['const chance = Math.random()', 'Math.random'],
    ['crypto.randomUUID()', 'crypto.randomUUID'],
    ['books.pipe(timestamp())', 'timestamp()'],
    ['observeOn(asyncScheduler)', 'asyncScheduler'],
    ['await fetch(url)', 'fetch'],
    ['const text = `at ${Date.now()}`', 'Date.now'],
  ])('finds %s, with its line and what to do instead', (source, what) => {
    const [found, ...more] = lint(`// a line before\n${source}\n`)
    expect(found).toMatch(/^mine\.ts:2: /)
    expect(found).toContain(`: ${what}; `)
    expect(more).toEqual([])
  })

  test.each([
    '// Date.now() is not used',
    '/* setTimeout\n Math.random() */',
    "const why = 'setTimeout is forbidden'",
    'const why = `Math.random() is a text`',
    'const day = new Date(view.now / 1_000)',
    'const own = { setTimeouts: 1 }; own.timestamp()',
    'const at = new Date(at)',
  ])('lets %s pass', source => {
    expect(lint(source)).toEqual([])
  })

  test('follows imports by path, each file once', () => {
    writeFileSync(join(folder, 'dice.ts'), "import './mine.js'\nexport const roll = () => Math.random()\n")
    const found = lint("import { roll } from './dice.js'\nexport const strategy = { roll, at: Date.now() }\n")
    expect(found).toHaveLength(2)
    expect(found[0]).toMatch(/^mine\.ts:2: Date\.now/)
    expect(lintStrategy(join(folder, 'mine.ts'))[1]).toMatch(/dice\.ts:2: Math\.random/)
  })

  test('finds nothing in the strategies of the package', () => {
    for (const name of builtInStrategies()) expect(lintStrategy(resolve('strategies', `${name}.ts`))).toEqual([])
  })
})

describe('the contract of strategies: two-sided', () => {
  for (const { name, run } of strategyContract({ strategy, file: 'strategies/two-sided.ts' })) test(name, run)
})

describe('the contract of strategies', () => {
  const parameters = z.strictObject({})
  const broken = async (decide: (view: View<object>) => Decision): Promise<string> => {
    const mine: StrategyDefinition<typeof parameters> = {
      ...{ name: 'broken', version: 1, watches: 'touch', parameters },
      create: () => ({ decide }),
    }
    const failures: string[] = []
    for (const { name, run } of strategyContract({ strategy: mine }))
      await run().catch((error: unknown) => failures.push(`${name}: ${(error as Error).message}`))
    return failures.join('\n')
  }
  const level = (price: number) => ({ price: Price.of(price), size: Size.ofShares(10) })

  test('is broken by one that fails on a book with one side', async () => {
    expect(
      await broken(({ book }) => (book.state === 'live' ? book.quote({ bid: level(book.touch!.bid) }) : pull(''))),
    ).toMatch(/^answers awkward books without an error.*: Cannot read properties of null/)
  })

  test('is broken by one whose quotes cross, and says on which book', async () => {
    const crossing = await broken(({ book }) =>
      book.state === 'live' ? book.quote({ bid: level(6_000), ask: level(5_000) }) : pull(''),
    )
    expect(crossing).toContain(
      'expected valid quotes on the book "" with {}, refused by crossed: a bid of 6000 is not below an ask of 5000',
    )
  })

  test('is broken by one that looks at the clock or draws chance', async () => {
    for (const odd of [() => Date.now() % 50, () => Math.floor(Math.random() * 50)]) {
      const found = await broken(({ book }) =>
        book.state === 'live' ? book.quote({ bid: level(100 * (1 + odd())) }) : pull(''),
      )
      expect(found).toContain('answers the same to the same events')
    }
  })
})
