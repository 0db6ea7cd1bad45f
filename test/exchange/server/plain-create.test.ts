import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainCreate } from '../../../src/exchange/server/orders/plain-create.js'
import { OPERATIONS } from '../../../src/protocol/api/operations.js'

const { body: schema } = OPERATIONS.createOrder

const digits = fc.bigInt({ min: 0n, max: 10n ** 78n - 1n }).map(String)
const hex = (length: number) =>
  fc
    .string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'.split('')), minLength: length, maxLength: length })
    .map(text => `0x${text}`)
const flag = fc.constantFrom(undefined, null, true, false)

const order = fc.record({
  hash: hex(64),
  salt: digits,
  maker: hex(40),
  signer: hex(40),
  taker: hex(40),
  tokenId: digits,
  makerAmount: digits,
  takerAmount: digits,
  expiration: fc.nat(),
  nonce: digits,
  feeRateBps: digits,
  side: fc.constantFrom(0, 1),
  signatureType: fc.constant(0),
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

it('knows the create that clients send', () => {
  fc.assert(
    fc.property(fc.record({ data: create }), body => {
      expect(plainCreate(body)).toEqual(schema.parse(body))
    }),
  )
})

it('never takes what the schema would refuse or change', () => {
  fc.assert(
    fc.property(fc.oneof(hostile, fc.anything()), body => {
      const found = plainCreate(body)
      if (found === null) return
      const told = schema.safeParse(body)
      expect(told.error).toBeUndefined()
      expect(found).toStrictEqual(told.data)
    }),
    { numRuns: 2_000 },
  )
})
