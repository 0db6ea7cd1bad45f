import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { builtInStrategies, loadStrategy, strategyPlace } from '../../../src/cli/config/load-strategy.js'
import { Price } from '../../../src/model/money.js'

const folder = (): string => mkdtempSync(join(tmpdir(), 'oddsmith-strategy-'))

test('every built-in strategy loads by its name', async () => {
  expect(builtInStrategies()).toContain('two-sided')
  for (const name of builtInStrategies()) expect(await loadStrategy(name, '.')).toMatchObject({ name, version: 1 })
})

test('a misspelt name is answered with the right one', async () => {
  await expect(loadStrategy('two-sidet', '.')).rejects.toThrow('there is no strategy "two-sidet"; did you mean "two-sided"?')
})

test('a TypeScript file outside the package loads as it is, and its import of oddsmith is this package', async () => {
  const place = folder()
  writeFileSync(
    join(place, 'mine.ts'),
    `import { pull, type StrategyDefinition, z } from 'oddsmith'
     const parameters = z.strictObject({ size: z.number() })
     export const strategy = {
       name: 'mine', version: 1, watches: 'touch', parameters,
       create: () => ({ decide: () => pull('not today') }),
     } satisfies StrategyDefinition<typeof parameters>`,
  )
  expect(await strategyPlace('./mine.ts', place)).toBe(join(place, 'mine.ts'))
  const definition = await loadStrategy('./mine.ts', place)
  expect(definition.parameters.safeParse({ size: 1 }).success).toBe(true)
})

test('a file that is none is refused by its name and what was expected', async () => {
  const place = folder()
  writeFileSync(join(place, 'half.js'), 'export const strategy = { name: "x", version: 1, parameters: {}, watches: "touch" }')
  writeFileSync(join(place, 'other.js'), 'export const strategie = {}')
  writeFileSync(
    join(place, 'broken.ts'),
    'export const a = 1\nexport const strategy = {\n  create: () => ({ decide( { } }),\n}\n',
  )
  writeFileSync(join(place, 'throwing.ts'), 'const limit: number = 1\n\nthrow new Error(`no more than ${limit}`)\n')
  writeFileSync(join(place, 'lost.ts'), "import { limit } from './nowhere.js'\nexport const strategy = limit\n")
  await expect(loadStrategy('./half.js', place)).rejects.toThrow(
    /half\.js: in "strategy" expected parameters to be a zod schema, found fields; create to be a function that returns \{ decide \}, found nothing/,
  )
  await expect(loadStrategy('./other.js', place)).rejects.toThrow(
    /other\.js: expected an export named "strategy", found exports strategie/,
  )
  await expect(loadStrategy('./broken.ts', place)).rejects.toMatchObject({
    code: 2,
    message: `the strategy cannot be loaded: ${join(place, 'broken.ts')}:3:32: Unexpected token, expected ","
  3 |   create: () => ({ decide( { } }),
    |                                ^`,
  })
  await expect(loadStrategy('./throwing.ts', place)).rejects.toThrow(/cannot be loaded: \/.*\/throwing\.ts:3: no more than 1$/)
  await expect(loadStrategy('./lost.ts', place)).rejects.toThrow(
    /cannot be loaded: \/.*lost\.ts.*: Cannot find module '\.\/nowhere\.js'$/,
  )
  await expect(loadStrategy('./none.ts', place)).rejects.toThrow(/no strategy file at .*none\.ts/)
  await expect(loadStrategy('./', place)).rejects.toThrow(`expected the file of a strategy, found the folder ${place}`)
})

test('a package is found where the config lies, with or without an owner', async () => {
  const place = folder()
  for (const name of ['plain-strategy', '@owner/strategy']) {
    const home = join(place, 'node_modules', name)
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'package.json'), JSON.stringify({ name, type: 'module', exports: { import: './main.js' } }))
    writeFileSync(
      join(home, 'main.js'),
      `import { keep, z } from 'oddsmith'
       export const strategy = { name: '${name}', version: 1, parameters: z.strictObject({}), watches: 'depth', create: () => ({ decide: () => keep() }) }`,
    )
    expect(await loadStrategy(name, place)).toMatchObject({ name })
    expect(await strategyPlace(name, place)).toBe(home)
  }
  await expect(loadStrategy('@owner/none', place)).rejects.toThrow(/there is no strategy "@owner\/none"; built in are: /)
})

test('a strategy shares the values of the engine, and its faults name its own line', async () => {
  const place = folder()
  writeFileSync(
    join(place, 'faulty.ts'),
    `import {
  Price,
  z,
} from 'oddsmith'
interface Unused { readonly a: number }
export const strategy = {
  name: 'faulty', version: 1, watches: 'touch', parameters: z.strictObject({}), Price,
  create: () => ({ decide: () => {
    throw new Error('nothing works')
  } }),
}`,
  )
  const definition = await loadStrategy('./faulty.ts', place)
  expect((definition as unknown as { Price: unknown }).Price).toBe(Price)
  const decide = (): unknown => definition.create({}, {} as never).decide({} as never)
  expect(decide).toThrow('nothing works')
  try {
    decide()
  } catch (error) {
    expect((error as Error).stack).toContain('faulty.ts:9:')
  }
})

test('a strategy of streams gets this package’s own copy of rxjs, whether or not one lies beside it', async () => {
  const place = folder()
  writeFileSync(
    join(place, 'streams.ts'),
    `import { keep, z } from 'oddsmith'
import { asyncScheduler, reactive } from 'oddsmith/reactive'
import { debounceTime, map } from 'rxjs'
import { map as older } from 'rxjs/operators'
export const strategy = reactive({
  name: 'streams', version: 1, watches: 'touch', parameters: z.strictObject({}),
  build: ({ books, scheduler }) => books.pipe(debounceTime(100, scheduler), map(keep)),
})
if (map !== older || asyncScheduler === undefined) throw new Error('two copies of rxjs')`,
  )
  const definition = await loadStrategy('./streams.ts', place)
  expect(definition).toMatchObject({ name: 'streams', version: 1 })
  expect(definition.create({}, {} as never)).toMatchObject({ decide: expect.any(Function) })
})

test('a syntax error of a file that the strategy imports has that file’s place, and tabs stay under tabs', async () => {
  const place = folder()
  writeFileSync(join(place, 'mine.ts'), "import { a } from './part.js'\nexport const strategy = a\n")
  writeFileSync(join(place, 'part.js'), 'export const a = {\n\tb: [1, 2},\n}\n')
  await expect(loadStrategy('./mine.ts', place)).rejects.toThrow(
    `${join(place, 'part.js')}:2:10: Unexpected token, expected ","\n  2 | \tb: [1, 2},\n    | \t        ^`,
  )
})

test('a strategy of another version of the interface is told which one it has, which is taken, and what to do', async () => {
  const place = folder()
  const said = async (version: string): Promise<string> => {
    writeFileSync(join(place, 'mine.js'), `export const strategy = { name: 'x', ${version} decide: () => 5 }`)
    return loadStrategy('./mine.js', place).then(
      () => 'loaded',
      (error: unknown) => (error as Error).message,
    )
  }
  expect(await said('version: 2,')).toMatch(
    /mine\.js: this strategy is written for version 2 of the interface, and oddsmith \d+\.\d+\.\d+ takes version 1; install an oddsmith that takes version 2, or a release of the strategy that is written for version 1$/,
  )
  expect(await said('version: 0,')).toContain(
    'install a newer release of the strategy, or change it as the changelog of oddsmith says',
  )
  expect(await said('')).toContain('in "strategy" expected version to be 1, found nothing; add "version: 1"')
  expect(await said("version: '1',")).toContain('expected version to be 1, found "1"; add "version: 1"')
})

test('a file whose top-level await never ends is refused by its name', async () => {
  const place = folder()
  writeFileSync(join(place, 'waiting.ts'), 'await new Promise(() => undefined)\nexport const strategy = {}\n')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const refused = expect(loadStrategy('./waiting.ts', place)).rejects.toMatchObject({
      code: 2,
      message: expect.stringMatching(
        /^the strategy cannot be loaded: \/.*waiting\.ts: it did not finish within 30 s; look for an "await"/,
      ),
    })
    while (vi.getTimerCount() === 0) await new Promise(resolve => setImmediate(resolve))
    vi.advanceTimersByTime(30_000)
    await refused
  } finally {
    vi.useRealTimers()
  }
})
