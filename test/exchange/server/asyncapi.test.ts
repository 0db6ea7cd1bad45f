/* oxlint-disable typescript/no-explicit-any -- A document is foreign JSON to its reader. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { TOPICS } from '../../../src/protocol/api/schemas-stream.js'
import { SOCKET_CLOSES, SOCKET_CODES } from '../../../src/protocol/api/socket-codes.js'
import { createClient } from './client.js'
import { start } from './exchanges.js'
import { openStream } from './stream.js'
import { readStreamDocument } from './stream-document.js'

const specification = (): object => {
  const file = createRequire(import.meta.url).resolve('@asyncapi/specs/schemas/3.0.0.json')
  return JSON.parse(readFileSync(file, 'utf8')) as object
}

test('the document of the stream is a valid one', async () => {
  const { json } = await readStreamDocument(await start())
  const check = new Ajv({ strict: false, allErrors: true, validateFormats: false, meta: false, validateSchema: false }).compile(
    specification(),
  )
  check(json)
  expect(check.errors).toBeNull()
  expect(check({ ...json, channels: { stream: { messages: 1 } } })).toBe(false)
  const at = (pointer: string): unknown =>
    pointer
      .split('/')
      .slice(1)
      .reduce((part: any, key) => part?.[key], json)
  const references = [...JSON.stringify(json).matchAll(/"\$ref":"(#[^"]+)"/g)].map(([, pointer = '']) => pointer)
  expect(references.length).toBeGreaterThan(30)
  for (const pointer of references) expect(at(pointer), pointer).toBeDefined()
})

test('it says where the stream is, and with what one gets in, to anyone who asks', async () => {
  const exchange = await start()
  expect((await fetch(`${exchange.baseUrl}/asyncapi.json`)).status).toBe(200)
  const { json } = await readStreamDocument(exchange)
  const [{ address }] = Object.values<any>(json.channels)
  const { host, protocol, security } = json.servers.stream
  expect(`${protocol}://${host}${address}`).toBe(exchange.wsUrl)
  expect(security).toHaveLength(2)
  const open = await readStreamDocument(await start({ requireApiKey: false }))
  expect(open.json.servers.stream).not.toHaveProperty('security')
})

test('it has every topic, every code of a refusal and every close', async () => {
  const { json } = await readStreamDocument(await start())
  const sent = Object.values<any>(json.operations).flatMap(({ action, messages }) => (action === 'send' ? messages : []))
  for (const name of Object.keys(TOPICS)) expect(sent).toContainEqual({ $ref: `#/channels/stream/messages/${name}` })
  const { code } = json.components.messages.refused.payload.properties.error.properties
  expect(code.enum).toEqual(Object.values(SOCKET_CODES))
  for (const [number, reason] of Object.values(SOCKET_CLOSES)) expect(json.info.description).toContain(`${number} (${reason})`)
})

test('a request that fits the document is carried out, one that does not is refused', async () => {
  const exchange = await start()
  const { misfits } = await readStreamDocument(exchange)
  const stream = await openStream(exchange)
  let asked = 0
  /** Sends a request with a number or a word of its own, and waits for its answer. */
  const ask = async (request: object): Promise<{ sent: object; answer: any }> => {
    asked += 1
    const requestId = asked % 2 === 0 ? asked : `request ${asked}`
    const sent = { ...request, requestId }
    stream.send(sent)
    return { sent, answer: await stream.hear(message => message.requestId === requestId) }
  }
  const response = await fetch(`${exchange.baseUrl}/categories`)
  const [category] = ((await response.json()) as any).data
  const ids = { market: exchange.market, category: category.id, 'price feed': 1, token: await createClient(exchange).login() }
  for (const [name, { of }] of Object.entries(TOPICS))
    for (const method of ['subscribe', 'unsubscribe']) {
      const { sent, answer } = await ask({ method, params: [`${name}/${ids[of]}`] })
      expect(misfits(method, sent)).toEqual([])
      expect(misfits('acknowledged', answer)).toEqual([])
    }
  for (const params of [[], ['nothing/1'], ['predictOrderbook/x'], ['predictOrderbook'], [1], 'predictOrderbook/1', null]) {
    const { sent, answer } = await ask({ method: 'subscribe', params })
    expect(misfits('subscribe', sent), JSON.stringify(params)).not.toEqual([])
    expect(misfits('refused', answer)).toEqual([])
  }
})
