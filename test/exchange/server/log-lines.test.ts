import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderSpec } from '../../../src/exchange/core/command.js'
import { type LogEntry, readLine, writeEntry } from '../../../src/exchange/server/log/log-entry.js'
import type { PostedOrder } from '../../../src/exchange/server/log/posted-line.js'
import { writePosted } from '../../../src/exchange/server/log/posted-line.js'
import { createPostedShelf } from '../../../src/exchange/server/log/posted-shelf.js'
import { openStore } from '../../../src/exchange/server/log/store.js'
import { Wei } from '../../../src/model/money.js'
import { Timestamp } from '../../../src/model/time.js'
import { hex, signedFields } from './signed-fields.js'

const time = fc.integer({ min: 0, max: 2 ** 52 }).map(Timestamp.of)
const wei = fc.bigInt({ min: 0n, max: 10n ** 30n }).map(Wei.of)

const spec: fc.Arbitrary<OrderSpec> = fc.record(
  {
    hash: hex(64),
    account: fc.oneof(hex(40), fc.string()),
    market: fc.nat(),
    outcome: fc.constantFrom('yes', 'no'),
    side: fc.constantFrom('buy', 'sell'),
    strategy: fc.constantFrom('LIMIT', 'MARKET'),
    shares: wei,
    limit: wei,
    budget: fc.option(wei),
    expiresAt: time,
    isPostOnly: fc.boolean(),
    isFillOrKill: fc.boolean(),
    selfTradePrevention: fc.constantFrom('cancel-maker', 'cancel-taker', 'cancel-both'),
    takesReserved: fc.boolean(),
  },
  {
    requiredKeys: [
      'hash',
      'account',
      'market',
      'outcome',
      'side',
      'strategy',
      'shares',
      'limit',
      'budget',
      'expiresAt',
      'isPostOnly',
      'isFillOrKill',
      'selfTradePrevention',
    ],
  },
)

const posted: fc.Arbitrary<PostedOrder> = fc.record({
  ...signedFields,
  maker: fc.oneof(hex(40), fc.constant(`0x${'ab'.repeat(20)}`)),
  signer: fc.oneof(hex(40), fc.constant(`0x${'ab'.repeat(20)}`)),
  taker: fc.oneof(hex(40), fc.constant(`0x${'0'.repeat(40)}`)),
})

describe('a line of the log', () => {
  it('gives a placed order back, and what was signed with it', () => {
    fc.assert(
      fc.property(time, spec, fc.option(posted, { nil: undefined }), (at, order, signed) => {
        const entry: LogEntry = {
          command: { kind: 'place', at, order },
          ...(signed !== undefined && { posted: { ...signed, hash: order.hash } }),
        }
        const line = writeEntry(entry)
        expect(line).not.toContain('\n')
        expect(readLine(line)).toEqual(entry)
      }),
    )
  })

  it('is still read as earlier versions wrote it', () => {
    fc.assert(
      fc.property(time, spec, posted, (at, order, signed) => {
        const texts = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)
        const entry = { command: { kind: 'place', at, order }, posted: signed } as const
        expect(readLine(JSON.stringify(entry, texts))).toEqual(entry)
      }),
      { numRuns: 30 },
    )
  })
})

const coreOrder = ({ id, form }: { id: number; form: PostedOrder }) =>
  ({ id, spec: { hash: form.hash } }) as Parameters<ReturnType<typeof createPostedShelf>['of']>[0]

describe('the shelf of signed forms', () => {
  it('finds each by its number, before and after it was put away, and none twice after a kill', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), posted), { minLength: 1, maxLength: 80 }),
        fc.nat(),
        (all, cut) => {
          const store = openStore(':memory:')
          let id = 0
          const orders = all.map(([step, form]) => ({ id: (id += step), form }))
          const first = createPostedShelf(store)
          for (const order of orders.slice(0, cut % orders.length)) first.add(order.id, writePosted(order.form))
          first.putAway()
          const second = createPostedShelf(store)
          for (const order of orders) second.add(order.id, writePosted(order.form))
          for (const order of orders) expect(second.of(coreOrder(order))).toEqual(order.form)
          second.putAway()
          const third = createPostedShelf(store)
          for (const order of orders) expect(third.of(coreOrder(order))).toEqual(order.form)
          const known = new Set(orders.map(order => order.id))
          for (let other = 0; other <= id + 2; other++)
            if (!known.has(other)) expect(third.of(coreOrder({ id: other, form: orders[0]!.form }))).toBeNull()
          store.close()
        },
      ),
      { numRuns: 30 },
    )
  })
})
