/* oxlint-disable typescript/no-explicit-any -- A document is foreign JSON to its reader. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningExchange, startExchange } from '../../../src/exchange.js'
import { OPERATIONS } from '../../../src/protocol/api/operations.js'

describe('the service describes itself', () => {
  let exchange: RunningExchange
  let document: any
  beforeAll(async () => {
    exchange = await startExchange({ crowd: { kind: 'none' } })
    document = await (await fetch(`${exchange.baseUrl}/openapi.json`)).json()
  })
  afterAll(() => exchange.close())

  test('with a document that needs no key and says that it is beta', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info.title).toContain('beta')
    expect(document.servers).toEqual([{ url: exchange.baseUrl }])
  })

  test('which has every operation with its parameters and its answer', () => {
    for (const { path, method, id, query } of Object.values(OPERATIONS)) {
      const described = document.paths[path]?.[method.toLowerCase()]
      expect(described?.operationId, path).toBe(id)
      const names = described.parameters.filter((one: any) => one.in === 'query').map((one: any) => one.name)
      expect(names, path).toEqual(Object.keys(query.shape))
    }
  })

  test('in which every reference leads somewhere', () => {
    const targets = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(found => found[1])
    expect(targets.length).toBeGreaterThan(20)
    for (const target of targets) expect(document.components.schemas).toHaveProperty([target as string])
  })

  test('and with a page whose files all come from here', async () => {
    const page = await (await fetch(`${exchange.baseUrl}/docs`)).text()
    const files = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(found => found[1] as string)
    expect(files).toEqual(['/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js', '/docs/start.js'])
    for (const file of files) expect((await fetch(`${exchange.baseUrl}${file}`)).status, file).toBe(200)
    expect(page).not.toMatch(/https?:/)
    expect((await fetch(`${exchange.baseUrl}/docs/..%2f..%2fpackage.json`)).status).toBe(404)
  })
})
