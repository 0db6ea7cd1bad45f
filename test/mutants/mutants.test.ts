import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MUTANTS } from './mutants.js'

const url = (path: string): URL => new URL(`../../${path}`, import.meta.url)

test.each(MUTANTS)('can plant "$name"', ({ file, find, replace, tests }) => {
  expect(readFileSync(url(file), 'utf8').split(find).length - 1, `places in ${file}`).toBe(1)
  expect(replace).not.toBe(find)
  expect(tests.filter(path => !existsSync(url(path)))).toEqual([])
})

test('there is a mutant for each guarantee', () => {
  const guarantees = Array.from({ length: 11 }, (_, index) => `G${index + 1}`)
  expect(guarantees.filter(name => !MUTANTS.some(({ guarantee }) => guarantee === name))).toEqual([])
})
