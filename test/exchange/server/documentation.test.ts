import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createApp } from '../../../src/exchange/server/routes/app.js'
import { ALL_OPERATIONS } from '../../../src/protocol/api/all-operations.js'
import { credentialsOf } from '../../../src/protocol/api/credentials.js'
import { TOPICS } from '../../../src/protocol/api/schemas-stream.js'
import { SLUGS } from '../../../src/protocol/api/slugs.js'
import { SOCKET_CODES } from '../../../src/protocol/api/socket-codes.js'
import { openInside } from './inside.js'

const DOCUMENT = new URL('../../../docs/exchange.md', import.meta.url)
const text = readFileSync(DOCUMENT, 'utf8')

/** Rows of all tables whose first cell is code. */
const rows = [...text.matchAll(/^\| `([^`]+)` \|(.*)\|$/gm)].map(([, name = '', rest = '']) => ({ name, rest }))
const operationRows = rows.filter(({ name }) => /^(?:GET|POST) \//.test(name))

test('every route of the server has a row, and every row a route', async () => {
  const { inside } = await openInside()
  const routes = createApp(inside)
    .routes.filter(({ method }) => method === 'GET' || method === 'POST')
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  expect(new Set(operationRows.map(({ name }) => name))).toEqual(new Set(routes))
  expect(operationRows.length).toBe(new Set(routes).size)
})

test('every operation’s row says what it does and how it answers', () => {
  for (const { method, path, summary, status } of ALL_OPERATIONS) {
    const row = operationRows.find(({ name }) => name === `${method} ${path}`)
    expect(row?.rest, path).toContain(` ${summary} |`)
    expect(row?.rest, path).toContain(`| ${status} |`)
  }
})

test('every operation’s row says what it asks for, as the service’s own document does', () => {
  const names = { key: 'key', bearer: 'token', operator: 'admin token' } as const
  for (const operation of ALL_OPERATIONS) {
    const ways = credentialsOf(operation, true).map(set => set.map(name => names[name]).join(', '))
    const asked = [ways.join(' or '), operation.proof === 'signature' ? 'signature' : ''].filter(text => text !== '')
    const row = operationRows.find(({ name }) => name === `${operation.method} ${operation.path}`)
    expect(row?.rest, operation.path).toContain(` | ${asked.length === 0 ? 'none' : asked.join(', ')} | `)
  }
})

test('the test that a row names is there, and knows what the row is about', () => {
  for (const { name, rest } of operationRows) {
    const [, file = ''] = /\]\((\.\.\/[^)]+)\)/.exec(rest) ?? []
    const path = new URL(file, DOCUMENT)
    expect(existsSync(fileURLToPath(path)), `${name}: ${file}`).toBe(true)
    const word = name.split('/').findLast(part => part !== '' && !part.startsWith('{')) ?? ''
    expect(readFileSync(path, 'utf8').includes(word), `${name}: ${word} in ${file}`).toBe(true)
  }
})

test('every link of the document leads somewhere', () => {
  for (const [, file = ''] of text.matchAll(/\]\((\.\.\/[^)]+)\)/g))
    expect(existsSync(fileURLToPath(new URL(file, DOCUMENT))), file).toBe(true)
})

test('every topic, every word of a refusal and every code of the stream has a row', () => {
  const named = rows.map(({ name }) => name.replace(/\/.*/, ''))
  for (const word of [...Object.keys(TOPICS), ...Object.values(SLUGS), ...Object.values(SOCKET_CODES)])
    expect(named, word).toContain(word)
})
