import * as fc from 'fast-check'
import { parseTransaction, recoverTransactionAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { encodeChainWrite } from '../../src/protocol/chain-writes.js'
import { contractsOf } from '../../src/protocol/contracts.js'
import { createSigner } from '../../src/protocol/sign.js'
import { signTransaction } from '../../src/protocol/sign-transaction.js'

const privateKey = `0x${'11'.repeat(32)}` as const
const call = { to: contractsOf(97).plain.exchange, data: encodeChainWrite({ kind: 'raise-nonce' }) } as const

describe('a signed transaction', () => {
  it('has the bytes that viem signs', async () => {
    const account = privateKeyToAccount(privateKey)
    const terms = fc.record({
      nonce: fc.nat(100_000),
      gas: fc.bigInt(21_000n, 10_000_000n),
      gasPrice: fc.bigInt(0n, 10n ** 12n),
    })
    await fc.assert(
      fc.asyncProperty(terms, fc.constantFrom(56, 97), async (terms, chainId) => {
        const ours = signTransaction(call, terms, createSigner({ privateKey, chainId }))
        const to = call.to as `0x${string}`
        expect(ours).toBe(await account.signTransaction({ type: 'legacy', chainId, to, data: call.data, value: 0n, ...terms }))
      }),
      { numRuns: 50 },
    )
  })

  it('is of the key itself where a smart wallet trades', async () => {
    const signer = createSigner({ privateKey, chainId: 97, account: contractsOf(97).usdt })
    const text = signTransaction(call, { nonce: 3, gas: 90_000n, gasPrice: 5n }, signer) as `0x${string}`
    expect(await recoverTransactionAddress({ serializedTransaction: text as never })).toBe(signer.owner)
    expect(parseTransaction(text)).toMatchObject({ chainId: 97, nonce: 3, gas: 90_000n, gasPrice: 5n, data: call.data })
  })
})
