import { accessSync, constants, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

test('the built command may be run, as npx runs it in a clone', () => {
  const { bin } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8')) as {
    readonly bin: { readonly oddsmith: string }
  }
  expect(() => accessSync(resolve(ROOT, bin.oddsmith), constants.X_OK)).not.toThrow()
})
