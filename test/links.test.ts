import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './corridor-rules.js'

const pages = ['', 'docs', 'examples', 'data', 'test']
  .flatMap(folder =>
    readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: folder !== '' }).map(each =>
      join(each.parentPath, each.name),
    ),
  )
  .filter(path => path.endsWith('.md') && !path.includes('node_modules'))

/** As the sites that show Markdown name a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

const anchorsIn = (path: string): ReadonlySet<string> =>
  new Set(
    [...readFileSync(path, 'utf8').matchAll(/^#{1,6} (.+)$/gm)].map(found => anchorOf((found[1] ?? '').replaceAll('`', ''))),
  )

test('every link of the documentation leads to a file and a heading that are there', () => {
  const broken = pages.flatMap(page => {
    const text = readFileSync(page, 'utf8').replaceAll(/^```.*?^```/gms, '')
    return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      if (/^[a-z]+:/.test(link)) return []
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? page : resolve(dirname(page), path)
      const isThere = existsSync(target) && (anchor === undefined || anchorsIn(target).has(anchor))
      return isThere ? [] : [`${page.slice(ROOT.length + 1)}: ${link}`]
    })
  })
  expect(pages.length).toBeGreaterThan(25)
  expect(broken).toEqual([])
})

test('every file that the architecture page names is there', () => {
  const text = readFileSync(join(ROOT, 'docs', 'architecture.md'), 'utf8')
  const sources = ['src', 'backtest', 'test', 'strategies'].flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true }).map(name => `/${folder}/${String(name)}`),
  )
  const named = [...text.matchAll(/`([\w./-]+\.ts)`/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(name => !sources.some(source => source.endsWith(`/${name}`)))).toEqual([])
})
