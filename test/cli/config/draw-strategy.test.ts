import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { drawStrategy } from '../../../src/cli/config/draw-strategy.js'
import { builtInStrategies } from '../../../src/cli/config/load-strategy.js'
import { listStrategies } from '../../../src/cli/screen/strategies.js'

const home = mkdtempSync(join(tmpdir(), 'oddsmith-pictures-'))
afterAll(() => rmSync(home, { recursive: true }))
const file = join(home, 'picture.svg')

const page = readFileSync('docs/strategies.md', 'utf8')
/** `watch` quotes nothing. */
const quoting = builtInStrategies().filter(name => name !== 'watch')

describe('the pictures of docs/strategies.md', () => {
  test.each(quoting)('%s is what the command draws', async name => {
    await drawStrategy(name, { picture: file, parameters: '{}' })
    expect(readFileSync(file, 'utf8'), `npx oddsmith strategies ${name} --picture docs/quotes/${name}.svg`).toBe(
      readFileSync(resolve('docs/quotes', `${name}.svg`), 'utf8'),
    )
    expect(page).toContain(`](quotes/${name}.svg)`)
  })
})

test('parameters and book are those of the command line', async () => {
  await drawStrategy('two-sided', { picture: file, parameters: '{ halfSpreadTicks: 6 }', book: 'ask 0.31 20 / bid 0.29 20' })
  expect(readFileSync(file, 'utf8')).toContain('>0.24</text>')
})

test('what is wrong is said with what was expected', async () => {
  await expect(drawStrategy('two-sided', { picture: file, parameters: '{ halfSpreadTick: 6 }' })).rejects.toThrow(
    '--parameters:1: halfSpreadTick: there is no such field; did you mean "halfSpreadTicks"?',
  )
  for (const parameters of ['mine.yaml', '[10]', '5'])
    await expect(drawStrategy('two-sided', { picture: file, parameters })).rejects.toThrow(
      `--parameters: expected fields with values, such as "{ sizeShares: 10 }", found "${parameters}"`,
    )
  await expect(drawStrategy('two-sided', { picture: file, parameters: '{}', book: 'ask 0.5' })).rejects.toThrow(
    '--book: a level is drawn like "ask 0.55 20", found "ask 0.5"',
  )
  await expect(drawStrategy('two-sided', { picture: file, parameters: '{}', book: '' })).rejects.toThrow(
    '--book: expected levels',
  )
  await expect(drawStrategy('two-sided', { picture: join(home, 'quotes.png'), parameters: '{}' })).rejects.toThrow(
    '--picture: expected a file whose name ends with .svg',
  )
  await expect(drawStrategy('two-side', { picture: file, parameters: '{}' })).rejects.toThrow('two-sided')
  await expect(drawStrategy('two-sided', { picture: join(home, 'no/where.svg'), parameters: '{}' })).rejects.toThrow(
    'the picture cannot be written',
  )
  await expect(listStrategies(undefined, { picture: file, parameters: '{}' })).rejects.toThrow(
    'a picture is of one strategy: name it',
  )
})

test('a strategy whose parameters have no default is listed, and only its picture needs them', async () => {
  const name = './examples/strategies/follow-a-reference.ts'
  await expect(drawStrategy(name, {})).resolves.toBeUndefined()
  await expect(drawStrategy(name, { picture: file })).rejects.toThrow(
    '--parameters:1: strike: expected a number, found nothing',
  )
  await drawStrategy(name, { picture: file, parameters: '{ strike: 60000 }' })
})
