/* oxlint-disable typescript/no-explicit-any -- A document is foreign JSON to its reader. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningExchange, startExchange } from '../../../src/exchange.js'
import { OPERATIONS } from '../../../src/protocol/api/operations.js'
import { pipelined } from './raw-request.js'

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

  test('also to a client that sends several requests at once', async () => {
    const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
    const answers = await pipelined(exchange, ['/openapi.json', '/asyncapi.json', '/v1/tags', '/openapi.json'].map(get))
    expect(answers.map(({ status, body }) => [status, body['openapi'] ?? body['asyncapi'] ?? body['error']])).toEqual([
      [200, '3.1.0'],
      [200, '3.0.0'],
      [401, 'unauthorized'],
      [200, '3.1.0'],
    ])
  })

  test('one by one, so that a client that reads nothing does not fill the memory with them', async () => {
    const { hostname, port } = new URL(exchange.baseUrl)
    const used = (): number => process.memoryUsage().heapUsed + process.memoryUsage().external
    const before = used()
    const socket = connect(Number(port), hostname).pause()
    await new Promise<void>(sent => socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1_000), () => sent()))
    for (let round = 0; round < 20; round++) await fetch(`${exchange.baseUrl}/v1/tags`)
    // A thousand documents have a quarter of a gigabyte.
    expect(used() - before).toBeLessThan(150_000_000)
    socket.destroy()
  })
})
