import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { exchangeAddress } from '../../src/protocol/contracts.js'
import { nativeEcdsa, portableEcdsa } from '../../src/protocol/ecdsa.js'
import { keccak } from '../../src/protocol/keccak.js'
import { createSigner } from '../../src/protocol/sign.js'
import { ACCOUNT, KEY, LOGIN_TEXT, ORDER, OWNER, SIGNATURES } from './vectors.js'

const exchange = exchangeAddress(97, { isNegRisk: false, isYieldBearing: false })

test('signs an order with the bytes that the venue expects of a plain wallet', () => {
  const signer = createSigner({ privateKey: KEY, chainId: 97 })
  expect(signer.address).toBe(OWNER)
  expect(signer.signOrder(ORDER, exchange).signature).toBe(SIGNATURES.order)
})

test('signs an order in the name of a smart wallet', () => {
  const signer = createSigner({ privateKey: KEY, chainId: 97, account: ACCOUNT })
  expect(signer.address).toBe(ACCOUNT)
  const signed = signer.signOrder({ ...ORDER, maker: ACCOUNT, signer: ACCOUNT }, exchange)
  expect(signed.hash).toBe('0x32658018378cc710e9c211a471cef4686fffce6df581835499b8646c4ae351dc')
  expect(signed.signature).toBe(SIGNATURES.accountOrder)
})

test('signs a login text as a plain wallet and as a smart wallet', () => {
  expect(createSigner({ privateKey: KEY, chainId: 97 }).signMessage(LOGIN_TEXT)).toBe(SIGNATURES.message)
  expect(createSigner({ privateKey: KEY, chainId: 97, account: ACCOUNT }).signMessage(LOGIN_TEXT)).toBe(
    SIGNATURES.accountMessage,
  )
})

test('signs for an account in any letter case, but not where its checksum shows a mistyped character', () => {
  const asked = (account: string) => createSigner({ privateKey: KEY, chainId: 97, account }).address
  for (const account of [OWNER, OWNER.toLowerCase()]) expect(asked(account)).toBe(OWNER)
  expect(() => asked(OWNER.replace('19E7', '19E8'))).toThrow(
    'the address of an account: expected an address whose letter case is its checksum',
  )
  expect(() => asked(OWNER.slice(0, -1))).toThrow('the address of an account: expected 0x and 40 hex digits')
})

test('takes a key without its 0x', () => {
  expect(createSigner({ privateKey: KEY.slice(2), chainId: 97 }).owner).toBe(OWNER)
})

test('never shows a key that it refuses', () => {
  const wrong = `${KEY.slice(0, 64)}zz`
  expect(() => createSigner({ privateKey: wrong, chainId: 97 })).toThrow(
    'a private key must be 32 bytes of hex, found 66 characters',
  )
})

test('gives the same bytes with and without the native binding', () => {
  const [native, portable] = [nativeEcdsa(), portableEcdsa()]
  const key = Buffer.alloc(32, 0x11)
  for (let round = 0; round < 20; round++) {
    const digest = keccak(Uint8Array.of(round))
    const [one, other] = [native.sign(digest, key), portable.sign(digest, key)]
    expect(Buffer.from(one.bytes).equals(other.bytes)).toBe(true)
    expect(one.recovery).toBe(other.recovery)
    expect(Buffer.from(native.recover(digest, one) ?? []).equals(portable.recover(digest, other) ?? new Uint8Array(1))).toBe(
      true,
    )
  }
})

test('the package signs where no binary of the native curve loads (needs the build)', () => {
  const built = new URL('../../dist/src/predict.js', import.meta.url).href
  const program = `
    import Module from 'node:module'
    const load = Module._load
    let refused = 0
    Module._load = (name, ...rest) => {
      if (name !== 'secp256k1/bindings.js') return load(name, ...rest)
      refused++
      throw new Error('no binary')
    }
    const { createSigner } = await import(${JSON.stringify(built)})
    const signature = createSigner({ privateKey: '${KEY}', chainId: 97 }).signMessage(${JSON.stringify(LOGIN_TEXT)})
    process.stdout.write(JSON.stringify({ isRefused: refused > 0, signature }))`
  const told = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect(JSON.parse(told)).toEqual({ isRefused: true, signature: SIGNATURES.message })
})
