import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

interface Mode {
  readonly id: string
  readonly text: string
  readonly tests: readonly { readonly file: string; readonly title: string }[]
}

/** The failure modes of the page, each with the tests that are listed under it. */
const modes: readonly Mode[] = read('docs/failure-modes.md')
  .split(/^### /m)
  .slice(1)
  .map(text => ({
    id: /^F\d+/.exec(text)?.[0] ?? text.slice(0, 20),
    text,
    tests: [...text.matchAll(/^- `(test\/[^`]+\.test\.ts)`: `([^`]+)`/gm)].map(([, file = '', title = '']) => ({
      file,
      title,
    })),
  }))

test('the page of failure modes has each of the thirty-three once, in order', () => {
  expect(modes.map(({ id }) => id)).toEqual(Array.from({ length: 33 }, (_, index) => `F${index + 1}`))
})

test('each failure mode names a test, or says that it cannot occur or is not handled yet', () => {
  const bare = modes.filter(({ text, tests }) => tests.length === 0 && !/Cannot occur:|Not handled yet:/.test(text))
  expect(bare.map(({ id }) => id)).toEqual([])
})

test('every line that looks like a named test is one', () => {
  for (const { id, text, tests } of modes) expect([id, text.match(/^- /gm)?.length ?? 0]).toEqual([id, tests.length])
})

test('every test that the page names is there, as the title of a test', () => {
  const missing = modes.flatMap(({ id, tests }) =>
    tests.filter(({ file, title }) => !isTitle(read(file), title)).map(({ file, title }) => `${id} ${file}: ${title}`),
  )
  expect(missing).toEqual([])
})

/** Whether the text stands between quotes behind the call of a test, on its line or on the one before. */
function isTitle(source: string, title: string): boolean {
  const quoted = [`'${title}'`, `\`${title}\``].map(text => source.indexOf(text)).find(at => at >= 0)
  if (quoted === undefined) return false
  return /(?:\b(?:it|test)\b[^;{}]*\(\s*)$/.test(source.slice(Math.max(0, quoted - 200), quoted))
}
