import { expect, test } from 'vitest'
import { addressFault } from '../../src/protocol/address-fault.js'
import { contractsOf } from '../../src/protocol/contracts.js'
import { OWNER } from './vectors.js'

test('an address is right with its checksum, and in one letter case without it', () => {
  const digits = OWNER.slice(2)
  for (const text of [OWNER, `0x${digits.toLowerCase()}`, `0x${digits.toUpperCase()}`]) expect(addressFault(text)).toBeNull()
})

test('a mistyped character of an address with a checksum is seen', () => {
  const mistyped = OWNER.replace('19E7', '19E8')
  expect(addressFault(mistyped)).toMatch(/^expected an address whose letter case is its checksum/)
  expect(addressFault(mistyped.toLowerCase())).toBeNull()
})

test('text of another length, without 0x or with another letter is no address', () => {
  for (const text of ['', '0x', OWNER.slice(2), OWNER.slice(0, -1), `${OWNER}0`, OWNER.replace('19', '1g')])
    expect(addressFault(text)).toBe('expected 0x and 40 hex digits')
})

test('the contracts of both chains are written with their checksums', () => {
  const written = JSON.stringify([contractsOf(56), contractsOf(97)]).match(/0x\w+/g) ?? []
  expect(written).toHaveLength(26)
  for (const address of written) expect(addressFault(address), address).toBeNull()
})
