import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ChainWrite,
  decodeChainWrite,
  decodeSmartCall,
  encodeChainWrite,
  encodeSmartCall,
  WHOLE,
} from '../../src/protocol/chain-writes.js'
import { contractSet, contractsOf } from '../../src/protocol/contracts.js'
import { mergeCall, redeemCall, splitCall } from '../../src/protocol/position-calls.js'

const conditionId = `0x${'ab'.repeat(32)}`
const spender = contractsOf(97).plain.exchange
const collateral = contractsOf(97).usdt

describe('a write', () => {
  // The first four bytes are those of the contracts as they stand on the chain: a call with others would do something else or nothing.
  it.each<readonly [string, ChainWrite]>([
    ['0x095ea7b3', { kind: 'approve-cash', spender, amount: 1n }],
    ['0xa22cb465', { kind: 'approve-shares', operator: spender, isApproved: true }],
    ['0x72ce4275', { kind: 'split', through: 'tokens', collateral, condition: conditionId, amount: 1n }],
    ['0x9e7212ad', { kind: 'merge', through: 'tokens', collateral, condition: conditionId, amount: 1n }],
    [
      '0x01b7037c',
      { kind: 'redeem', through: 'tokens', collateral, condition: conditionId, amounts: { yes: WHOLE, no: WHOLE } },
    ],
    ['0xa3d7da1d', { kind: 'split', through: 'adapter', condition: conditionId, amount: 1n }],
    ['0xb10c5c17', { kind: 'merge', through: 'adapter', condition: conditionId, amount: 1n }],
    ['0xdbeccb23', { kind: 'redeem', through: 'adapter', condition: conditionId, amounts: { yes: 5n, no: 0n } }],
    ['0xc64748c4', { kind: 'convert', group: conditionId, questions: 5n, amount: 1n }],
    ['0x627cdcb9', { kind: 'raise-nonce' }],
  ])('%s is read back as it was encoded', (selector, write) => {
    const data = encodeChainWrite(write)
    expect(data.slice(0, 10)).toBe(selector)
    expect(decodeChainWrite(data)).toEqual(write)
  })

  it('is none where the data are of another call, cut short or no hex', () => {
    const data = encodeChainWrite({ kind: 'approve-cash', spender, amount: 1n })
    for (const other of ['0x', '0xdeadbeef', data.slice(0, 60), 'approve', `${data.slice(0, -1)}g`])
      expect(decodeChainWrite(other)).toBeNull()
  })

  it('never throws on any bytes behind a known selector', () => {
    const selectors = ['0x095ea7b3', '0x72ce4275', '0x01b7037c', '0xdbeccb23', '0xc64748c4', '0xe9ae5c53']
    fc.assert(
      fc.property(fc.constantFrom(...selectors), fc.uint8Array({ maxLength: 400 }), (selector, bytes) => {
        const data = selector + Buffer.from(bytes).toString('hex')
        decodeChainWrite(data)
        decodeSmartCall(data)
      }),
    )
  })

  it('is refused for a condition of another length', () => {
    expect(() => encodeChainWrite({ kind: 'merge', through: 'adapter', condition: '0xab', amount: 1n })).toThrow(
      'expected a condition as 0x and 64 hex digits, found 0xab',
    )
  })
})

describe('a call for the shares of a market', () => {
  const flags = [
    { isNegRisk: false, isYieldBearing: false },
    { isNegRisk: true, isYieldBearing: false },
    { isNegRisk: false, isYieldBearing: true },
    { isNegRisk: true, isYieldBearing: true },
  ]

  it.each(flags)('goes to the adapter in a negative-risk group and to the shares otherwise: %o', market => {
    const { adapter, conditionalTokens } = contractSet(56, market)
    const through = market.isNegRisk ? 'adapter' : 'tokens'
    const calls = {
      split: splitCall(56, { ...market, conditionId }, 3n),
      merge: mergeCall(56, { ...market, conditionId }, 3n),
      redeem: redeemCall(56, { ...market, conditionId }, { yes: 3n, no: 0n }),
    }
    for (const [kind, { to, data }] of Object.entries(calls)) {
      expect(to).toBe(adapter ?? conditionalTokens)
      expect(decodeChainWrite(data)).toMatchObject({ kind, through, condition: conditionId })
    }
  })
})

describe('a call by a smart wallet', () => {
  const call = { to: spender, data: encodeChainWrite({ kind: 'raise-nonce' }) }

  it('is read back as it was encoded', () => {
    expect(encodeSmartCall(call).slice(0, 10)).toBe('0xe9ae5c53')
    expect(decodeSmartCall(encodeSmartCall(call))).toEqual(call)
    expect(decodeSmartCall(encodeSmartCall({ ...call, data: '0x' }))).toEqual({ ...call, data: '0x' })
  })

  it('is none where it is another call', () => {
    expect(decodeSmartCall(call.data)).toBeNull()
  })
})
