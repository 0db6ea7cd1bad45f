import { expect, test } from 'vitest'
import {
  type ChainCall,
  decodeAddressAnswer,
  decodeBooleanAnswer,
  decodeChainCall,
  decodeQuantity,
  decodeUintAnswer,
  decodeUintsAnswer,
  encodeChainAnswer,
  encodeChainCall,
} from '../../src/protocol/chain.js'
import { OWNER } from './vectors.js'

const CALLS: readonly ChainCall[] = [
  { kind: 'cash', owner: OWNER },
  { kind: 'allowance', owner: OWNER, spender: OWNER },
  { kind: 'shares', owner: OWNER, token: 2n ** 255n },
  { kind: 'sharesOfMany', owners: [OWNER, OWNER], tokens: [1n, 2n] },
  { kind: 'isApproved', owner: OWNER, operator: OWNER },
  { kind: 'nonce', maker: OWNER },
  { kind: 'smartOwner', account: OWNER },
]

test.each(CALLS)('what one side asks of the chain as $kind the other side reads the same', call => {
  expect(decodeChainCall(encodeChainCall(call))).toEqual(call)
})

test('an ERC-20 balance is asked with the selector that every wallet uses', () => {
  expect(encodeChainCall({ kind: 'cash', owner: OWNER })).toBe(`0x70a08231${'0'.repeat(24)}${OWNER.slice(2).toLowerCase()}`)
})

test('answers come back as they were given', () => {
  expect(decodeUintAnswer(encodeChainAnswer('cash', 5n))).toBe(5n)
  expect(decodeUintsAnswer(encodeChainAnswer('sharesOfMany', [1n, 2n]))).toEqual([1n, 2n])
  expect(decodeBooleanAnswer(encodeChainAnswer('isApproved', true))).toBe(true)
  expect(decodeAddressAnswer(encodeChainAnswer('smartOwner', OWNER))).toBe(OWNER)
})

test('reads the call of a client that writes hex in large letters', () => {
  const call = encodeChainCall({ kind: 'cash', owner: OWNER })
  expect(decodeChainCall(`0x${call.slice(2).toUpperCase()}`)).toEqual({ kind: 'cash', owner: OWNER })
})

test('a number of a node is hex, and what is none is refused', () => {
  expect(decodeQuantity('0x38')).toBe(56)
  for (const text of ['', '56', 'main', `0x${'f'.repeat(20)}`]) expect(() => decodeQuantity(text), text).toThrow()
})

test('calls that it does not know are null', () => {
  for (const data of ['', '0x', '0x12345678', '0x70a08231', 'not hex']) expect(decodeChainCall(data)).toBeNull()
})
