import fc from 'fast-check'
import { expect, it } from 'vitest'
import { scanCreate } from '../../../src/exchange/server/orders/scan-create.js'
import { OPERATIONS } from '../../../src/protocol/api/operations.js'
import { digits, hex, signedFields } from './signed-fields.js'

const { body: schema } = OPERATIONS.createOrder

const flag = fc.constantFrom(undefined, null, true, false)

const order = fc.record({
  ...signedFields,
  signature: fc.oneof(
    hex(130),
    hex(130).map(text => text.slice(2)),
  ),
})

const create = fc.record({
  pricePerShare: digits,
  strategy: fc.constantFrom('LIMIT', 'MARKET'),
  slippageBps: fc.constantFrom(undefined, null, '0', '250'),
  isFillOrKill: flag,
  isPostOnly: flag,
  isMinAmountOut: flag,
  selfTradePrevention: fc.constantFrom(undefined, null, 'CANCEL_MAKER', 'CANCEL_TAKER', 'CANCEL_BOTH'),
  order,
})

/** What a stranger might put in the place of anything. */
const odd = fc.oneof(
  fc.anything(),
  fc.constantFrom('', '0', '00', '1e3', '-1', '10000', '10001', '4102444800', '0x', '\n', '1\n', -1, 1.5, -0, 1e21, 2 ** 53),
  fc.constantFrom('LIMIT', 'limit', 'CANCEL_NONE', 'REJECT_MARKET_ORDER', true, [], {}),
  digits,
  hex(64),
  hex(200),
)

type Fields = Record<string, unknown>

/** One field of the body, of the create or of the order is another, is missing, or is one that nobody knows. */
const hostile = fc
  .record({
    body: fc.record({ data: create }),
    depth: fc.nat(2),
    pick: fc.nat(),
    value: odd,
    deed: fc.constantFrom('replace', 'remove', 'add'),
    name: fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'hash', 'data')),
  })
  .map(({ body, depth, pick, value, deed, name }) => {
    const sent = JSON.parse(JSON.stringify(body)) as Fields
    const data = sent['data'] as Fields
    const target = [sent, data, data['order'] as Fields][depth] ?? sent
    const keys = Object.keys(target)
    const key = keys[pick % keys.length] ?? ''
    if (deed === 'remove') delete target[key]
    else
      Object.defineProperty(target, deed === 'add' ? name : key, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      })
    return sent
  })

/** The fields of a record and of what it holds in another order. */
const shuffled = (value: unknown, seed: number): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([key, inner]) => [key, shuffled(inner, seed)] as const)
  return Object.fromEntries(fields.toSorted(([a], [b]) => ((a.length * seed) % 7) - ((b.length * seed) % 7)))
}

const bytesOf = (body: unknown, space: string | number = 0): Buffer => Buffer.from(JSON.stringify(body, null, space) ?? '')

/** What parser and schema make of bytes; null: they refuse them. */
const parsed = (bytes: Buffer): unknown => {
  try {
    return schema.safeParse(JSON.parse(bytes.toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

const NEVER_EQUAL = Symbol('a body that is no JSON')

it('reads the create that clients send, whatever the order of its fields and the space between them', () => {
  const spaces = fc.constantFrom<string | number>(0, 1, 4, '\t')
  fc.assert(
    fc.property(fc.record({ data: create }), fc.nat(20), spaces, (body, seed, space) => {
      const bytes = bytesOf(shuffled(body, seed), space)
      expect(scanCreate(bytes)).toEqual(schema.parse(JSON.parse(String(bytes))))
    }),
  )
})

it('never reads what the schema would refuse or change', () => {
  fc.assert(
    fc.property(fc.oneof(hostile, fc.anything()), body => {
      const bytes = bytesOf(body)
      const found = scanCreate(bytes)
      if (found !== null) expect(found).toEqual(parsed(bytes))
    }),
    { numRuns: 2_000 },
  )
})

it('reads a text with a few bytes changed, added or missing as the parser does, or not at all', () => {
  const bytes = fc.oneof(fc.nat(255), fc.constantFrom(...Buffer.from('{}[]",:0123456789x- \n\\abntrue')))
  const edits = fc.array(fc.record({ at: fc.nat(), cut: fc.nat(3), put: fc.array(bytes, { maxLength: 3 }) }), {
    minLength: 1,
    maxLength: 3,
  })
  fc.assert(
    fc.property(fc.record({ data: create }), edits, (body, changes) => {
      const text = [...bytesOf(body)]
      for (const { at, cut, put } of changes) text.splice(at % text.length, cut, ...put)
      const changed = Buffer.from(text)
      const found = scanCreate(changed)
      if (found !== null) expect(found).toEqual(parsed(changed) ?? NEVER_EQUAL)
    }),
    { numRuns: 5_000 },
  )
})

it('leaves a field that comes twice, and a body far longer than a create, to the parser', () => {
  const [body] = fc.sample(fc.record({ data: create }), { numRuns: 1, seed: 1 })
  const text = String(bytesOf(body))
  expect(scanCreate(Buffer.from(text))).not.toBeNull()
  expect(scanCreate(Buffer.from(text.replace('"data":', '"data":{},"data":')))).toBeNull()
  expect(scanCreate(Buffer.from(text.replace('"strategy":', '"strategy":"LIMIT","strategy":')))).toBeNull()
  expect(scanCreate(Buffer.from(text.replace('"salt":', '"salt":"1","salt":')))).toBeNull()
  expect(scanCreate(Buffer.from(text + ' '.repeat(5_000)))).toBeNull()
})
