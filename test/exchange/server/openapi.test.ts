import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExchangeOptions, type RunningExchange, startExchange } from '../../../src/exchange.js'
import { ALL_OPERATIONS } from '../../../src/protocol/api/all-operations.js'
import type { Credential } from '../../../src/protocol/api/credentials.js'
import type { Operation } from '../../../src/protocol/api/operation.js'
import { SLUGS } from '../../../src/protocol/api/slugs.js'
import { createClient } from './client.js'
import { readDocument, type ServiceDocument } from './document.js'
import { overHttp } from './over-http.js'
import { rawAnswer, statusOfAnswer } from './raw-request.js'

/** An exchange with its document and one of each credential. */
interface Opened {
  readonly exchange: RunningExchange
  readonly document: ServiceDocument
  readonly credentials: Readonly<Record<Credential, readonly [header: string, value: string]>>
}

const open = async (options: ExchangeOptions): Promise<Opened> => {
  const exchange = await startExchange({ crowd: { kind: 'none' }, rateLimits: null, ...options })
  const token = await createClient(exchange).login()
  return {
    exchange,
    document: await readDocument(exchange),
    credentials: {
      key: ['x-api-key', exchange.apiKey],
      bearer: ['authorization', `Bearer ${token}`],
      operator: ['x-admin-token', exchange.adminToken],
    },
  }
}

const SETS: readonly (readonly Credential[])[] = [
  [],
  ['key'],
  ['bearer'],
  ['operator'],
  ['key', 'bearer'],
  ['key', 'operator'],
  ['bearer', 'operator'],
]

/** Names of what is not there. Bodies are empty, so that no request gets further than to its first check. */
const UNKNOWN: Readonly<Record<string, string>> = {
  id: '999999999',
  slug: 'no-such-thing',
  hash: `0x${'0'.repeat(64)}`,
}
/** Money makes an account of any address, so each operation has an address of its own. */
const addressFor = (operation: Operation): string => `0x${String(ALL_OPERATIONS.indexOf(operation)).padStart(40, '9')}`
const pathOf = (operation: Operation): string =>
  operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => UNKNOWN[name] ?? addressFor(operation))

const call = async (
  { exchange, credentials }: Opened,
  operation: Operation,
  { set, query = '', body: sent = {} }: { set: readonly Credential[]; query?: string; body?: object },
): Promise<{ readonly status: number; readonly headers: Headers; readonly body: { error?: string } }> => {
  const response = await overHttp(exchange.baseUrl + pathOf(operation) + query, {
    method: operation.method,
    headers: Object.fromEntries(set.map(name => credentials[name])),
    ...(operation.method === 'POST' && { body: JSON.stringify(sent) }),
  })
  return Object.assign(response, { body: (await response.json()) as { error?: string } })
}

/** Whether a request with these credentials should be let in, by the document alone. */
const isWelcome = ({ document }: Opened, operation: Operation, set: readonly Credential[]): boolean => {
  const ways: readonly Readonly<Record<string, unknown>>[] = document.of(operation).security
  return ways.length === 0 || ways.some(way => Object.keys(way).every(name => set.includes(name as Credential)))
}

/** Of all credentials the first set that is enough. */
const enough = (opened: Opened, operation: Operation): readonly Credential[] =>
  SETS.find(set => isWelcome(opened, operation, set)) ?? []

describe.each([
  { kind: 'that asks for an API key', options: { requireApiKey: true } },
  { kind: 'that asks for none', options: { requireApiKey: false } },
])('the document of an exchange $kind', ({ options }) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open(options)
  })
  afterAll(() => opened.exchange.close())

  it('is a valid one', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(opened.document.json))
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    const broken = { ...structuredClone(opened.document.json), paths: { '/v1/tags': { get: { responses: 1 } } } }
    expect((await new Validator().validate(broken)).valid).toBe(false)
  })

  it.each(ALL_OPERATIONS.map(operation => [`${operation.method} ${operation.path}`, operation] as const))(
    'says of %s what it asks for',
    async (_name, operation) => {
      for (const set of SETS) {
        const { status } = await call(opened, operation, { set })
        expect([operation.id, set, status !== 401]).toEqual([operation.id, set, isWelcome(opened, operation, set)])
      }
    },
  )

  it('names the words of every refusal that an empty request or an unknown name meets', async () => {
    for (const operation of ALL_OPERATIONS)
      for (const set of [enough(opened, operation), []]) {
        const answer = await call(opened, operation, { set })
        if (answer.status >= 400) expect(opened.document.misfits(operation, answer)).toEqual([])
      }
  })
})

describe('what the document says of refusals', () => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open({})
  })
  afterAll(() => opened.exchange.close())

  /** A request whose only fault is that it names what is not there. */
  const WISHES: Readonly<Record<string, { query?: string; body?: object }>> = {
    getOrderbooks: { query: '?ids=999999999' },
    getQuotes: { query: '?ids=999999999&side=Bid&quantity=1000000000000000000' },
    getQuote: { query: '?side=Bid&quantity=1000000000000000000' },
    postQuotes: { body: { data: [{ marketId: 999_999_999, side: 'Bid', quantity: '1000000000000000000' }] } },
    postQuote: { body: { data: { side: 'Bid', quantity: '1000000000000000000' } } },
    getTimeseries: { query: '?metric=chance' },
    resolveCategory: { body: { winner: 1 } },
    createMarket: { body: { categorySlug: 'no-such-thing', question: 'Will it?' } },
    setTradingStatus: { body: { tradingStatus: 'OPEN' } },
    setMarketStatus: { body: { status: 'PAUSED' } },
    setDecimals: { body: { decimalPrecision: 3 } },
    setEnd: { body: { endsAt: null } },
    proposeResult: { body: { yes: 1 } },
    resolveMarket: { body: { yes: 1 } },
    postBulletin: { body: { title: 'A title', text: 'A text' } },
    fundAccount: { body: { usdt: '1' } },
    givePairs: { body: { marketId: 999_999_999, shares: '1' } },
    approveAccount: { body: { cash: true, shares: true } },
    discountAccount: { body: { bps: 1 } },
  }
  const wishOf = ({ id }: Operation): { query?: string; body?: object } =>
    WISHES[id] ?? WISHES[id.replace(/^older(.)/, (_, first: string) => first.toLowerCase())] ?? {}

  /** An order is looked at before its market is looked for, so its 404 needs a whole one: `conformance` sends it. */
  const isOfOrder = ({ id }: Operation): boolean => /create(?:Connection)?Order$/i.test(id)

  it('is 404 of exactly those operations that answer it of what is not there', async () => {
    const answering: string[] = []
    for (const operation of ALL_OPERATIONS.filter(one => !isOfOrder(one))) {
      const { status } = await call(opened, operation, { set: enough(opened, operation), ...wishOf(operation) })
      if (status === 404) answering.push(operation.id)
    }
    const described = ALL_OPERATIONS.filter(one => !isOfOrder(one) && opened.document.of(one).responses[404] !== undefined)
    expect(answering.toSorted()).toEqual(described.map(({ id }) => id).toSorted())
    expect(answering.length).toBeGreaterThan(40)
  })

  it('is every check of an order, of each operation that places one', () => {
    const creates = ALL_OPERATIONS.filter(isOfOrder)
    expect(creates.map(({ path }) => path)).toEqual([
      '/v1/orders',
      '/v1/oauth/orders/create',
      '/orders',
      '/oauth/orders/create',
    ])
    const words = Object.values(SLUGS).filter(word => word.startsWith('create_order_'))
    for (const operation of creates) {
      const { enum: named } = opened.document.answerOf(operation, 400).content['application/json'].schema.properties.error
      expect(named).toEqual(['bad_request', ...words])
    }
  })

  it('is 431 where the headers are too long, and the connection is closed', async () => {
    const request = `GET /v1/tags HTTP/1.1\r\nHost: x\r\nx-filling: ${'x'.repeat(17_000)}\r\n\r\n`
    const answer = await rawAnswer(opened.exchange, Buffer.from(request))
    expect(statusOfAnswer(answer)).toBe(431)
    const body: unknown = JSON.parse(answer.split('\r\n\r\n')[1] ?? '')
    for (const operation of ALL_OPERATIONS) expect(opened.document.misfits(operation, { status: 431, body })).toEqual([])
    for (const operation of ALL_OPERATIONS) expect(opened.document.answerOf(operation, 431)?.description).toContain('16 KB')
  })

  it('is 417 with a word', async () => {
    for (const operation of ALL_OPERATIONS.filter(({ path }) => /^\/(?:v1\/)?(?:tags|orders)$/.test(path))) {
      const head = `${operation.method} ${operation.path} HTTP/1.1\r\nHost: x\r\nExpect: nothing\r\nContent-Length: 0`
      const answer = await rawAnswer(opened.exchange, Buffer.from(`${head}\r\nConnection: close\r\n\r\n`))
      const body: unknown = JSON.parse(answer.split('\r\n\r\n')[1] ?? '')
      expect(opened.document.misfits(operation, { status: statusOfAnswer(answer) ?? 0, body })).toEqual([])
    }
  })

  it('is exactly one of two amounts of a quote: in a schema of a body, in a sentence of a query', async () => {
    const either = { oneOf: [{ required: ['amountIn'] }, { required: ['quantity'] }] }
    const { json } = opened.document
    for (const prefix of ['/v1', '']) {
      const one = json.paths[`${prefix}/markets/{id}/quote`]
      const many = json.paths[`${prefix}/markets/quotes`]
      const bodies = [one, many].map(({ post }) => post.requestBody.content['application/json'].schema.properties.data)
      expect([bodies[0], bodies[1].items]).toMatchObject([either, either])
      const post = ALL_OPERATIONS.find(({ path, method }) => path === `${prefix}/markets/{id}/quote` && method === 'POST')
      if (post === undefined) throw new Error('expected the operation of a quote')
      const fits = (amounts: object): boolean =>
        opened.document.misfitsOfRequest(post, { data: { side: 'Bid', ...amounts } }).length === 0
      expect([{}, { quantity: '1' }, { amountIn: '1' }, { quantity: '1', amountIn: '1' }].map(fits)).toEqual([
        false,
        true,
        true,
        false,
      ])
      for (const { get } of [one, many]) expect(get.description).toBe('Exactly one of `amountIn` and `quantity` must be given.')
    }
    const id = opened.exchange.markets[0]?.id
    const both = await fetch(`${opened.exchange.baseUrl}/v1/markets/${id}/quote?side=Bid&quantity=1&amountIn=1`, {
      headers: { 'x-api-key': opened.exchange.apiKey },
    })
    expect([both.status, ((await both.json()) as { message: string }).message]).toEqual([
      400,
      'exactly one of amountIn and quantity must be given',
    ])
  })
})

describe('what the document says of limits', () => {
  const HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
  const isCounted = ({ proof }: Operation): boolean => proof !== 'operator'

  it('is three headers on each answer to a call that is counted, and 429 beyond the window', async () => {
    const rateLimits = { tradingPerMinute: 2, searchPerMinute: 2, otherPerMinute: 2, orderPostsPerSecond: 100 }
    let now = 1_800_000_000_000_000
    const opened = await open({ rateLimits, clock: { now: () => now as never } })
    try {
      for (const operation of ALL_OPERATIONS) {
        now += 60_000_000
        const set = enough(opened, operation)
        const answers = [await call(opened, operation, { set }), await call(opened, operation, { set })]
        const third = await call(opened, operation, { set })
        for (const { status, headers } of [...answers, third]) {
          const described = Object.keys(opened.document.answerOf(operation, status)?.headers ?? {})
          const sent = [...HEADERS, 'Retry-After'].filter(name => headers.has(name))
          expect([operation.id, status, sent]).toEqual([operation.id, status, described])
        }
        const isFull = [...answers, third].map(({ status }) => status === 429)
        expect([operation.id, isFull]).toEqual([operation.id, [false, false, isCounted(operation)]])
        if (isCounted(operation)) expect(opened.document.misfits(operation, third)).toEqual([])
      }
    } finally {
      await opened.exchange.close()
    }
  })

  it('is nothing where calls are not counted', async () => {
    const opened = await open({ rateLimits: null })
    try {
      expect(JSON.stringify(opened.document.json.paths)).not.toContain('"429"')
      expect(JSON.stringify(opened.document.json.paths)).not.toContain('RateLimit')
    } finally {
      await opened.exchange.close()
    }
  })
})
