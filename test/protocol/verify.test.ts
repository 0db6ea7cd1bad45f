import { expect, test } from 'vitest'
import {
  recoverKernelMessageOwner,
  recoverKernelOrderOwner,
  recoverMessageSigner,
  recoverOrderSigner,
} from '../../src/protocol/verify.js'
import { ACCOUNT, LOGIN_TEXT, OWNER, SIGNATURES } from './vectors.js'

const HASH = '0x324e5b49a29f4281bbad7ab86efff0336e352dd8490f615ecd411c381a91272e'
const ACCOUNT_HASH = '0x32658018378cc710e9c211a471cef4686fffce6df581835499b8646c4ae351dc'
const owner = OWNER.toLowerCase()
const smart = { chainId: 97, account: ACCOUNT }

test('names the key that signed an order, with and without 0x', () => {
  expect(recoverOrderSigner(HASH, SIGNATURES.order)).toBe(owner)
  expect(recoverOrderSigner(HASH, SIGNATURES.order.slice(2))).toBe(owner)
})

test('names the key that signed a login text', () => {
  expect(recoverMessageSigner(LOGIN_TEXT, SIGNATURES.message)).toBe(owner)
  expect(recoverMessageSigner(`${LOGIN_TEXT} `, SIGNATURES.message)).not.toBe(owner)
})

test('names the owner behind the signatures of a smart wallet', () => {
  expect(recoverKernelOrderOwner(ACCOUNT_HASH, SIGNATURES.accountOrder, smart)).toBe(owner)
  expect(recoverKernelMessageOwner(LOGIN_TEXT, SIGNATURES.accountMessage, smart)).toBe(owner)
})

test('does not take the signature of one smart wallet for that of another', () => {
  const other = { chainId: 97, account: `0x${'33'.repeat(20)}` }
  expect(recoverKernelOrderOwner(ACCOUNT_HASH, SIGNATURES.accountOrder, other)).not.toBe(owner)
})

test('does not take the signature of one chain for that of another', () => {
  expect(recoverKernelOrderOwner(ACCOUNT_HASH, SIGNATURES.accountOrder, { ...smart, chainId: 56 })).not.toBe(owner)
})

test('answers null to what is no signature', () => {
  for (const signature of ['', '0x', 'zz', SIGNATURES.order.slice(0, -2), `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`])
    expect(recoverOrderSigner(HASH, signature)).toBeNull()
  expect(recoverOrderSigner('0x12', SIGNATURES.order)).toBeNull()
  expect(recoverKernelOrderOwner(ACCOUNT_HASH, SIGNATURES.order, smart)).toBeNull()
})
