import fc from 'fast-check'
import { toRlp } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { readTransaction } from '../../src/protocol/read-transaction.js'

const account = privateKeyToAccount(`0x${'71'.repeat(32)}`)
const terms = { to: account.address, value: 5n, nonce: 3, gas: 21_000n, chainId: 97 } as const
const signed = async () => [
  await account.signTransaction({ ...terms, type: 'legacy', gasPrice: 7n }),
  await account.signTransaction({ ...terms, type: 'eip2930', gasPrice: 7n }),
  await account.signTransaction({ ...terms, type: 'eip1559', maxFeePerGas: 9n, maxPriorityFeePerGas: 7n }),
]

describe('a signed transaction', () => {
  it('is read with its sender, whichever type it has', async () => {
    for (const raw of await signed())
      expect(readTransaction(raw)).toMatchObject({ ...terms, from: account.address.toLowerCase(), price: 7n, data: '0x' })
  })

  it('is a fault and no exception with any of its bytes changed, added or left out, or another sender', async () => {
    const raws = await signed()
    const change = fc.record({
      raw: fc.constantFrom(...raws),
      place: fc.nat(),
      byte: fc.nat({ max: 255 }),
      cut: fc.nat({ max: 2 }),
    })
    fc.assert(
      fc.property(change, ({ raw, place, byte, cut }) => {
        const at = 2 + 2 * (place % ((raw.length - 2) / 2))
        const changed = raw.slice(0, at) + byte.toString(16).padStart(2, '0') + raw.slice(at + 2 * cut)
        const read = readTransaction(changed)
        if (changed !== raw && typeof read !== 'string') expect(read.from).not.toBe(account.address.toLowerCase())
      }),
      { numRuns: 1_000 },
    )
  })

  it('has one form: other bytes that mean the same are refused, because they would have another hash', async () => {
    const raw = (await signed())[2]!
    // Its data, no bytes, as an empty list; and its length written in two bytes where one says it.
    expect(raw).toContain('0580c0')
    expect(readTransaction(raw.replace('0580c0', '05c0c0'))).toBe('malformed')
    expect(raw.startsWith('0x02f8')).toBe(true)
    expect(readTransaction(raw.replace('0x02f8', '0x02f900'))).toBe('malformed')
  })

  it('without a chain, and text that is none, is refused', async () => {
    const { chainId: _, ...unbound } = terms
    expect(readTransaction(await account.signTransaction({ ...unbound, type: 'legacy', gasPrice: 7n }))).toBe('unprotected')
    expect(readTransaction('0x02')).toBe('malformed')
    // Its `v` names a chain beyond every number.
    const word = `0x${'11'.repeat(32)}` as const
    const huge = toRlp(['0x', '0x09', '0x5208', account.address, '0x', '0x', `0x${'ff'.repeat(33)}`, word, word])
    expect(readTransaction(huge)).toBe('malformed')
    expect(readTransaction('text')).toBe('malformed')
  })
})
